//! Structural parameters: those in ranges or subscripts, which determine the number of components.

use super::indices::{names, names_in_brackets};
use crate::model_file::{Body, Component, SubModel, Target, Value};
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
    let mut counts = HashSet::default();
    for component in &body.components {
        if let Some(Value::String(range)) = range_of(component) {
            counts.extend(names(range));
        }
        let definition = models.get(component.class.value.as_str());
        if let Some(definition) = definition {
            of_definition(definition, models, found);
        }
        for modifier in &component.modifiers {
            let is_count = definition
                .and_then(|definition| found.get(definition.name.value.as_str()))
                .is_some_and(|inner| inner.contains(modifier.name.value.as_str()));
            modifier.value.for_each_reference(&mut |name| match is_count {
                true => counts.extend(names(name)),
                false => counts.extend(names_in_brackets(name)),
            });
        }
    }
    for connection in &body.connections {
        counts.extend(connection.indices.iter().flat_map(|range| names(&range.value)));
        let ends = [&connection.pair.from, &connection.pair.to];
        counts.extend(ends.into_iter().flat_map(|end| names_in_brackets(&end.value)));
    }
    let ends = body.connectors.iter().flat_map(|connector| &connector.ends);
    counts.extend(ends.flat_map(|text| names_in_brackets(&text.value)));
    let targets = body.variables.iter().chain(&body.inputs).chain(&body.outputs).map(|public| &public.target.value);
    counts.extend(targets.flat_map(Target::variables).flat_map(names_in_brackets));
    for parameter in &body.parameters {
        parameter.value.for_each_reference(&mut |name| counts.extend(names_in_brackets(name)));
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
