//! Rules of single variables, and of those that share a value reference (FMI 2.0.5, 2.2.7).

use std::collections::HashMap;

use simulation::variables::{Causality, Initial, Variability};

use super::description_fault::{AliasFault, DescriptionFault as Fault};
use super::problem::{Place, Problem};
use crate::description::is_structured_name;
use crate::host::{Kind, ModelDescription, ScalarVariable};
use crate::naming::Naming;
use crate::words::Word;

pub(super) fn faults(description: &ModelDescription, variable: &ScalarVariable) -> Vec<Fault> {
    let mut faults = Vec::new();
    faults.extend(name_fault(description.naming, variable));
    faults.extend(attribute_faults(variable));
    if !variable.is_alias && variable.kind != Kind::Other {
        faults.extend(start_faults(description, variable));
    }
    faults.extend(model_exchange_faults(description, variable));
    faults.extend(derivative_fault(description, variable));
    faults
}

fn name_fault(naming: Naming, variable: &ScalarVariable) -> Option<Fault> {
    let name = variable.name.clone();
    if name.is_empty() {
        return Some(Fault::EmptyName);
    }
    if naming == Naming::Flat {
        return None;
    }
    if !is_structured_name(&name) {
        return Some(Fault::StructuredName(name));
    }
    (name.starts_with("der(") && variable.kind != Kind::Real).then_some(Fault::DerivativeName(name))
}

/// Causality, variability, initial and type.
fn attribute_faults(variable: &ScalarVariable) -> Vec<Fault> {
    let ScalarVariable { causality, variability, kind, .. } = *variable;
    let name = || variable.name.clone();
    let mut faults = Vec::new();
    // The numeric types of FMI 3.0 are not distinguished here.
    if kind == Kind::Other {
        return faults;
    }
    if causality == Causality::Independent && kind != Kind::Real {
        faults.push(Fault::IndependentType(name()));
    } else if kind != Kind::Real && variability == Variability::Continuous {
        faults.push(Fault::Continuous(name()));
    } else if let Some(allowed) = allowed_initials(causality, variability) {
        let initial = variable.initial.filter(|_| variable.says_initial);
        faults.extend(initial.filter(|initial| !allowed.contains(initial)).map(|initial| Fault::Initial {
            name: name(),
            initial: initial.word(),
            causality: causality.word(),
            variability: variability.word(),
        }));
    } else {
        let (causality, variability) = (causality.word(), variability.word());
        faults.push(Fault::Combination { name: name(), causality, variability });
    }
    let nominal = variable.nominal.filter(|&nominal| nominal <= 0.0 || !nominal.is_finite());
    faults.extend(nominal.map(|nominal| Fault::Nominal { name: name(), nominal }));
    faults
}

/// Allowed values of `initial`; none for an illegal pair of causality and variability (the two tables of FMI 2.0.5, 2.2.7).
fn allowed_initials(causality: Causality, variability: Variability) -> Option<&'static [Initial]> {
    use Causality::{CalculatedParameter, Independent, Input, Local, Output, Parameter};
    use Variability::{Constant, Continuous, Discrete, Fixed, Tunable};
    match (causality, variability) {
        (Parameter, Fixed | Tunable) | (Output | Local, Constant) => Some(&[Initial::Exact]),
        (CalculatedParameter | Local, Fixed | Tunable) => Some(&[Initial::Approx, Initial::Calculated]),
        (Output | Local, Discrete | Continuous) => Some(&[Initial::Exact, Initial::Approx, Initial::Calculated]),
        (Input, Discrete | Continuous) | (Independent, Continuous) => Some(&[]),
        _ => None,
    }
}

/// Checks that a start value is present exactly where required or allowed, and that it is legal.
fn start_faults(description: &ModelDescription, variable: &ScalarVariable) -> Vec<Fault> {
    let name = || variable.name.clone();
    let needs_start =
        variable.causality == Causality::Input || matches!(variable.initial, Some(Initial::Exact | Initial::Approx));
    let mut faults = Vec::new();
    if let (Some(min), Some(max)) = (variable.min, variable.max)
        && min > max
    {
        faults.push(Fault::MinAboveMax { name: name(), min, max });
        return faults;
    }
    match &variable.start {
        None if needs_start => faults.push(Fault::NoStart(name())),
        Some(_) if !needs_start => faults.push(Fault::Start(name())),
        Some(start) if !is_of_type(description, variable, start.trim()) => {
            faults.push(Fault::StartType { name: name(), start: start.clone(), kind: variable.kind.name() });
        }
        Some(start) => faults.extend(bound_fault(variable, start)),
        None => {}
    }
    faults
}

