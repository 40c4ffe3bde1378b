//! Dependencies of initial values on inputs, parameters and start values (initial = exact).

use super::sets::{Collector, Set};
use super::structure::Structure;
use crate::variables::{Causality, DataType, Initial, Target, Variability};
use mechanism::hashed::{HashMap, HashSet};
use mechanism::{JointId, Source};

/// Maximum number of entries of the lists of all calculated parameters; further parameters count as depending on
/// everything.
const MOST_ENTRIES: usize = 1 << 20;

/// Source of the start value of a state.
#[derive(Clone, Copy, Debug)]
enum Start {
    /// An element of the parameter array.
    Address(usize),
    /// Computed from several start values.
    Calculated,
    /// The initial value of a signal.
    Measured,
}

/// Dependencies of the initial state. All sets hold catalogue indices.
pub(super) struct Starts<'a> {
    structure: &'a Structure<'a>,
    /// For each address the variables on which its value depends: its own one if hosts set it, otherwise those of its
    /// binding. None: everything.
    values: Vec<Option<Set>>,
    states: HashMap<usize, Start>,
    /// All parameters.
    parameters: Set,
    /// All parameters and start values.
    settled: Set,
    /// All parameters, start values and inputs.
    everything: Set,
    has_indirect_starts: bool,
    /// Cache: sets at the start for sets of inputs and states.
    known: HashMap<(*const usize, usize), (Set, Set)>,
    collector: Collector,
}

impl<'a> Starts<'a> {
    pub fn new(structure: &'a Structure<'a>) -> Self {
        let model = structure.model;
        let mut collector = Collector::new(model.catalogue.variables.len());
        let is_exact = |v: &crate::variables::Variable| {
            let is_known = v.initial == Some(Initial::Exact) && v.variability != Variability::Constant;
            is_known && v.alias_of.is_none() && matches!(v.data_type, DataType::Real { .. })
        };
        let mut exact = vec![None; model.parameters.slots.len()];
        let mut parameters = Vec::new();
        for (index, variable) in model.catalogue.variables.numbered().filter(|(_, v)| is_exact(v)) {
            if let Some(Target::Parameter(address)) = variable.target {
                exact[address] = Some(index);
                parameters.extend((variable.causality == Causality::Parameter).then_some(index));
            }
        }
        exact.iter().flatten().for_each(|index| collector.add(*index));
        let settled = collector.finish();
        collector.add_all(&settled);
        collector.add_all(&model.catalogue.inputs);
        let everything = collector.finish();
        let none: Set = Set::from([]);
        let value = |variable: Option<usize>| Some(variable.map_or_else(|| Set::clone(&none), |own| Set::from([own])));
        let mut result = Self {
            structure,
            values: exact.into_iter().map(value).collect(),
            states: HashMap::default(),
            parameters: parameters.into(),
            settled,
            everything,
            has_indirect_starts: model.has_indirect_starts(),
            known: HashMap::default(),
            collector,
        };
        result.find_bound();
        result.find_states();
        result
    }

    /// Computes the dependencies of bound parameters; each one reads only earlier ones.
    fn find_bound(&mut self) {
        let table = &self.structure.model.parameters;
        let solved: HashSet<usize> = table.solved.iter().map(|solved| solved.address).collect();
        let mut entries = 0;
        for binding in &table.bindings {
            let references = binding.references.iter().flat_map(|r| r.first..r.first + r.shape.size());
            let mut is_known = entries < MOST_ENTRIES;
            for address in references {
                is_known &= !solved.contains(&address);
                match &self.values[address] {
                    Some(set) => self.collector.add_all(set),
                    None => is_known = false,
                }
            }
            let found = self.collector.finish();
            entries += found.len();
            self.values[binding.first..][..binding.shape.size()].fill(is_known.then_some(found));
        }
        solved.into_iter().for_each(|address| self.values[address] = None);
    }

    fn find_states(&mut self) {
        let structure = self.structure;
        let (catalogue, motions) = (&structure.model.catalogue, &structure.model.motions);
        let measured: HashSet<JointId> = motions.references.iter().map(|(joint, _)| *joint).collect();
        let mechanism = &structure.model.mechanism;
        for (number, (joint, info)) in mechanism.tree.joints.iter().zip(&mechanism.joints).enumerate() {
            let own = motions.starts[number].coordinates(info.sense());
            let positions = structure.coordinates[joint.q..].iter().zip(&own.positions);
            for (state, coordinate) in positions.chain(structure.speeds[joint.v..].iter().zip(&own.speeds)) {
                if joint.kind.is_massless() {
                    self.states.extend(state.map(|state| (state, Start::Measured)));
                }
                let (Some(state), Some(address)) = (*state, coordinate.start) else { continue };
                let start = if measured.contains(&number) { Start::Measured } else { Start::Address(address) };
                self.states.insert(state, start);
            }
        }
        let laws = catalogue.states[structure.model.states.first_law()..].iter();
        self.states.extend(laws.zip(&motions.law_starts).map(|(state, address)| (*state, Start::Address(*address))));
    }

    /// Dependencies of the initial value of a quantity that depends on `now` at run time; none means everything.
    pub fn of(&mut self, source: &Source, now: &Set) -> Option<Set> {
        if let Source::Parameter(address) = source {
            return self.values.get(*address).cloned().unwrap_or_else(|| Some(Set::from([])));
        }
        if self.has_indirect_starts {
            return Some(Set::clone(&self.everything));
        }
        if self.structure.state(source).is_some()
            || matches!(source, Source::Time | Source::Constant(_) | Source::Input(_))
        {
            return Some(self.starts_of_states(now, false));
        }
        let key = (now.as_ptr(), now.len());
        if let Some((_, found)) = self.known.get(&key) {
            return Some(Set::clone(found));
        }
        let found = self.starts_of_states(now, true);
        // The key is the address of the set, which is kept so that the address is not reused.
        self.known.insert(key, (Set::clone(now), Set::clone(&found)));
        Some(found)
    }

    /// Replaces states by the dependencies of their start values; inputs are kept.
    fn starts_of_states(&mut self, now: &Set, parameters: bool) -> Set {
        let out = &mut self.collector;
        if parameters {
            out.add_all(&self.parameters);
        }
        let (mut settled, mut everything) = (false, false);
        for known in now.iter() {
            if !self.structure.is_state(*known) {
                out.add(*known);
                continue;
            }
            match self.states.get(known).copied().unwrap_or(Start::Calculated) {
                Start::Measured => everything = true,
                Start::Calculated => settled = true,
                Start::Address(address) => match &self.values[address] {
                    Some(set) => out.add_all(set),
                    None => everything = true,
                },
            }
        }
        if settled {
            out.add_all(&self.settled);
        }
        if everything {
            out.add_all(&self.everything);
        }
        out.finish()
    }
}
