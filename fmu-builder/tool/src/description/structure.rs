//! ModelStructure (FMI 2.0.5, 2.2.8): complete lists, ascending, with what each unknown depends on.
//!
//! Dependencies are written also where they are all knowns: there are hosts that take a missing list for an empty one.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::io;
use std::sync::Arc;

use simulation::model::Dependencies;
use simulation::variables::{Catalogue, Causality, Initial};

use super::variables::position;
use crate::xml::{Attributes, Xml};

/// Most bytes of all lists of dependencies together. The longest ones beyond are left out, which means "on all knowns".
const MOST_BYTES: usize = 2_000_000;
/// Bytes that a dependency takes besides its number: a space, and its kind.
const KIND_BYTES: usize = " ".len() + " dependent".len();

/// Selects the dependencies in simulation or during initialization.
#[derive(Clone, Copy)]
enum When {
    Running,
    Initially,
}

/// Writes the lists, those of the catalogue where no others are given; returns how many unknowns are without dependencies to save room.
pub(super) fn write(
    xml: &mut Xml,
    catalogue: &Catalogue,
    dependencies: Option<&Dependencies>,
    exposed: &[usize],
) -> io::Result<usize> {
    let structure = Structure { catalogue, dependencies, exposed, sizes: RefCell::default() };
    let (mut room, mut left_out) = (MOST_BYTES, 0);
    xml.parent("ModelStructure", Attributes::new(), |xml| {
        // Outputs come first: algebraic loops are found with them.
        let lists = [
            ("Outputs", structure.outputs(), When::Running),
            ("Derivatives", catalogue.derivatives.clone(), When::Running),
            ("InitialUnknowns", structure.initial_unknowns(), When::Initially),
        ];
        lists.into_iter().try_for_each(|(name, unknowns, when)| {
            let longest = structure.longest(&unknowns, when, &mut room);
            left_out += structure.list(xml, name, &unknowns, when, longest)?;
            Ok(())
        })
    })?;
    Ok(left_out)
}

struct Structure<'a> {
    catalogue: &'a Catalogue,
    dependencies: Option<&'a Dependencies>,
    exposed: &'a [usize],
    /// Bytes of lists, which are shared and measured once, by their addresses and lengths.
    sizes: RefCell<HashMap<(*const usize, usize), usize>>,
}

impl Structure<'_> {
    /// Indices of the variables that a variable depends on.
    fn known(&self, index: usize, when: When) -> Option<&Arc<[usize]>> {
        let [running, initially] = match self.dependencies {
            Some(dependencies) => dependencies.of(index),
            None => {
                let variable = self.catalogue.variables.get(index)?;
                [variable.dependencies, variable.initial_dependencies]
            }
        };
        match when {
            When::Running => running,
            When::Initially => initially,
        }
    }

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

    /// Bytes of the longest list that there is room for, which is taken.
    fn longest(&self, unknowns: &[usize], when: When, room: &mut usize) -> usize {
        let lists = unknowns.iter().filter_map(|&index| self.known(index, when));
        let mut sizes: Vec<usize> = lists.map(|found| self.bytes(found)).collect();
        sizes.sort_unstable();
        let mut longest = 0;
        for same in sizes.chunk_by(|one, other| one == other) {
            let (Some(&size), count) = (same.first(), same.len()) else { continue };
            let Some(rest) = room.checked_sub(size * count) else { break };
            (*room, longest) = (rest, size);
        }
        longest
    }

    fn bytes(&self, list: &[usize]) -> usize {
        let measure = || list.iter().map(|index| index.max(&1).ilog10() as usize + 1 + KIND_BYTES).sum();
        *self.sizes.borrow_mut().entry((list.as_ptr(), list.len())).or_insert_with(measure)
    }

    /// Writes a list, which the schema does not allow to be empty; returns how many unknowns depend on more than `longest` bytes.
    fn list(&self, xml: &mut Xml, name: &str, unknowns: &[usize], when: When, longest: usize) -> io::Result<usize> {
        let mut left_out = 0;
        if unknowns.is_empty() {
            return Ok(0);
        }
        xml.parent(name, Attributes::new(), |xml| {
            unknowns.iter().try_for_each(|&index| {
                let found = self.known(index, when);
                let kept = found.filter(|found| self.bytes(found) <= longest);
                left_out += usize::from(found.is_some() && kept.is_none());
                self.unknown(xml, index, kept.map(AsRef::as_ref))
            })
        })?;
        Ok(left_out)
    }

    fn unknown(&self, xml: &mut Xml, index: usize, dependencies: Option<&[usize]>) -> io::Result<()> {
        let mut attributes = Attributes::new().option("index", position(self.exposed, index));
        if let Some(dependencies) = dependencies {
            let positions: Vec<String> =
                dependencies.iter().filter_map(|&known| position(self.exposed, known)).collect();
            let kinds = vec!["dependent"; positions.len()].join(" ");
            attributes = attributes.with("dependencies", positions.join(" ")).with("dependenciesKind", kinds);
        }
        xml.leaf("Unknown", attributes)
    }
}
