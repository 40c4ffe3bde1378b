//! Parameters that count: they stand in ranges or in brackets, so that the model is made of so many parts.

use super::indices::{names, names_in_brackets};
use crate::model_file::{Body, Component, Definition, Spanned, Value};
use mechanism::hashed::{HashMap, HashSet};

/// Names of the parameters that count, for each sub-model.
pub(super) type Counts<'a> = HashMap<&'a str, HashSet<&'a str>>;

/// The parameters of the sub-model that count.
pub(super) fn of_definition<'a>(
    definition: &'a Definition,
    models: &HashMap<&'a str, &'a Definition>,
    found: &mut Counts<'a>,
) {
    let name = definition.name.value.as_str();
    if found.contains_key(name) {
        return;
    }
    // A sub-model that is a part of itself is refused elsewhere.
    found.insert(name, HashSet::default());
    let counts = of_body(&definition.body, models, found);
    found.insert(name, counts);
}

/// The parameters of a body that count.
pub(super) fn of_body<'a>(
    body: &'a Body,
    models: &HashMap<&'a str, &'a Definition>,
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
            for_each_string(&modifier.value, &mut |text| match is_count {
                true => counts.extend(names(text)),
                false => counts.extend(names_in_brackets(text)),
            });
        }
    }
    for connection in &body.connections {
        counts.extend(connection.indices.iter().flat_map(|range| names(&range.value)));
        let ends = [&connection.pair.from, &connection.pair.to];
        counts.extend(ends.into_iter().flat_map(|end| names_in_brackets(&end.value)));
    }
    let ends = body.connectors.iter().flat_map(|connector| &connector.ends);
    let targets = body.variables.iter().chain(&body.inputs).chain(&body.outputs).map(|public| &public.target);
    counts.extend(ends.chain(targets).flat_map(|text| names_in_brackets(&text.value)));
    for parameter in &body.parameters {
        for_each_string(&parameter.value, &mut |text| counts.extend(names_in_brackets(text)));
    }
    with_what_they_follow_from(counts, body)
}

/// The parameters among `counts`, and those that their values name.
fn with_what_they_follow_from<'a>(mut counts: HashSet<&'a str>, body: &'a Body) -> HashSet<&'a str> {
    loop {
        let size = counts.len();
        for parameter in &body.parameters {
            if counts.contains(parameter.name.value.as_str()) {
                for_each_string(&parameter.value, &mut |text| counts.extend(names(text)));
            }
        }
        if counts.len() == size {
            break;
        }
    }
    body.parameters.iter().map(|parameter| parameter.name.value.as_str()).filter(|name| counts.contains(name)).collect()
}

/// What `for` of a component is.
pub(super) fn range_of(component: &Component) -> Option<&Value> {
    component.modifiers.iter().find(|modifier| modifier.name.value == super::FOR).map(|modifier| &modifier.value.value)
}

/// Calls `look` for each string in a value.
pub(super) fn for_each_string<'a>(value: &'a Spanned<Value>, look: &mut dyn FnMut(&'a str)) {
    match &value.value {
        Value::String(text) => look(text),
        Value::Array(elements) => elements.iter().for_each(|element| for_each_string(element, look)),
        Value::Table(entries) => entries.iter().for_each(|(_, value)| for_each_string(value, look)),
        Value::Number(_) | Value::Boolean(_) => {}
    }
}
