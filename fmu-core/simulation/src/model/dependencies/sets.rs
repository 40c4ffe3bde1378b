//! Sets of variables.

use mechanism::sort::sort_by_key;
use std::sync::Arc;

/// Catalogue indices, ascending; shared by quantities with the same dependencies.
pub(super) type Set = Arc<[usize]>;

/// Computes unions of sets in time proportional to their sizes.
#[derive(Debug)]
pub(super) struct Collector {
    /// For each variable: the number of the last set that it was added to.
    stamps: Vec<u32>,
    now: u32,
    found: Vec<usize>,
}

impl Collector {
    /// For sets of numbers below `count`.
    pub fn new(count: usize) -> Self {
        Self { stamps: vec![0; count], now: 1, found: Vec::new() }
    }

    pub fn add(&mut self, index: usize) {
        if self.stamps[index] != self.now {
            self.stamps[index] = self.now;
            self.found.push(index);
        }
    }

    pub fn add_all(&mut self, set: &[usize]) {
        set.iter().for_each(|index| self.add(*index));
    }

    /// The union of the sets added since the last call.
    pub fn finish(&mut self) -> Set {
        self.next();
        sort_by_key(&mut self.found, |index| *index);
        let set = Set::from(self.found.as_slice());
        self.found.clear();
        set
    }

    /// Begins a new set.
    fn next(&mut self) {
        match self.now.checked_add(1) {
            Some(next) => self.now = next,
            None => {
                self.stamps.fill(0);
                self.now = 1;
            }
        }
    }

    /// Replaces `set` by the union of the added sets, which includes it; returns true if it has grown.
    pub fn grow(&mut self, set: &mut Set) -> bool {
        if self.found.len() == set.len() {
            self.next();
            self.found.clear();
            return false;
        }
        *set = self.finish();
        true
    }
}
