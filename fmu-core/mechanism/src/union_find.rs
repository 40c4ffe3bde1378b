//! Disjoint sets of numbers.

/// Union-find with path halving (Tarjan and van Leeuwen 1984).
#[derive(Clone, Debug, Default)]
pub struct UnionFind(Vec<usize>);

impl UnionFind {
    /// `n` sets of one.
    pub fn new(n: usize) -> Self {
        Self((0..n).collect())
    }

    /// Representative of the set of `i`.
    pub fn find(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    /// Joins two sets; the smaller representative stays, so that the result does not depend on the order of the unions.
    pub fn union(&mut self, i: usize, j: usize) {
        let (i, j) = (self.find(i), self.find(j));
        self.0[i.max(j)] = i.min(j);
    }

    /// For each element the number of its set, and the number of sets. Sets are numbered in the order of their first
    /// elements.
    pub fn numbered(&mut self) -> (Vec<usize>, usize) {
        let mut number = vec![usize::MAX; self.0.len()];
        let mut count = 0;
        let mut result = Vec::with_capacity(self.0.len());
        for i in 0..self.0.len() {
            let root = self.find(i);
            if number[root] == usize::MAX {
                number[root] = count;
                count += 1;
            }
            result.push(number[root]);
        }
        (result, count)
    }
}

#[cfg(test)]
mod tests {
    use super::UnionFind;

    #[test]
    fn sets_are_numbered_in_order() {
        let mut sets = UnionFind::new(6);
        sets.union(4, 1);
        sets.union(5, 4);
        sets.union(0, 3);
        assert_eq!(sets.numbered(), (vec![0, 1, 2, 0, 1, 1], 3));
    }
}
