//! Variables that are listed, and their value references. In FMI 3.0 each stands for one variable and its aliases, or for an array.

use std::collections::{HashMap, HashSet};

use compiler::authoring::ShownUnits;
use fmu_core::instance::{Version, array_reference};
use simulation::variables::{Catalogue, Causality, Variable};

use crate::content::Content;
use crate::naming::Names;

/// A variable of modelDescription.xml.
#[derive(Debug)]
pub(crate) struct Listed {
    /// Catalogue index; of an array that of its first element.
    pub index: usize,
    pub reference: usize,
    /// Catalogue indices of its other names.
    pub aliases: Vec<usize>,
    /// Sizes of an array; none for a scalar.
    pub dimensions: Vec<usize>,
}

impl Listed {
    fn scalar(index: usize, reference: usize) -> Self {
        Self { index, reference, aliases: Vec::new(), dimensions: Vec::new() }
    }

    /// Its name; that of an array is without subscripts.
    pub(crate) fn name<'n>(&self, names: &'n Names<'_>) -> &'n str {
        let name = names.get(self.index);
        if self.dimensions.is_empty() { name } else { array(name) }
    }

    /// Catalogue indices of the elements.
    pub(crate) fn elements(&self) -> std::ops::Range<usize> {
        self.index..self.index + self.dimensions.iter().product::<usize>()
    }
}

/// The variables that modelDescription.xml lists, and their references.
#[derive(Debug)]
pub(crate) struct References<'a> {
    pub version: Version,
    pub catalogue: &'a Catalogue,
    /// Catalogue indices of the variables to list, ascending.
    pub exposed: &'a [usize],
    pub variables: Vec<Listed>,
    /// In FMI 3.0 the place in `variables` of each reference, and of each element of an array.
    places: HashMap<usize, usize>,
    /// Number of event indicators that are variables, whose references follow those of the catalogue; none in FMI 2.0.
    pub indicators: usize,
    /// Elements of arrays have no aliases: each name has a reference.
    has_arrays: bool,
}

impl<'a> References<'a> {
    /// The references of these variables; with `names` arrays are found by them in FMI 3.0.
    pub(super) fn new(
        version: Version,
        content: &Content<'a>,
        exposed: &'a [usize],
        names: Option<&Names<'_>>,
    ) -> Self {
        let Content { model, shown_units: shown, .. } = *content;
        let catalogue = &model.catalogue;
        let (variables, places, has_arrays) = (Vec::new(), HashMap::new(), names.is_some());
        let indicators = if version == Version::Fmi2 { 0 } else { model.discrete.indicators() };
        let mut found = Self { version, catalogue, exposed, variables, places, indicators, has_arrays };
        if version == Version::Fmi2 {
            let listed = |&index: &usize| Listed::scalar(index, catalogue.reference(index));
            found.variables = exposed.iter().map(listed).collect();
            return found;
        }
        let states = catalogue.exchanged().into_iter().flatten().copied().collect();
        let arrays = names.map(|names| Arrays { catalogue, names, shown, states });
        let mut rest = exposed;
        while let Some((&index, behind)) = rest.split_first() {
            if let Some((dimensions, reference)) = arrays.as_ref().and_then(|arrays| arrays.at(rest)) {
                let size: usize = dimensions.iter().product();
                found.places.extend((index..index + size).map(|element| (element, found.variables.len())));
                found.variables.push(Listed { index, reference, aliases: Vec::new(), dimensions });
                rest = &rest[size..];
                continue;
            }
            let (reference, is_alias) = (catalogue.reference(index), found.is_alias(index));
            match found.places.get(&reference) {
                Some(&place) if is_alias => found.variables[place].aliases.push(index),
                // Another name without its variable is the variable.
                None if is_alias => found.push(index, reference),
                _ => found.push(index, index),
            }
            rest = behind;
        }
        found
    }

    /// True for another name of a variable. Calculated parameters have a reference of their own: tools count each name among the unknowns.
    fn is_alias(&self, index: usize) -> bool {
        let variable = self.catalogue.variables.get(index).filter(|_| !self.has_arrays);
        variable.is_some_and(|v| v.alias_of.is_some() && v.causality != Causality::CalculatedParameter)
    }

