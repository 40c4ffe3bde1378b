//! Rules of what a description says of the model as a whole, of units, types, log categories and the experiment (FMI 2.0.5, 2.2.1 to 2.2.5).

use std::collections::{HashMap, HashSet};

use simulation::variables::Causality;

use super::description_fault::DescriptionFault as Fault;
use super::problem::{Place, Problem};
use crate::archive::DESCRIPTION;
use crate::host::{Kind, ModelDescription, ScalarVariable, SimpleType, Unit};
use crate::naming::is_c_identifier;

/// Problems of everything but single variables and ModelStructure.
pub(super) fn check(description: &ModelDescription) -> Vec<Problem> {
    let mut problems = root_faults(description);
    problems.extend(experiment_faults(description));
    let mut problems: Vec<Problem> =
        problems.into_iter().map(|fault| Problem::new(Place::Entry(DESCRIPTION.to_owned()), fault)).collect();
    problems.extend(unit_problems(&description.units));
    problems.extend(type_problems(description));
    problems.extend(reference_problems(description));
    problems.extend(name_problems(description));
    problems
}

fn root_faults(description: &ModelDescription) -> Vec<Fault> {
    let identifiers: HashSet<&str> = description.interfaces().map(|i| i.model_identifier.as_str()).collect();
    let date = description.generation_date_and_time.as_deref();
    let mut faults: Vec<Fault> = [
        (description.guid.trim().is_empty(), Fault::EmptyGuid),
        (description.model_name.trim().is_empty(), Fault::EmptyModelName),
        (identifiers.is_empty(), Fault::NoInterface),
    ]
    .into_iter()
    .filter_map(|(is_wrong, fault)| is_wrong.then_some(fault))
    .collect();
    let wrong = identifiers.into_iter().filter(|identifier| !is_c_identifier(identifier));
    faults.extend(wrong.map(|identifier| Fault::Identifier(identifier.to_owned())));
    faults.extend(date.filter(|date| !is_date_time(date)).map(|date| Fault::Date(date.to_owned())));
    let mut categories = HashSet::new();
    let names = description.log_categories.iter();
    faults.extend(names.filter_map(|name| duplicate(&mut categories, "LogCategories", name)));
    faults
}

/// The fault of a name that is in the list already.
fn duplicate<'n>(seen: &mut HashSet<&'n str>, list: &'static str, name: &'n str) -> Option<Fault> {
    (!seen.insert(name)).then(|| Fault::Duplicate { list, name: name.to_owned() })
}

