//! A small sort. The standard library's is compiled for each type of element and key, some 8 kB each, too much for
//! sorts that run once for a model.

use std::cmp::Ordering;

/// Stable sort by a key.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    sort_indices(&mut order, &|a, b| key(&items[a]).cmp(&key(&items[b])));
    // Each swap puts one element into its place; the loop follows elements that were swapped away before.
    for place in 0..items.len() {
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        items.swap(place, from);
    }
}

#[inline(never)]
fn sort_indices(order: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    order.sort_by(|a, b| compare(*a, *b));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the library's own, keys of which many are equal.
    #[test]
    fn as_the_library_does() {
        for (count, keys) in [(0, 1), (1, 1), (2, 1), (7, 3), (1000, 10), (1000, 100_000)] {
            let mut state = 1_u64;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) % keys
            };
            let items: Vec<(u64, usize)> = (0..count).map(|number| (next(), number)).collect();
            let (mut own, mut expected) = (items.clone(), items);
            sort_by_key(&mut own, |item| item.0);
            expected.sort_by_key(|item| item.0);
            assert_eq!(own, expected);
        }
    }
}
