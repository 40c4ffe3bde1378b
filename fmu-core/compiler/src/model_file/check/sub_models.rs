//! `[models]` and `use`.

use super::public_names::Section;
use super::{components, connections, parameters, public_names, values};
use crate::model_file::tree::{Entry, Kind, Node, Problems};
use crate::model_file::written::{Body, OwnConnector, SubModel};
use crate::model_file::{Place, Spanned, names};

const KEYS: &[&str] =
    &["description", "parameters", "components", "connections", "connectors", "variables", "inputs", "outputs"];
const EXPECTED_CONNECTOR: &str =
    "the connector of a component that it exposes, `hub = \"carrier.frame_b\"`, or an array of connectors";

/// The names of files.
pub(super) fn uses(node: Node, problems: &mut Problems) -> Vec<Spanned<String>> {
    let (place, expected) = (Place::TopLevel("use"), "an array of file names, `use = [\"corner.toml\"]`");
    let Kind::Array(files) = node.kind else {
        values::wrong_type(&node, place, expected, problems);
        return Vec::new();
    };
    files.into_iter().filter_map(|file| values::spanned_text(file, &place, expected, problems)).collect()
}

/// The sub-models.
pub(super) fn check(node: Node, problems: &mut Problems) -> Vec<SubModel> {
    let expected = "a table of sub-models: `[models.corner.components.spring]`";
    let entries = values::entries(node, &Place::TopLevel("models"), expected, problems).unwrap_or_default();
    entries.into_iter().filter_map(|entry| definition(entry, problems)).collect()
}

fn definition(Entry { key: name, value, .. }: Entry, problems: &mut Problems) -> Option<SubModel> {
    let place = Place::SubModel(name.value.clone());
    names::report(&name, place.clone(), names::check_plain, problems);
    let entries = values::entries(value, &place, "a table with `components`, `connections`, `connectors`", problems)?;
    let variables = super::names_of_variables(&entries);
    let mut body = Body::default();
    let mut description = None;
    let mut inputs = public_names::Public::default();
    for Entry { key, value, .. } in entries {
        match key.value.as_str() {
            "description" => description = values::text(value, &place, problems),
            "parameters" => body.parameters = parameters::check(value, parameters::Owner::SubModel, problems),
            "components" => body.components = components::check(value, problems),
            "connections" => body.connections = connections::written(value, &variables, problems),
            "connectors" => body.connectors = connectors(value, &place, problems),
            "variables" => body.variables = public_names::check(value, Section::Variables, problems).names,
            "inputs" => inputs = public_names::check(value, Section::Inputs, problems),
            "outputs" => body.outputs = public_names::check(value, Section::Outputs, problems).names,
            _ => values::unknown_key(&key, place.clone(), KEYS, problems),
        }
    }
    body.add_inputs(inputs);
    report_duplicates(&body, problems);
    Some(SubModel { name, description, file: 0, body })
}

fn connectors(node: Node, place: &Place, problems: &mut Problems) -> Vec<OwnConnector> {
    let entries = values::entries(node, place, "a table of connectors: `hub = \"carrier.frame_b\"`", problems);
    entries.into_iter().flatten().filter_map(|entry| connector(entry, place, problems)).collect()
}

fn connector(Entry { key: name, value, .. }: Entry, place: &Place, problems: &mut Problems) -> Option<OwnConnector> {
    names::report(&name, place.clone(), names::check_plain, problems);
    let text = |node, problems: &mut Problems| values::spanned_text(node, place, EXPECTED_CONNECTOR, problems);
    let ends: Vec<_> = match value.kind {
        Kind::Array(ends) if !ends.is_empty() => {
            ends.into_iter().map(|end| text(end, problems)).collect::<Option<_>>()?
        }
        kind => vec![text(Node { kind, span: value.span }, problems)?],
    };
    Some(OwnConnector { name, ends })
}

/// Parameters, components, connectors and outputs of a sub-model share one name space.
fn report_duplicates(body: &Body, problems: &mut Problems) {
    let parameters = body.parameters.iter().map(|p| ("parameters", &p.name));
    let components = body.components.iter().map(|c| ("components", &c.name));
    let connectors = body.connectors.iter().map(|c| ("connectors", &c.name));
    let variables = body.variables.iter().map(|p| ("variables", &p.name));
    let inputs = body.inputs.iter().map(|p| ("inputs", &p.name));
    let outputs = body.outputs.iter().map(|p| ("outputs", &p.name));
    let names = parameters.chain(components).chain(connectors).chain(variables).chain(inputs).chain(outputs);
    super::report_duplicates_among(names, problems);
}
