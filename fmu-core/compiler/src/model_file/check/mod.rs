//! The checker: turns the tree into the [`Written`] model and reports all errors.
//!
//! Each section has a function that checks its node and returns the valid part; errors go to [`Problems`]. If there are
//! errors, the returned parts are not used.

mod components;
mod connections;
mod experiment;
mod parameters;
mod public_names;
mod sub_models;
mod values;

use super::tree::{Entry, Node, Problems};
use super::written::{Body, Written, WrittenConnection};
use super::{Place, Problem, Spanned};
use mechanism::hashed::{HashMap, HashSet};
pub(crate) use parameters::check_set as check_set_parameter;
use public_names::Section;
pub(crate) use public_names::constant_output;

/// Keys at the top level.
const KEYS: &[&str] = &[
    "name",
    "description",
    "experiment",
    "parameters",
    "components",
    "connections",
    "variables",
    "inputs",
    "outputs",
    "models",
    "use",
];

/// The model described by `root`; none if it has no name.
pub(super) fn check(root: Node, problems: &mut Problems) -> Option<Written> {
    let span = root.span.clone();
    let entries =
        values::entries(root, &Place::File, "a table (JSON: an object) of `name`, `components`, ...", problems)?;
    let mut name = None;
    let mut inputs = public_names::Public::default();
    let mut written = Written::default();
    let body = &mut written.body;
    let variables = names_of_variables(&entries);
    for Entry { key, value, .. } in entries {
        match key.value.as_str() {
            "name" => name = Some(model_name(value, problems)),
            "description" => written.description = values::text(value, &Place::TopLevel("description"), problems),
            "experiment" => written.experiment = experiment::check(value, problems),
            "parameters" => body.parameters = parameters::check(value, parameters::Owner::Model, problems),
            "components" => body.components = components::check(value, problems),
            "connections" => body.connections = connections::written(value, &variables, problems),
            "models" => written.models = sub_models::check(value, problems),
            "use" => written.uses = sub_models::uses(value, problems),
            "inputs" => inputs = public_names::check(value, Section::Inputs, problems),
            "variables" => body.variables = public_names::check(value, Section::Variables, problems).names,
            "outputs" => body.outputs = public_names::check(value, Section::Outputs, problems).names,
            _ => values::unknown_key(&key, Place::File, KEYS, problems),
        }
    }
    body.add_inputs(inputs);
    report_duplicates(body, problems);
    match name {
        Some(name) => written.name = name?,
        None => {
            let expected = match written.body.components.is_empty() && !written.models.is_empty() {
                true => "the name of the model; a file with sub-models only is for other files, which list it in `use`",
                false => "the name of the model, a string",
            };
            problems
                .report(&(span.start..span.start), Problem::MissingKey { place: Place::File, key: "name", expected });
        }
    }
    Some(written)
}

/// The sub-models of a file that another file uses. The rest of the file is skipped.
pub(super) fn check_used(root: Node, problems: &mut Problems) -> Written {
    let mut written = Written::default();
    for Entry { key, value, .. } in
        values::entries(root, &Place::File, "a table with `models`", problems).unwrap_or_default()
    {
        match key.value.as_str() {
            "models" => written.models = sub_models::check(value, problems),
            "use" => written.uses = sub_models::uses(value, problems),
            _ => {}
        }
    }
    written
}

impl Body {
    /// Adds the section of inputs, with the sources of constant ones.
    fn add_inputs(&mut self, inputs: public_names::Public) {
        self.inputs = inputs.names;
        self.components.extend(inputs.constants);
        let written = |pair| WrittenConnection { number: 0, indices: None, is_constant: true, pair };
        self.connections.extend(inputs.connections.into_iter().map(written));
    }
}

/// Names of the variables and inputs of the model, which connections may lead from.
fn names_of_variables(entries: &[Entry]) -> HashSet<String> {
    let is_one = |entry: &&Entry| ["variables", "inputs"].contains(&entry.key.value.as_str());
    let tables = entries.iter().filter(is_one).filter_map(|entry| entry.value.entries());
    tables.flatten().map(|entry| entry.key.value.clone()).collect()
}

/// FMI's modelName: any text of one line.
fn model_name(value: Node, problems: &mut Problems) -> Option<String> {
    let span = value.span.clone();
    let place = Place::TopLevel("name");
    let name = values::text(value, &place, problems)?;
    if name.trim().is_empty() {
        problems.report(&span, Problem::empty(place));
    } else if let Some(control) = name.chars().find(|c| super::is_unseen(*c)) {
        let fault = super::NameFault::Character(control);
        problems.report(&span, Problem::IllegalName { place, name: name.clone(), fault });
    }
    Some(name)
}

/// Parameters and components share one name space; inputs and outputs share another one, which also includes the
/// parameters.
fn report_duplicates(body: &Body, problems: &mut Problems) {
    let parameters = || body.parameters.iter().map(|p| ("parameters", &p.name));
    let components = body.components.iter().map(|c| ("components", &c.name));
    let inputs = body.inputs.iter().map(|p| ("inputs", &p.name));
    // True for an output that shows the variable of its name.
    let is_itself = |p: &&super::PublicName| {
        p.target.value.is_variable(&p.name.value) && body.variables.iter().any(|v| v.name.value == p.name.value)
    };
    let outputs = body.outputs.iter().filter(|p| !is_itself(p)).map(|p| ("outputs", &p.name));
    let variables = || body.variables.iter().map(|p| ("variables", &p.name));
    let plain = body.inputs.iter().filter(|p| p.is_plain_input()).map(|p| ("inputs", &p.name));
    report_duplicates_among(parameters().chain(variables()).chain(plain).chain(components), problems);
    report_duplicates_among(parameters().chain(variables()).chain(inputs).chain(outputs), problems);
}

fn report_duplicates_among<'a>(
    names: impl Iterator<Item = (&'static str, &'a Spanned<String>)>,
    problems: &mut Problems,
) {
    let mut seen = HashMap::default();
    for (second, name) in names {
        let first = *seen.entry(name.value.as_str()).or_insert(second);
        // Duplicates within one section have been reported by the parser.
        if first != second {
            problems.report(&name.span, Problem::DuplicateName { name: name.value.clone(), first, second });
        }
    }
}
