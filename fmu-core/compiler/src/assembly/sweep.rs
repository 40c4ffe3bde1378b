//! A work list of numbers.

use std::collections::BTreeSet;

/// A work list that is processed in repeated ascending passes; numbers that are not in the list cost nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    waiting: BTreeSet<usize>,
    next: usize,
}

impl Sweep {
    /// Adds a number.
    pub fn add(&mut self, number: usize) {
        self.waiting.insert(number);
    }

    /// Takes the next larger number; after the largest, the smallest one.
    pub fn take(&mut self) -> Option<usize> {
        let number = self.waiting.range(self.next..).next().or_else(|| self.waiting.first()).copied()?;
        self.waiting.remove(&number);
        self.next = number + 1;
        Some(number)
    }

    /// Starts a new pass.
    pub fn restart(&mut self) {
        self.next = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::Sweep;

    #[test]
    fn numbers_come_in_rounds() {
        let mut sweep = Sweep::default();
        [5, 2, 8].into_iter().for_each(|number| sweep.add(number));
        assert_eq!(sweep.take(), Some(2));
        sweep.add(1);
        sweep.add(6);
        assert_eq!([sweep.take(), sweep.take(), sweep.take()], [Some(5), Some(6), Some(8)]);
        sweep.add(9);
        sweep.restart();
        assert_eq!([sweep.take(), sweep.take(), sweep.take()], [Some(1), Some(9), None]);
    }
}
