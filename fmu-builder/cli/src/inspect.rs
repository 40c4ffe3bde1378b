//! `inspect`: the interface of an FMU.

use std::collections::BTreeSet;
use std::path::Path;

use fmu_tool::Version;
use fmu_tool::host::{Interface, ModelDescription, Package, ScalarVariable};
use simulation::variables::{Causality, Initial, Variability};

use super::arguments::Inspect;
use super::{CommandResult, console, kind, table};

/// Sections of the table: causality and title.
const SECTIONS: [(Causality, &str); 6] = [
    (Causality::Input, "Inputs"),
    (Causality::Output, "Outputs"),
    (Causality::Parameter, "Parameters"),
    (Causality::CalculatedParameter, "Calculated parameters"),
    (Causality::Local, "Local variables"),
    (Causality::Independent, "Independent variable"),
];

pub(crate) fn run(arguments: &Inspect) -> CommandResult {
    kind::expect_fmu(&arguments.fmu)?;
    let description = Package::read_description(&arguments.fmu)?;
    console::line(&facts(&arguments.fmu, &description));
    for (causality, title) in SECTIONS {
        let shown = |variable: &&ScalarVariable| {
            variable.causality == causality
                && arguments.filter.as_ref().is_none_or(|text| variable.name.contains(text.as_str()))
        };
        let variables: Vec<&ScalarVariable> = description.variables.iter().filter(shown).collect();
        if variables.is_empty() {
            continue;
        }
        if causality == Causality::Local && !arguments.all && arguments.filter.is_none() {
            console::line(&format!("\n{title}: {} (--all shows them)", variables.len()));
            continue;
        }
        console::line(&format!("\n{title}: {}", variables.len()));
        console::line(&variable_table(&description, &variables));
    }
    Ok(())
}

fn facts(path: &Path, description: &ModelDescription) -> String {
    let mut entries = vec![("file", path.display().to_string()), ("model", description.model_name.clone())];
    let mut add = |name, value: Option<String>| entries.extend(value.map(|value| (name, value)));
    add("description", description.description.clone());
    add("made by", description.generation_tool.clone());
    add("made at", description.generation_date_and_time.clone());
    let version = if description.version == Version::Fmi2 { "FMI 2.0" } else { "FMI 3.0" };
    add("version", Some(version.to_owned()));
    add("GUID", Some(description.guid.clone()));
    let identifiers: BTreeSet<&str> = description.interfaces().map(|i| i.model_identifier.as_str()).collect();
    add("identifier", Some(identifiers.into_iter().collect::<Vec<_>>().join(", ")));
    add("co-simulation", Some(capabilities(description.co_simulation.as_ref())));
    add("model exchange", Some(capabilities(description.model_exchange.as_ref())));
    add("names", Some(description.naming.convention().to_owned()));
    add("experiment", experiment(description));
    table::facts(entries)
}

fn capabilities(interface: Option<&Interface>) -> String {
    match interface {
        None => "no".to_owned(),
        Some(interface) if interface.capabilities.is_empty() => "yes".to_owned(),
        Some(interface) => interface.capabilities.join(", "),
    }
}

fn experiment(description: &ModelDescription) -> Option<String> {
    let experiment = &description.experiment;
    let part = |name: &str, value: Option<f64>, unit: &str| value.map(|value| format!("{name} {value}{unit}"));
    let parts = [
        part("start", experiment.start_time, " s"),
        part("stop", experiment.stop_time, " s"),
        part("step", experiment.step_size, " s"),
        part("tolerance", experiment.tolerance, ""),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn variable_table(description: &ModelDescription, variables: &[&ScalarVariable]) -> String {
    let states = description.variables.iter().filter_map(|variable| variable.derivative);
    let states: Vec<&str> = states.filter_map(|index| Some(description.variables.get(index)?.name.as_str())).collect();
    let is_state = |variable: &ScalarVariable| states.contains(&variable.name.as_str());
    let rows = variables.iter().map(|variable| row(description, variable, is_state(variable)));
    table::rows(&["name", "start", "unit", "kind", "description"], rows)
}

fn row(description: &ModelDescription, variable: &ScalarVariable, is_state: bool) -> Vec<String> {
    vec![
        variable.name.clone(),
        start(description, variable),
        variable.unit.clone().unwrap_or_default(),
        if is_state { "state" } else { role(variable) }.to_owned(),
        variable.description.clone().unwrap_or_default(),
    ]
}

/// The start value; for an enumeration the literal.
fn start(description: &ModelDescription, variable: &ScalarVariable) -> String {
    let start = variable.start.clone().unwrap_or_default();
    let literal = description.literals(variable).iter().find(|(_, value)| value.to_string() == start);
    literal.map_or(start, |(name, _)| name.clone())
}

fn role(variable: &ScalarVariable) -> &'static str {
    match (variable.variability, variable.initial) {
        (Variability::Constant, _) => "constant",
        (Variability::Fixed, _) => "fixed",
        (Variability::Tunable, _) => "tunable",
        (Variability::Discrete, _) => "discrete",
        (Variability::Continuous, Some(Initial::Exact | Initial::Approx)) => "settable start",
        (Variability::Continuous, _) => "continuous",
    }
}
