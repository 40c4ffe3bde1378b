//! Rules of variables that share a value reference (FMI 2.0.5, 2.2.7, "alias set").

use std::collections::HashMap;

use simulation::variables::Variability;

use super::description_fault::DescriptionFault as Fault;
use super::problem::{Place, Problem};
use crate::host::{Kind, ScalarVariable};

/// Problems of all alias sets, each variable compared with the first one of its set.
pub(super) fn check(variables: &[ScalarVariable]) -> Vec<Problem> {
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
                faults.push(fault(other, variable, |name, other, reference| Fault::AliasStart {
                    name,
                    other,
                    reference,
                }));
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

fn fault(other: &ScalarVariable, variable: &ScalarVariable, make: impl FnOnce(String, String, u32) -> Fault) -> Fault {
    make(variable.name.clone(), other.name.clone(), variable.value_reference)
}

fn pair_fault(other: &ScalarVariable, variable: &ScalarVariable) -> Option<Fault> {
    let constants = [other, variable].map(|variable| variable.variability == Variability::Constant);
    if constants.contains(&true) && (constants.contains(&false) || other.start != variable.start) {
        return Some(fault(other, variable, |name, other, reference| Fault::AliasConstant { name, other, reference }));
    }
    (other.unit != variable.unit)
        .then(|| fault(other, variable, |name, other, reference| Fault::AliasUnit { name, other, reference }))
}