/// True if the text has the form of xs:dateTime: `2024-02-29T12:00:00`, then optional fractional seconds and time zone.
fn is_date_time(text: &str) -> bool {
    const PATTERN: &str = "0000-00-00T00:00:00";
    let Some((start, rest)) = text.split_at_checked(PATTERN.len()) else { return false };
    let fits = |(c, pattern): (char, char)| if pattern == '0' { c.is_ascii_digit() } else { c == pattern };
    let zone = rest.strip_prefix('.').map_or(rest, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    start.chars().zip(PATTERN.chars()).all(fits) && (zone.is_empty() || zone == "Z" || zone.starts_with(['+', '-']))
}

fn experiment_faults(description: &ModelDescription) -> Vec<Fault> {
    let experiment = &description.experiment;
    let start = experiment.start_time.unwrap_or(0.0);
    let not_positive = |name, value: Option<f64>| {
        let value = value.filter(|value| !(value.is_finite() && *value > 0.0))?;
        Some(Fault::NotPositive { name, value })
    };
    let mut faults: Vec<Fault> =
        [not_positive("tolerance", experiment.tolerance), not_positive("stepSize", experiment.step_size)]
            .into_iter()
            .flatten()
            .collect();
    let Some(stop) = experiment.stop_time else { return faults };
    if !(stop.is_finite() && stop > start) {
        faults.push(Fault::StopTime { start, stop });
    } else if let Some(step) = experiment.step_size.filter(|&step| step >= stop - start) {
        faults.push(Fault::StepSize { step, duration: stop - start });
    }
    faults
}

fn unit_problems(units: &[Unit]) -> Vec<Problem> {
    let mut names = HashSet::new();
    let mut problems = Vec::new();
    for unit in units {
        let mut faults: Vec<Fault> = duplicate(&mut names, "UnitDefinitions", &unit.name).into_iter().collect();
        let mut display_names = HashSet::new();
        let displays = unit.display_units.iter();
        let doubled = displays.filter_map(|display| duplicate(&mut display_names, "a Unit", &display.name));
        let factors = unit.display_units.iter().map(|display| (&display.name, display.factor));
        let factors = factors.chain(unit.base.map(|base| (&unit.name, base.factor)));
        let useless = factors.filter(|(_, factor)| *factor == 0.0 || !factor.is_finite());
        faults.extend(doubled.chain(useless.map(|(name, _)| Fault::Factor(name.clone()))));
        problems.extend(faults.into_iter().map(|fault| Problem::new(Place::Line(unit.line), fault)));
    }
    problems
}

fn type_problems(description: &ModelDescription) -> Vec<Problem> {
    let mut names = HashSet::new();
    let variables: HashSet<&str> = description.variables.iter().map(|variable| variable.name.as_str()).collect();
    let mut problems = Vec::new();
    for simple_type in &description.types {
        let name = || simple_type.name.clone();
        let mut faults: Vec<Fault> = duplicate(&mut names, "TypeDefinitions", &simple_type.name).into_iter().collect();
        if variables.contains(simple_type.name.as_str()) {
            faults.push(Fault::TypeAndVariable(name()));
        }
        if let (Some(min), Some(max)) = (simple_type.min, simple_type.max)
            && min > max
        {
            faults.push(Fault::MinAboveMax { name: name(), min, max });
        }
        faults.extend(literal_faults(simple_type));
        problems.extend(faults.into_iter().map(|fault| Problem::new(Place::Line(simple_type.line), fault)));
    }
    problems
}

/// Literals and values must belong to each other one by one.
fn literal_faults(simple_type: &SimpleType) -> Vec<Fault> {
    let (mut names, mut values) = (HashSet::new(), HashSet::new());
    let mut faults = Vec::new();
    for (name, value) in &simple_type.items {
        faults.extend(duplicate(&mut names, "an Enumeration", name));
        if !values.insert(value) {
            faults.push(Fault::LiteralValue { name: simple_type.name.clone(), value: *value });
        }
    }
    faults
}

/// References of variables and types to units and types.
fn reference_problems(description: &ModelDescription) -> Vec<Problem> {
    let units: HashMap<&str, &Unit> = description.units.iter().map(|unit| (unit.name.as_str(), unit)).collect();
    let types: HashMap<&str, &SimpleType> = description.types.iter().map(|t| (t.name.as_str(), t)).collect();
    let of_types = description.types.iter().flat_map(|simple_type| {
        let fault = unit_fault(&units, &simple_type.name, &simple_type.unit, &simple_type.display_unit);
        fault.map(|fault| Problem::new(Place::Line(simple_type.line), fault))
    });
    let of_variables = description.variables.iter().flat_map(|variable| {
        let declared = type_fault(&types, variable);
        // The unit that a variable has from its type is reported with the type.
        let inherits = |unit: &String| {
            let declared_type = variable.declared_type.as_deref().and_then(|name| types.get(name));
            declared_type.is_some_and(|declared_type| declared_type.unit.as_ref() == Some(unit))
        };
        let is_told = variable.unit.as_ref().is_some_and(|unit| inherits(unit) && !units.contains_key(unit.as_str()));
        let of_unit =
            if is_told { None } else { unit_fault(&units, &variable.name, &variable.unit, &variable.display_unit) };
        [declared, of_unit].into_iter().flatten().map(|fault| Problem::new(Place::Line(variable.line), fault))
    });
    of_types.chain(of_variables).collect()
}

fn unit_fault(
    units: &HashMap<&str, &Unit>,
    name: &str,
    unit: &Option<String>,
    display_unit: &Option<String>,
) -> Option<Fault> {
    let defined = unit.as_ref().and_then(|unit| units.get(unit.as_str()));
    if let (Some(unit), None) = (unit, defined) {
        return Some(Fault::Unit { name: name.to_owned(), unit: unit.clone() });
    }
    let display_unit = display_unit.as_ref()?;
    let is_known = |unit: &&Unit| unit.display_units.iter().any(|known| &known.name == display_unit);
    if defined.is_some_and(is_known) {
        return None;
    }
    Some(Fault::DisplayUnit { name: name.to_owned(), unit: display_unit.clone(), of: unit.clone() })
}

fn type_fault(types: &HashMap<&str, &SimpleType>, variable: &ScalarVariable) -> Option<Fault> {
    let name = || variable.name.clone();
    let Some(declared_type) = &variable.declared_type else {
        return (variable.kind == Kind::Enumeration).then(|| Fault::EnumerationType(name()));
    };
    match types.get(declared_type.as_str()) {
        None => Some(Fault::Type { name: name(), declared_type: declared_type.clone() }),
        Some(found) if found.kind != variable.kind && variable.kind != Kind::Other => Some(Fault::TypeKind {
            name: name(),
            kind: variable.kind.name(),
            declared_type: declared_type.clone(),
            type_kind: found.kind.name(),
        }),
        Some(_) => None,
    }
}

/// Names of variables are unique, and at most one is independent.
fn name_problems(description: &ModelDescription) -> Vec<Problem> {
    let mut names = HashSet::new();
    let mut has_independent = false;
    let mut problems = Vec::new();
    for variable in &description.variables {
        let mut add = |fault: Fault| problems.push(Problem::new(Place::Line(variable.line), fault));
        duplicate(&mut names, "ModelVariables", &variable.name).into_iter().for_each(&mut add);
        if variable.causality == Causality::Independent {
            if has_independent {
                add(Fault::SecondIndependent(variable.name.clone()));
            }
            has_independent = true;
        }
    }
    problems
}
