//! Parses strings of the model file that are expressions or conditions by the declaration of their parameters.

use super::FOR;
use super::values::is_elements;
use crate::model_file::{Component, Spanned, SubModel, Value, Written, read_condition, read_expression};
use library::pictures::GraphicKind;
use library::{Class, ParameterKind};
use mechanism::hashed::{HashMap, HashSet};

/// Attributes that are texts.
const TEXTS: [&str; 5] = ["unit", "displayUnit", "quantity", "stateSelect", "description"];

/// Meaning of the strings in a setting.
#[derive(Clone, Copy)]
enum Meaning {
    /// Text or enumeration literal; anything else is refused later.
    Text,
    Expression,
    Condition,
}

/// Reads the strings in the components of the model and of its sub-models.
pub(super) fn read(written: &mut Written) {
    let models = written.models.iter().map(|model| (model.name.value.clone(), Members::new(model))).collect();
    for body in written.models.iter_mut().map(|model| &mut model.body).chain([&mut written.body]) {
        for component in &mut body.components {
            for modifier in component.modifiers.iter_mut().filter(|modifier| modifier.name.value != FOR) {
                setting(&models, &component.class.value, &modifier.name.value, &mut modifier.value);
            }
        }
    }
}

/// Names in a sub-model.
struct Members {
    /// Parameters and connectors.
    values: HashSet<String>,
    /// Classes of its components.
    components: HashMap<String, String>,
}

impl Members {
    fn new(definition: &SubModel) -> Self {
        let body = &definition.body;
        let parameters = body.parameters.iter().map(|parameter| &parameter.name);
        let values = parameters.chain(body.connectors.iter().map(|connector| &connector.name));
        let class = |component: &Component| (component.name.value.clone(), component.class.value.clone());
        Self {
            values: values.map(|name| name.value.clone()).collect(),
            components: body.components.iter().map(class).collect(),
        }
    }
}

/// Reads the setting `name` of something of class `class`.
fn setting(models: &HashMap<String, Members>, class: &str, name: &str, value: &mut Spanned<Value>) {
    if is_elements(value) {
        let Value::Table(entries) = &mut value.value else { return };
        for (_, elements) in entries {
            let Value::Array(elements) = &mut elements.value else { continue };
            elements.iter_mut().for_each(|element| setting(models, class, name, element));
        }
        return;
    }
    let (meaning, inner) = match models.get(class) {
        Some(model) if model.values.contains(name) => (Meaning::Expression, None),
        Some(model) => (Meaning::Text, model.components.get(name).cloned()),
        None => match library::find_class(class) {
            Some(class) => (meaning(class, name), class.part(name).map(|part| part.class.to_owned())),
            None => (Meaning::Text, None),
        },
    };
    match (inner, &mut value.value) {
        (Some(class), Value::Table(entries)) => {
            for (key, value) in entries {
                setting(models, &class, &key.value, value);
            }
        }
        _ => read_value(meaning, value),
    }
}

/// Parses the strings in a value. A string that cannot be parsed stays, and is refused where it is used.
fn read_value(meaning: Meaning, value: &mut Spanned<Value>) {
    let read = match &mut value.value {
        Value::String(text) => match meaning {
            Meaning::Text => return,
            Meaning::Expression => read_expression(text, &value.span).map(Value::Expression),
            Meaning::Condition => read_condition(text, &value.span).map(Value::Condition),
        },
        Value::Array(elements) => return elements.iter_mut().for_each(|element| read_value(meaning, element)),
        Value::Table(entries) => {
            let values = entries.iter_mut().filter(|(key, _)| !TEXTS.contains(&key.value.as_str()));
            return values.for_each(|(_, value)| read_value(meaning, value));
        }
        Value::Number(_) | Value::Boolean(_) | Value::Expression(_) | Value::Condition(_) => return,
    };
    if let Ok(read) = read {
        value.value = read;
    }
}

/// Meaning of the strings in the setting `name` of a class of the library.
fn meaning(class: &'static Class, name: &str) -> Meaning {
    if let Some(parameter) = class.parameters.iter().find(|parameter| parameter.name == name) {
        return match parameter.kind {
            ParameterKind::Enumeration(_) | ParameterKind::Boolean | ParameterKind::Reading(_) => Meaning::Text,
            ParameterKind::Condition => Meaning::Condition,
            ParameterKind::Sequence | ParameterKind::Integer | ParameterKind::Real(_) => Meaning::Expression,
        };
    }
    if let Some(graphic) = class.graphic(name) {
        return match graphic.kind {
            GraphicKind::Real(_) | GraphicKind::Vector(_) | GraphicKind::Colour => Meaning::Expression,
            GraphicKind::Boolean | GraphicKind::ShapeType | GraphicKind::Quantity => Meaning::Text,
        };
    }
    let is_variable = class.variables.iter().any(|variable| variable.name == name)
        || class.connectors.iter().any(|connector| connector.name == name);
    if is_variable { Meaning::Expression } else { Meaning::Text }
}
