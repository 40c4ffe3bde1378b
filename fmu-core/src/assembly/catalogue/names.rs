//! Indices of variables by their names.

use crate::variables::Variable;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// Finds variables by name. The names stay where the variables are: of millions, a second copy would take more room than all the rest.
#[derive(Debug, Default)]
pub(in crate::assembly) struct Names {
    hasher: RandomState,
    /// Index by the hash of the name; where that is taken by another name, by the next free number.
    places: HashMap<u64, usize>,
}

impl Names {
    /// Enters the name of the variable at `index`, in the place of another variable of that name.
    pub fn insert(&mut self, index: usize, variables: &[Variable]) {
        let Some(variable) = variables.get(index) else { return };
        let place = self.place(&variable.name, variables);
        self.places.insert(place, index);
    }

    /// Index of the variable called `name`.
    pub fn get(&self, name: &str, variables: &[Variable]) -> Option<usize> {
        self.places.get(&self.place(name, variables)).copied()
    }

    /// Where `name` is, or would be. A variable whose name has changed keeps its old place and is not found there.
    fn place(&self, name: &str, variables: &[Variable]) -> u64 {
        let mut place = self.hasher.hash_one(name);
        let is_other = |place: &u64| self.places.get(place).is_some_and(|index| variables[*index].name != name);
        while is_other(&place) {
            place = place.wrapping_add(1);
        }
        place
    }
}
