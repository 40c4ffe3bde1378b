//! Rules of ModelStructure (FMI 2.0.5, 2.2.8; FMI 3.0.2, 2.4.8).

use std::collections::{BTreeSet, HashSet};

use fmu_core::instance::Version;
use simulation::variables::{Causality, Initial, Variability};

use super::description_fault::DescriptionFault as Fault;
use super::problem::{Place, Problem};
use crate::host::{Kind, ModelDescription, ScalarVariable, Unknown};

/// Kinds of dependencies in Outputs and Derivatives.
const KINDS: [&str; 5] = ["dependent", "constant", "fixed", "tunable", "discrete"];
/// Kinds of dependencies in InitialUnknowns.
const INITIAL_KINDS: [&str; 2] = ["dependent", "constant"];

/// Problems of all lists.
pub(super) fn check(description: &ModelDescription) -> Vec<Problem> {
    let structure = Structure::new(description);
    let outputs = structure.select(|variable| variable.causality == Causality::Output);
    let initial_unknowns = structure.initial_unknowns();
    let names = match description.version {
        Version::Fmi2 => ["Outputs", "Derivatives", "InitialUnknowns"],
        Version::Fmi3 => ["Output", "ContinuousStateDerivative", "InitialUnknown"],
    };
    let lists = [
        List { name: names[0], unknowns: &description.outputs, is_initial: false },
        List { name: names[1], unknowns: &description.derivatives, is_initial: false },
        List { name: names[2], unknowns: &description.initial_unknowns, is_initial: true },
    ];
    let indicators = List { name: "EventIndicator", unknowns: &description.event_indicators, is_initial: false };
    let all = lists.iter().chain([&indicators]);
    let mut problems: Vec<Problem> = all.flat_map(|list| structure.list_problems(list)).collect();
    let is_indicator = structure.select(|v| v.kind == Kind::Real && v.variability == Variability::Continuous);
    problems.extend(structure.surplus(&indicators, &is_indicator));
    problems.extend(structure.completeness(&lists[0], &outputs));
    problems.extend(structure.completeness(&lists[1], &structure.derivatives()));
    problems.extend(structure.completeness(&lists[2], &initial_unknowns));
    problems
}

struct List<'a> {
    name: &'static str,
    unknowns: &'a [Unknown],
    /// True for the list InitialUnknowns.
    is_initial: bool,
}

struct Structure<'a> {
    description: &'a ModelDescription,
    /// Positions of continuous states.
    states: HashSet<usize>,
}

impl<'a> Structure<'a> {
    fn new(description: &'a ModelDescription) -> Self {
        let derivatives = description.derivatives.iter();
        let states = derivatives.filter_map(|unknown| description.variables.get(unknown.index)?.derivative);
        Self { description, states: states.collect() }
    }

    fn is_fmi2(&self) -> bool {
        self.description.version == Version::Fmi2
    }

