//! ModelStructure (FMI 2.0.5, 2.2.8): complete lists, ascending, with dependencies on inputs and continuous states.

use std::collections::BTreeSet;
use std::io;

use fmu_core::variables::{Catalogue, Causality, Initial};

use super::variables::position;
use crate::xml::{Attributes, Xml};

pub(super) fn write(xml: &mut Xml, catalogue: &Catalogue, exposed: &[usize]) -> io::Result<()> {
    let structure = Structure { catalogue, exposed };
    xml.parent("ModelStructure", Attributes::new(), |xml| {
        structure.list(xml, "Outputs", &structure.outputs(), Dependencies::Known)?;
        structure.list(xml, "Derivatives", &catalogue.derivatives, Dependencies::Known)?;
        structure.list(xml, "InitialUnknowns", &structure.initial_unknowns(), Dependencies::All)
    })
}

/// What a list says about dependencies.
#[derive(Clone, Copy)]
enum Dependencies {
    /// The inputs and states that the unknown depends on, where they are known. A host that gets directional derivatives asks for
    /// those with respect to states as well, so that a list must be complete (FMI 2.0.5, 2.2.8).
    Known,
    /// Nothing, which means "all knowns": at initialization these are start values and parameters too, of which no list is kept.
    All,
}

struct Structure<'a> {
    catalogue: &'a Catalogue,
    exposed: &'a [usize],
}

impl Structure<'_> {
    fn outputs(&self) -> Vec<usize> {
        self.exposed.iter().copied().filter(|&index| self.causality(index) == Some(Causality::Output)).collect()
    }

    /// Outputs, states and derivatives that initialization finds, and all calculated parameters.
    fn initial_unknowns(&self) -> Vec<usize> {
        let states = self.catalogue.states.iter().chain(&self.catalogue.derivatives).copied();
        let found = self.outputs().into_iter().chain(states).filter(|&index| self.is_initialized(index));
        let calculated =
            self.exposed.iter().copied().filter(|&i| self.causality(i) == Some(Causality::CalculatedParameter));
        let unknowns: BTreeSet<usize> = found.chain(calculated).collect();
        unknowns.into_iter().collect()
    }

    fn causality(&self, index: usize) -> Option<Causality> {
        self.catalogue.variables.get(index).map(|variable| variable.causality)
    }

    fn is_initialized(&self, index: usize) -> bool {
        let initial = self.catalogue.variables.get(index).and_then(|variable| variable.initial);
        matches!(initial, Some(Initial::Approx | Initial::Calculated))
    }

    /// The schema does not allow an empty list.
    fn list(&self, xml: &mut Xml, name: &str, unknowns: &[usize], dependencies: Dependencies) -> io::Result<()> {
        if unknowns.is_empty() {
            return Ok(());
        }
        xml.parent(name, Attributes::new(), |xml| {
            unknowns.iter().try_for_each(|&index| self.unknown(xml, index, dependencies))
        })
    }

    fn unknown(&self, xml: &mut Xml, index: usize, dependencies: Dependencies) -> io::Result<()> {
        let mut attributes = Attributes::new().option("index", position(self.exposed, index));
        if let (Dependencies::Known, Some(positions)) = (dependencies, self.dependencies(index)) {
            let kinds = vec!["dependent"; positions.len()].join(" ");
            attributes = attributes.with("dependencies", positions.join(" ")).with("dependenciesKind", kinds);
        }
        xml.leaf("Unknown", attributes)
    }

    /// Positions of what a variable depends on; none when that is everything.
    fn dependencies(&self, index: usize) -> Option<Vec<String>> {
        let indices = self.catalogue.variables.get(index)?.dependencies.as_ref()?;
        Some(indices.iter().filter_map(|&known| position(self.exposed, known)).collect())
    }
}
