//! Connectors of parts inside composite components.

use crate::sort::sort_by_key;
use binary::Binary;

/// The inner connectors of each connector of a composite component: the flow into them passes through the outer one,
/// too.
#[derive(Clone, Debug, Default, PartialEq, Binary)]
pub struct InnerConnectors {
    /// Inner and outer connector, in the order of the outer ones.
    pairs: Vec<[usize; 2]>,
}

impl InnerConnectors {
    /// Sorts pairs of an inner connector and the outer one.
    pub fn new(mut pairs: Vec<[usize; 2]>) -> Self {
        sort_by_key(&mut pairs, |[_, outer]| *outer);
        Self { pairs }
    }

    /// The inner connectors of `connector`. A binary search: reading all flows stays linear in the size of the model.
    pub fn behind(&self, connector: usize) -> impl Iterator<Item = usize> {
        let first = self.pairs.partition_point(|[_, outer]| *outer < connector);
        self.pairs[first..].iter().take_while(move |[_, outer]| *outer == connector).map(|[inner, _]| *inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connectors_are_found_by_what_they_are_behind() {
        let inner = InnerConnectors::new(vec![[7, 4], [5, 1], [6, 4], [8, 2]]);
        let behind = |connector| inner.behind(connector).collect::<Vec<_>>();
        assert_eq!(
            [behind(0), behind(1), behind(3), behind(4), behind(9)],
            [vec![], vec![5], vec![], vec![7, 6], vec![]]
        );
    }
}