    fn push(&mut self, index: usize, reference: usize) {
        self.places.insert(reference, self.variables.len());
        self.variables.push(Listed::scalar(index, reference));
    }

    /// The number by which the rest of the document refers to a catalogue index, if it is listed: its place in the list from 1, or in FMI 3.0 its
    /// reference.
    pub(super) fn of(&self, index: usize) -> Option<usize> {
        if self.version == Version::Fmi2 {
            return self.exposed.binary_search(&index).ok().map(|place| place + 1);
        }
        let own = if self.is_alias(index) { self.catalogue.reference(index) } else { index };
        let listed = self.variables.get(*self.places.get(&own)?)?;
        Some(listed.reference)
    }

    /// The catalogue indices of the array that an index belongs to, or the index itself.
    pub(super) fn together(&self, index: usize) -> std::ops::Range<usize> {
        let listed = self.places.get(&index).and_then(|place| self.variables.get(*place));
        listed.filter(|listed| !listed.dimensions.is_empty()).map_or(index..index + 1, Listed::elements)
    }

    /// References of the event indicators.
    pub(super) fn indicators(&self) -> impl Iterator<Item = usize> + use<> {
        let first = self.catalogue.variables.len();
        first..first + self.indicators
    }
}

/// Finds the arrays among variables.
struct Arrays<'a> {
    catalogue: &'a Catalogue,
    names: &'a Names<'a>,
    /// Attributes of a single element keep its array scalar.
    shown: &'a ShownUnits,
    /// States stay scalar: their derivatives have names that are no elements of arrays.
    states: HashSet<usize>,
}

impl Arrays<'_> {
    /// Dimensions and reference of the array that begins with the first of these variables and has all its elements behind each other.
    fn at(&self, variables: &[usize]) -> Option<(Vec<usize>, usize)> {
        let first = *variables.first()?;
        let (name, subscripts) = element(self.names.get(first))?;
        if subscripts.iter().any(|subscript| *subscript != 1) {
            return None;
        }
        let declared = self.catalogue.variables.get(first)?;
        let belongs = |(offset, &index): (usize, &usize)| {
            let (of, subscripts) = element(self.names.get(index)).filter(|_| index == first + offset)?;
            let variable = self.catalogue.variables.get(index)?;
            let is_own = self.shown.find(variable.name).is_some() || self.shown.bounds(variable.name).is_some();
            let is_same = of == name && is_alike(&declared, &variable) && !is_own && !self.states.contains(&index);
            is_same.then_some(subscripts)
        };
        let elements: Vec<Vec<usize>> = variables.iter().enumerate().map_while(belongs).collect();
        let dimensions = elements.last()?.clone();
        let size: usize = dimensions.iter().product();
        if size != elements.len()
            || !elements.iter().enumerate().all(|(k, found)| *found == subscripts_of(k, &dimensions))
        {
            return None;
        }
        Some((dimensions, array_reference(first, size)? as usize))
    }
}

/// Subscripts of element `k` of an array, which goes by rows.
pub(crate) fn subscripts_of(mut k: usize, dimensions: &[usize]) -> Vec<usize> {
    let mut subscripts: Vec<usize> = dimensions
        .iter()
        .rev()
        .map(|size| {
            let subscript = k % size + 1;
            k /= size;
            subscript
        })
        .collect();
    subscripts.reverse();
    subscripts
}

/// The name of an array that a name is an element of, or the name itself.
pub(super) fn array(name: &str) -> &str {
    element(name).map_or(name, |(array, _)| array)
}

/// The name of an array and the subscripts of an element of it.
pub(crate) fn element(name: &str) -> Option<(&str, Vec<usize>)> {
    let (array, subscripts) = name.strip_suffix(']')?.rsplit_once('[')?;
    let subscripts: Option<Vec<usize>> = subscripts.split(',').map(|text| text.parse().ok()).collect();
    Some((array, subscripts.filter(|subscripts| subscripts.iter().all(|subscript| *subscript > 0))?))
}

/// True for variables that differ in name, description and start value at most.
fn is_alike(one: &Variable<'_>, other: &Variable<'_>) -> bool {
    let attributes = |v: &Variable<'_>| (v.causality, v.variability, v.initial, v.start.is_some(), v.derivative_of);
    attributes(one) == attributes(other) && one.data_type == other.data_type
}
