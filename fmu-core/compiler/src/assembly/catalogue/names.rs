//! Lookup of variables by name.

use super::super::collected::Collected;
use mechanism::hashed::HashMap;
use simulation::variables::Variables;
use std::ops::Range;

/// Finds variables by name. Those of a component are consecutive, with its name as prefix, so that a table is only
/// needed for variables that are added later and for renamed ones.
#[derive(Debug, Default)]
pub(in crate::assembly) struct Names {
    /// The variables of each component.
    components: Vec<Range<usize>>,
    /// All other variables, and renamed ones.
    others: HashMap<String, usize>,
    /// Variables are being added to the last component.
    in_component: bool,
}

impl Names {
    /// Starts the next component with the variables from `first`.
    pub fn begin(&mut self, first: usize) {
        self.components.push(first..first);
        self.in_component = true;
    }

    /// Ends the component before the variable `end`.
    pub fn end(&mut self, end: usize) {
        if let Some(range) = self.components.last_mut() {
            range.end = end;
        }
        self.in_component = false;
    }

    /// Enters the name of the variable at `index`, replacing another variable with this name.
    pub fn insert(&mut self, index: usize, name: &str) {
        if !self.in_component {
            self.others.insert(name.to_owned(), index);
        }
    }

    /// Index of the variable called `name`. A renamed variable is not found under its old name.
    pub fn get(&self, name: &str, variables: &Variables, collected: &Collected) -> Option<usize> {
        let is_it = |index: &usize| variables.get(*index).is_some_and(|variable| variable.name == name);
        if let Some(index) = self.others.get(name).copied().filter(is_it) {
            return Some(index);
        }
        // An entry of `[variables]`, or an element of one, is a component of its name.
        let array = name.strip_suffix(']').and_then(|name| name.rsplit_once('[')).map(|(array, _)| array);
        let owners = std::iter::once(name).chain(array).chain(name.rmatch_indices('.').map(|(at, _)| &name[..at]));
        let components = owners.filter_map(|owner| collected.component_names.get(owner));
        let mut ranges = components.filter_map(|component| self.components.get(*component).cloned());
        ranges.find_map(|range| range.rev().find(is_it))
    }
}