fn is_of_type(description: &ModelDescription, variable: &ScalarVariable, start: &str) -> bool {
    match variable.kind {
        Kind::Real => start.parse::<f64>().is_ok_and(f64::is_finite),
        Kind::Integer => start.parse::<i32>().is_ok(),
        Kind::Boolean => matches!(start, "true" | "false" | "1" | "0"),
        Kind::String | Kind::Other => true,
        Kind::Enumeration => {
            let literals = description.literals(variable);
            start.parse::<i32>().is_ok_and(|start| literals.is_empty() || literals.iter().any(|(_, v)| *v == start))
        }
    }
}

fn bound_fault(variable: &ScalarVariable, start: &str) -> Option<Fault> {
    if !matches!(variable.kind, Kind::Real | Kind::Integer | Kind::Enumeration) {
        return None;
    }
    let start: f64 = start.trim().parse().ok()?;
    let name = || variable.name.clone();
    let below = variable.min.filter(|&min| start < min).map(|min| Fault::BelowMinimum { name: name(), start, min });
    let above = variable.max.filter(|&max| start > max).map(|max| Fault::AboveMaximum { name: name(), start, max });
    below.or(above)
}

/// Attributes that only variables of certain sorts may have in model exchange, and none in co-simulation alone.
fn model_exchange_faults(description: &ModelDescription, variable: &ScalarVariable) -> Vec<Fault> {
    let mut faults = Vec::new();
    let is_model_exchange = description.model_exchange.is_some();
    if variable.reinit {
        let is_state = description.variables.iter().any(|derivative| {
            let state = derivative.derivative.and_then(|index| description.variables.get(index));
            state.is_some_and(|state| state.name == variable.name)
        });
        if !is_state || !is_model_exchange {
            faults.push(Fault::Reinit(variable.name.clone()));
        }
    }
    let says_multiple_set = variable.can_handle_multiple_set_per_time_instant.is_some();
    if says_multiple_set && (variable.causality != Causality::Input || !is_model_exchange) {
        faults.push(Fault::MultipleSet(variable.name.clone()));
    }
    faults
}

fn derivative_fault(description: &ModelDescription, variable: &ScalarVariable) -> Option<Fault> {
    let index = variable.derivative?;
    let name = variable.name.clone();
    let Some(state) = description.variables.get(index) else {
        return Some(Fault::DerivativeIndex { name, index: index + 1, count: description.variables.len() });
    };
    let problem = if state.kind != Kind::Real {
        "no Real"
    } else if state.variability != Variability::Continuous {
        "not continuous"
    } else if state.causality == Causality::Independent {
        "the independent variable"
    } else if state.name == variable.name {
        "itself"
    } else {
        return None;
    };
    Some(Fault::DerivativeOf { name, state: state.name.clone(), problem })
}

/// Problems of all alias sets (FMI 2.0.5, 2.2.7, "alias set"), each variable compared with the first one of its set.
pub(super) fn alias_problems(variables: &[ScalarVariable]) -> Vec<Problem> {
    let mut first: HashMap<(Kind, u32), &ScalarVariable> = HashMap::new();
    let mut started: HashMap<(Kind, u32), &ScalarVariable> = HashMap::new();
    let mut problems = Vec::new();
    for variable in variables.iter().filter(|variable| !variable.is_alias) {
        let key = (base_type(variable.kind), variable.value_reference);
        let other = *first.entry(key).or_insert(variable);
        let mut faults = Vec::new();
        if !std::ptr::eq(other, variable) {
            faults.extend(pair_fault(other, variable));
        }
        if variable.start.is_some() && variable.variability != Variability::Constant {
            let other = *started.entry(key).or_insert(variable);
            if !std::ptr::eq(other, variable) {
                faults.push(alias_fault(other, variable, AliasFault::Start));
            }
        }
        problems.extend(faults.into_iter().map(|fault| Problem::new(Place::Line(variable.line), fault)));
    }
    problems
}

/// The type by whose functions a variable is read: enumerations are integers.
fn base_type(kind: Kind) -> Kind {
    if kind == Kind::Enumeration { Kind::Integer } else { kind }
}

fn alias_fault(other: &ScalarVariable, variable: &ScalarVariable, fault: AliasFault) -> Fault {
    let (name, other) = (variable.name.clone(), other.name.clone());
    Fault::Alias { name, other, reference: variable.value_reference, fault }
}

fn pair_fault(other: &ScalarVariable, variable: &ScalarVariable) -> Option<Fault> {
    let constants = [other, variable].map(|variable| variable.variability == Variability::Constant);
    if constants.contains(&true) && (constants.contains(&false) || other.start != variable.start) {
        return Some(alias_fault(other, variable, AliasFault::Constant));
    }
    (other.unit != variable.unit).then(|| alias_fault(other, variable, AliasFault::Unit))
}