    fn variable(&self, index: usize) -> Option<&'a ScalarVariable> {
        self.description.variables.get(index)
    }

    fn name(&self, index: usize) -> String {
        self.variable(index).map(|variable| variable.name.clone()).unwrap_or_default()
    }

    /// Line of a variable.
    fn line(&self, index: usize) -> u32 {
        self.variable(index).map_or(1, |variable| variable.line)
    }

    fn select(&self, wanted: impl Fn(&ScalarVariable) -> bool) -> BTreeSet<usize> {
        let variables = self.description.variables.iter().enumerate();
        variables.filter(|(_, variable)| !variable.is_alias && wanted(variable)).map(|(index, _)| index).collect()
    }

    /// Variables expected in Derivatives. Model exchange requires the derivatives of all states; a variable with a start value and a
    /// derivative is a state, others may be states.
    fn derivatives(&self) -> BTreeSet<usize> {
        let is_derivative = |index: usize| self.variable(index).is_some_and(|variable| variable.derivative.is_some());
        let listed = self.description.derivatives.iter().map(|unknown| unknown.index);
        let mut expected: BTreeSet<usize> = listed.filter(|&index| is_derivative(index)).collect();
        if self.description.model_exchange.is_some() {
            expected.extend(self.select(|variable| {
                let state = variable.derivative.and_then(|index| self.variable(index));
                state.is_some_and(|state| matches!(state.initial, Some(Initial::Exact | Initial::Approx)))
            }));
        }
        expected
    }

    fn initial_unknowns(&self) -> BTreeSet<usize> {
        let is_found =
            |variable: &ScalarVariable| matches!(variable.initial, Some(Initial::Approx | Initial::Calculated));
        let mut expected = self.select(|variable| {
            variable.causality == Causality::CalculatedParameter
                || (variable.causality == Causality::Output && is_found(variable))
        });
        let derivatives = self.description.derivatives.iter().map(|unknown| unknown.index);
        let both = derivatives.chain(self.states.iter().copied());
        expected.extend(both.filter(|&index| self.variable(index).is_some_and(is_found)));
        expected
    }

    /// Problems for unknowns that the list lacks or must not contain.
    fn completeness(&self, list: &List<'_>, expected: &BTreeSet<usize>) -> Vec<Problem> {
        let found: BTreeSet<usize> = list.unknowns.iter().map(|unknown| unknown.index).collect();
        let missing = expected.difference(&found).map(|&index| {
            let fault = Fault::NotListed { list: list.name, name: self.name(index) };
            Problem::new(Place::Line(self.line(index)), fault)
        });
        missing.chain(self.surplus(list, expected)).collect()
    }

    /// Problems for unknowns that the list must not contain.
    fn surplus(&self, list: &List<'_>, expected: &BTreeSet<usize>) -> Vec<Problem> {
        let is_surplus = |index: usize| self.variable(index).is_some() && !expected.contains(&index);
        let surplus = list.unknowns.iter().filter(|unknown| is_surplus(unknown.index)).map(|unknown| {
            let fault = Fault::Surplus { list: list.name, name: self.name(unknown.index) };
            Problem::new(Place::Line(unknown.line), fault)
        });
        surplus.collect()
    }

    /// Problems of the entries of a list.
    fn list_problems(&self, list: &List<'_>) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut seen = HashSet::new();
        let mut last = None;
        for unknown in list.unknowns {
            let mut faults = Vec::new();
            let name = || self.name(unknown.index);
            if self.variable(unknown.index).is_none() {
                faults.push(self.index_fault(list.name, unknown.index));
            } else if !seen.insert(unknown.index) {
                faults.push(Fault::ListedTwice { list: list.name, name: name() });
            } else if list.is_initial && self.is_fmi2() && last.is_some_and(|last| last > unknown.index) {
                faults.push(Fault::Order { list: list.name, name: name() });
            }
            last = last.max(Some(unknown.index));
            faults.extend(self.dependency_faults(list, unknown));
            problems.extend(faults.into_iter().map(|fault| Problem::new(Place::Line(unknown.line), fault)));
        }
        problems
    }

    fn index_fault(&self, list: &'static str, index: usize) -> Fault {
        Fault::Index { list, index: index.saturating_add(1), count: self.description.variables.len() }
    }

    fn dependency_faults(&self, list: &List<'_>, unknown: &Unknown) -> Vec<Fault> {
        let name = || self.name(unknown.index);
        let dependencies = unknown.dependencies.as_deref().unwrap_or_default();
        let mut faults = self.kind_faults(list, unknown, dependencies);
        if self.is_fmi2() && !dependencies.is_sorted_by(|a, b| a < b) {
            faults.push(Fault::DependencyOrder { list: list.name, name: name() });
        }
        for &index in dependencies {
            if index == unknown.index {
                faults.push(Fault::SelfDependency { list: list.name, name: name() });
                continue;
            }
            match self.variable(index) {
                None => faults.push(self.index_fault(list.name, index)),
                Some(known) => faults.extend(self.unknown_kind(list, index, known).map(|kind| Fault::Dependency {
                    list: list.name,
                    name: name(),
                    on: known.name.clone(),
                    kind,
                })),
            }
        }
        faults
    }

    /// Why a variable is nothing that unknowns may depend on.
    fn unknown_kind(&self, list: &List<'_>, index: usize, known: &ScalarVariable) -> Option<&'static str> {
        let is_known = matches!(known.causality, Causality::Input | Causality::Independent)
            || (!self.is_fmi2() && known.causality == Causality::Parameter)
            || if list.is_initial { known.initial == Some(Initial::Exact) } else { self.states.contains(&index) };
        let kind =
            if list.is_initial { "neither input, time nor of exact start" } else { "neither input, state nor time" };
        (!is_known).then_some(kind)
    }

    fn kind_faults(&self, list: &List<'_>, unknown: &Unknown, dependencies: &[usize]) -> Vec<Fault> {
        let Some(kinds) = &unknown.kinds else { return Vec::new() };
        let name = || self.name(unknown.index);
        if kinds.len() != dependencies.len() {
            let (dependencies, kinds) = (dependencies.len(), kinds.len());
            return vec![Fault::KindCount { list: list.name, name: name(), dependencies, kinds }];
        }
        let allowed: &[&str] = if list.is_initial { &INITIAL_KINDS } else { &KINDS };
        let is_real = self.variable(unknown.index).is_none_or(|variable| variable.kind == Kind::Real);
        let is_wrong = |kind: &&String| !allowed.contains(&kind.as_str()) || (kind.as_str() != "dependent" && !is_real);
        let wrong: BTreeSet<&String> = kinds.iter().filter(is_wrong).collect();
        wrong.into_iter().map(|kind| Fault::Kind { list: list.name, name: name(), kind: kind.clone() }).collect()
    }
}
