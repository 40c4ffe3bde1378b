//! Indices of variables by their names.

use super::super::collected::Collected;
use mechanism::hashed::HashMap;
use simulation::variables::Variables;
use std::ops::Range;

/// Finds variables by name. Those of a component lie together, and its name is the beginning of theirs, so that only variables that are
/// added later and names that change are entered in a table.
#[derive(Debug, Default)]
pub(in crate::assembly) struct Names {
    /// The variables of each component.
    components: Vec<Range<usize>>,
    /// All other variables, and renamed ones.
    others: HashMap<String, usize>,
    /// The variables are those of the last component.
    in_component: bool,
}

impl Names {
    /// The variables from `first` on are those of the next component.
    pub fn begin(&mut self, first: usize) {
        self.components.push(first..first);
        self.in_component = true;
    }

    /// The component has the variables before `end`.
    pub fn end(&mut self, end: usize) {
        if let Some(range) = self.components.last_mut() {
            range.end = end;
        }
        self.in_component = false;
    }

    /// Enters the name of the variable at `index`, in the place of another variable of that name.
    pub fn insert(&mut self, index: usize, name: &str) {
        if !self.in_component {
            self.others.insert(name.to_owned(), index);
        }
    }

    /// Index of the variable called `name`. A variable whose name has changed is not found under the old one.
    pub fn get(&self, name: &str, variables: &Variables, collected: &Collected) -> Option<usize> {
        let is_it = |index: &usize| variables.get(*index).is_some_and(|variable| variable.name == name);
        if let Some(index) = self.others.get(name).copied().filter(is_it) {
            return Some(index);
        }
        // A variable of the model is a component of its name.
        let whole = name.split_once('[').map_or(name, |(whole, _)| whole);
        let owners = std::iter::once(whole).chain(name.rmatch_indices('.').map(|(at, _)| &name[..at]));
        let components = owners.filter_map(|owner| collected.component_names.get(owner));
        let mut ranges = components.filter_map(|component| self.components.get(*component).cloned());
        ranges.find_map(|range| range.rev().find(is_it))
    }
}
