//! Structural parameters: those in ranges or subscripts, which determine the number of components.

use super::indices::{names, names_in_brackets};
use crate::model_file::{Body, Component, SubModel, Value};
use mechanism::hashed::{HashMap, HashSet};

/// Names of the structural parameters of each sub-model.
pub(super) type Counts<'a> = HashMap<&'a str, HashSet<&'a str>>;

/// The structural parameters of the sub-model.
pub(super) fn of_definition<'a>(
    definition: &'a SubModel,
    models: &HashMap<&'a str, &'a SubModel>,
    found: &mut Counts<'a>,
) {
    let name = definition.name.value.as_str();
    if found.contains_key(name) {
        return;
    }
    // A sub-model that contains itself is refused elsewhere.
    found.insert(name, HashSet::default());
    let counts = of_body(&definition.body, models, found);
    found.insert(name, counts);
}

/// The structural parameters of a body.
pub(super) fn of_body<'a>(
    body: &'a Body,
    models: &HashMap<&'a str, &'a SubModel>,
    found: &mut Counts<'a>,
) -> HashSet<&'a str> {
    let mut counts: HashSet<&str> = ranges(body).flat_map(names).collect();
    body.for_each_name(&mut |name| counts.extend(names_in_brackets(name)));
    for component in &body.components {
        let Some(definition) = models.get(component.class.value.as_str()) else { continue };
        of_definition(definition, models, found);
        let Some(inner) = found.get(definition.name.value.as_str()) else { continue };
        for setting in component.modifiers.iter().filter(|setting| inner.contains(setting.name.value.as_str())) {
            setting.value.for_each_reference(&mut |name| counts.extend(names(name)));
        }
    }
    with_what_they_follow_from(counts, body)
}

/// The parameters in `counts`, and those that their values depend on.
fn with_what_they_follow_from<'a>(mut counts: HashSet<&'a str>, body: &'a Body) -> HashSet<&'a str> {
    loop {
        let size = counts.len();
        for parameter in &body.parameters {
            if counts.contains(parameter.name.value.as_str()) {
                parameter.value.for_each_reference(&mut |name| counts.extend(names(name)));
            }
        }
        if counts.len() == size {
            break;
        }
    }
    body.parameters.iter().map(|parameter| parameter.name.value.as_str()).filter(|name| counts.contains(name)).collect()
}

/// The value of `for` of a component.
pub(super) fn range_of(component: &Component) -> Option<&Value> {
    component.modifiers.iter().find(|modifier| modifier.name.value == super::FOR).map(|modifier| &modifier.value.value)
}

/// The ranges of arrays and of repeated connections.
pub(super) fn ranges(body: &Body) -> impl Iterator<Item = &str> {
    let of_components = body.components.iter().filter_map(|component| match range_of(component)? {
        Value::String(range) => Some(range),
        _ => None,
    });
    let of_connections = body.connections.iter().filter_map(|written| Some(&written.indices.as_ref()?.value));
    of_components.chain(of_connections).map(String::as_str)
}
