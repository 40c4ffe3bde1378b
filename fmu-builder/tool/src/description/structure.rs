//! ModelStructure (FMI 2.0.5, 2.2.8; FMI 3.0.2, 2.4.8): complete lists, ascending, with what each unknown depends on.
//!
//! Dependencies are written also where they are all knowns: there are hosts that take a missing list for an empty one.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::io;
use std::sync::Arc;

use fmu_core::instance::Version;
use simulation::model::Dependencies;
use simulation::variables::{Causality, Initial, Variability, Variable};

use super::references::References;
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
    dependencies: Option<&Dependencies>,
    references: &References<'_>,
) -> io::Result<usize> {
    let structure = Structure { dependencies, references, sizes: RefCell::default() };
    let (mut room, mut left_out) = (MOST_BYTES, 0);
    xml.parent("ModelStructure", Attributes::new(), |xml| {
        // Outputs come first: algebraic loops are found with them.
        let names = match references.version {
            Version::Fmi2 => ["Outputs", "Derivatives", "InitialUnknowns"],
            Version::Fmi3 => ["Output", "ContinuousStateDerivative", "InitialUnknown"],
        };
        let lists = [
            (names[0], structure.exposed(Causality::Output).collect(), When::Running),
            (names[1], references.catalogue.exchanged()[1].to_vec(), When::Running),
            (names[2], structure.initial_unknowns(), When::Initially),
        ];
        let lists = lists.map(|(name, unknowns, when)| (name, structure.without_elements(unknowns), when));
        lists.into_iter().try_for_each(|(name, unknowns, when)| {
            let longest = structure.longest(&unknowns, when, &mut room);
            left_out += structure.list(xml, name, &unknowns, when, longest)?;
            Ok::<_, io::Error>(())
        })?;
        references.indicators().try_for_each(|reference| {
            xml.leaf("EventIndicator", Attributes::new().with("valueReference", reference.to_string()))
        })
    })?;
    Ok(left_out)
}

struct Structure<'a> {
    dependencies: Option<&'a Dependencies>,
    references: &'a References<'a>,
    /// Bytes of lists, which are shared and measured once, by their addresses and lengths.
    sizes: RefCell<HashMap<(*const usize, usize), usize>>,
}

impl Structure<'_> {
    /// Indices of the variables that a variable depends on.
    fn known(&self, index: usize, when: When) -> Option<&Arc<[usize]>> {
        let [running, initially] = match self.dependencies {
            Some(dependencies) => dependencies.of(index),
            None => {
                let variable = self.variable(index)?;
                [variable.dependencies, variable.initial_dependencies]
            }
        };
        match when {
            When::Running => running,
            When::Initially => initially,
        }
    }

    fn exposed(&self, causality: Causality) -> impl Iterator<Item = usize> {
        let has_it = move |index: &usize| self.variable(*index).is_some_and(|v| v.causality == causality);
        self.references.exposed.iter().copied().filter(has_it)
    }

    /// Outputs, states and derivatives that initialization finds, and all calculated parameters.
    fn initial_unknowns(&self) -> Vec<usize> {
        let states = self.references.catalogue.exchanged().into_iter().flatten().copied();
        let found = self.exposed(Causality::Output).chain(states).filter(|&index| self.is_initialized(index));
        let unknowns: BTreeSet<usize> = found.chain(self.exposed(Causality::CalculatedParameter)).collect();
        unknowns.into_iter().collect()
    }

    /// The unknowns with arrays by their first elements.
    fn without_elements(&self, mut unknowns: Vec<usize>) -> Vec<usize> {
        unknowns.retain(|index| self.references.together(*index).start == *index);
        unknowns
    }

    fn variable(&self, index: usize) -> Option<Variable<'_>> {
        self.references.catalogue.variables.get(index)
    }

    fn is_initialized(&self, index: usize) -> bool {
        let initial = self.variable(index).and_then(|variable| variable.initial);
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

    /// Writes a list, which the schema of FMI 2.0 does not allow to be empty; returns how many unknowns depend on more than `longest` bytes.
    fn list(&self, xml: &mut Xml, name: &str, unknowns: &[usize], when: When, longest: usize) -> io::Result<usize> {
        let mut left_out = 0;
        if unknowns.is_empty() {
            return Ok(0);
        }
        let mut write = |xml: &mut Xml, element: &str| {
            unknowns.iter().try_for_each(|&index| {
                let found = self.known(index, when);
                let kept = found.filter(|found| self.bytes(found) <= longest);
                left_out += usize::from(found.is_some() && kept.is_none());
                self.unknown(xml, element, index, when, kept.map(AsRef::as_ref))
            })
        };
        match self.references.version {
            Version::Fmi2 => xml.parent(name, Attributes::new(), |xml| write(xml, "Unknown"))?,
            Version::Fmi3 => write(xml, name)?,
        }
        Ok(left_out)
    }

    fn unknown(
        &self,
        xml: &mut Xml,
        element: &str,
        index: usize,
        when: When,
        dependencies: Option<&[usize]>,
    ) -> io::Result<()> {
        let place = |index: usize| self.references.of(index).map(|number| number.to_string());
        let name = if self.references.version == Version::Fmi3 { "valueReference" } else { "index" };
        let mut attributes = Attributes::new().option(name, place(index));
        if let Some(dependencies) = dependencies {
            let others = self
                .references
                .together(index)
                .filter(|other| *other != index)
                .filter_map(|other| self.known(other, when));
            let parameters = self.parameters(index, when);
            let knowns = dependencies.iter().chain(others.flat_map(|known| known.iter())).copied().chain(parameters);
            let knowns: BTreeSet<usize> = knowns.collect();
            let mut positions: Vec<String> = knowns.into_iter().filter_map(place).collect();
            // Elements of an array that follow each other are one known.
            positions.dedup();
            let kinds = vec!["dependent"; positions.len()].join(" ");
            attributes = attributes.with("dependencies", positions.join(" ")).with("dependenciesKind", kinds);
        }
        xml.leaf(element, attributes)
    }

    /// The tunable parameters that an unknown depends on while the model runs, which FMI 3.0 counts among the knowns: those that it
    /// depends on at the start.
    fn parameters(&self, index: usize, when: When) -> Vec<usize> {
        if self.references.version == Version::Fmi2 || matches!(when, When::Initially) {
            return Vec::new();
        }
        let is_tunable = |index: &usize| {
            let variable = self.variable(*index);
            variable.is_some_and(|v| v.causality == Causality::Parameter && v.variability == Variability::Tunable)
        };
        let together = self.references.together(index);
        let known: Option<Vec<_>> = together.map(|element| self.known(element, When::Initially)).collect();
        match known {
            Some(known) => known.iter().flat_map(|known| known.iter()).copied().filter(is_tunable).collect(),
            None => self.references.exposed.iter().copied().filter(is_tunable).collect(),
        }
    }
}
