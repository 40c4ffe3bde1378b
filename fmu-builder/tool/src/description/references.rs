//! Value references in FMI 3.0, where each stands for one variable and its aliases.

use std::collections::HashMap;

use simulation::variables::{Catalogue, Causality};

/// A variable of modelDescription.xml.
#[derive(Debug)]
pub(crate) struct Listed {
    /// Catalogue index.
    pub index: usize,
    pub reference: usize,
    /// Catalogue indices of its other names.
    pub aliases: Vec<usize>,
}

/// The variables that modelDescription.xml lists, and their references.
#[derive(Debug)]
pub(crate) struct References<'a> {
    catalogue: &'a Catalogue,
    pub variables: Vec<Listed>,
    /// Place in `variables` of each reference.
    places: HashMap<usize, usize>,
    /// Number of event indicators, whose references follow those of the catalogue.
    indicators: usize,
}

impl<'a> References<'a> {
    pub(super) fn new(catalogue: &'a Catalogue, exposed: &[usize], indicators: usize) -> Self {
        let mut found = Self { catalogue, variables: Vec::new(), places: HashMap::new(), indicators };
        for &index in exposed {
            let (reference, is_alias) = (catalogue.reference(index), found.is_alias(index));
            match found.places.get(&reference) {
                Some(&place) if is_alias => found.variables[place].aliases.push(index),
                // Another name without its variable is the variable.
                None if is_alias => found.push(index, reference),
                _ => found.push(index, index),
            }
        }
        found
    }

    /// True for another name of a variable. Calculated parameters have a reference of their own: tools count each name among the unknowns.
    fn is_alias(&self, index: usize) -> bool {
        let variable = self.catalogue.variables.get(index);
        variable.is_some_and(|v| v.alias_of.is_some() && v.causality != Causality::CalculatedParameter)
    }

    fn push(&mut self, index: usize, reference: usize) {
        self.places.insert(reference, self.variables.len());
        self.variables.push(Listed { index, reference, aliases: Vec::new() });
    }

    /// The reference of a catalogue index, if it is listed.
    pub(super) fn of(&self, index: usize) -> Option<usize> {
        let own = if self.is_alias(index) { self.catalogue.reference(index) } else { index };
        self.places.contains_key(&own).then_some(own)
    }

    /// References of the event indicators.
    pub(super) fn indicators(&self) -> impl Iterator<Item = usize> + use<> {
        let first = self.catalogue.variables.len();
        first..first + self.indicators
    }
}
