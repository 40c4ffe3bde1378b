//! Value references of arrays (FMI 3.0.2, 2.4.7.2): an array has its elements one behind the other in the catalogue, and its reference says
//! where they begin and how many they are. So nothing but the reference is needed to find them.

#![cfg_attr(target_family = "wasm", allow(dead_code, reason = "a page calls no C function"))]

use super::{Instance, Version};
use std::borrow::Cow;

/// Bit of references of arrays, above all of the catalogue.
const ARRAY: u32 = 1 << 31;
/// Bits of the reference of the first element, below those of the size.
const FIRST_BITS: u32 = 26;
/// Most elements of an array; a larger one has a reference for each element.
pub const LARGEST_ARRAY: usize = (1 << (31 - FIRST_BITS)) - 1;

/// The reference of an array of `size` elements that begins with the variable `first`; none for one that is too large, or too far behind.
pub fn array_reference(first: usize, size: usize) -> Option<u32> {
    let first = u32::try_from(first).ok().filter(|first| *first < 1 << FIRST_BITS)?;
    let size = u32::try_from(size).ok().filter(|_| (1..=LARGEST_ARRAY).contains(&size))?;
    Some(ARRAY | size << FIRST_BITS | first)
}

/// The references of the elements; the reference itself where it is that of no array.
fn elements(reference: u32) -> impl Iterator<Item = u32> {
    let is_array = reference & ARRAY != 0;
    let size = if is_array { (reference & !ARRAY) >> FIRST_BITS } else { 0 };
    let first = reference & ((1 << FIRST_BITS) - 1);
    // An array without elements is none: its reference is unknown.
    (0..size).map(move |k| first + k).chain((size == 0).then_some(reference))
}

impl Instance {
    /// References with those of the elements in place of arrays, which only FMI 3.0 has.
    pub(crate) fn scalars<'r>(&self, references: &'r [u32]) -> Cow<'r, [u32]> {
        if self.version == Version::Fmi2 || references.iter().all(|reference| reference & ARRAY == 0) {
            return Cow::Borrowed(references);
        }
        let mut scalars = Vec::new();
        references.iter().for_each(|reference| scalars.extend(elements(*reference)));
        Cow::Owned(scalars)
    }

    /// The same, with an order that belongs to each reference, for each element.
    pub(crate) fn scalars_with(&self, references: &[u32], orders: &[i32]) -> (Vec<u32>, Vec<i32>) {
        let (mut scalars, mut of_each) = (Vec::new(), Vec::new());
        for (reference, order) in references.iter().zip(orders) {
            scalars.extend_from_slice(&self.scalars(std::slice::from_ref(reference)));
            of_each.resize(scalars.len(), *order);
        }
        (scalars, of_each)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_tells_the_elements() {
        for (first, size) in [(0, 1), (7, 3), ((1 << FIRST_BITS) - 40, LARGEST_ARRAY)] {
            let reference = array_reference(first, size).unwrap_or_default();
            let found: Vec<usize> = elements(reference).map(|element| element as usize).collect();
            assert_eq!(found, (first..first + size).collect::<Vec<_>>());
        }
        assert_eq!([array_reference(0, 32), array_reference(0, 0), array_reference(1 << 26, 1)], [None; 3]);
        assert_eq!(elements(5).collect::<Vec<_>>(), [5]);
        assert_eq!(elements(ARRAY | 5).collect::<Vec<_>>(), [ARRAY | 5]);
    }
}
