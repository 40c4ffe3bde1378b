//! Strings of the model file that are expressions or conditions, as trees. The declarations of parameters tell which ones are.

use super::FOR;
use super::values::is_elements;
use crate::model_file::{
    Component, Definition, ModelFile, Place, Problems, Spanned, Value, Written, read_condition, read_expression,
};
use library::pictures::{GraphicKind, pictures_of};
use library::{Body, Class, ParameterKind};
use mechanism::hashed::{HashMap, HashSet};

/// Attributes that are texts.
const TEXTS: [&str; 5] = ["unit", "displayUnit", "quantity", "stateSelect", "description"];

/// Meaning of the strings in a setting.
#[derive(Clone, Copy)]
enum Meaning {
    /// Texts or literals, or refused later.
    Text,
    Expression,
    /// Expressions of whole numbers; what is not an expression is refused later.
    Count,
    Condition,
}

/// Reads the strings in the components of the model and of its sub-models.
pub(super) fn read(file: &mut ModelFile, written: &mut Written, problems: &mut Problems) {
    let models = written.models.iter().map(|model| (model.name.value.clone(), SubModel::new(model))).collect();
    let mut reader = Reader { models, problems };
    file.components.iter_mut().for_each(|component| reader.component(component));
    for model in &mut written.models {
        model.body.components.iter_mut().for_each(|component| reader.component(component));
    }
}

/// Names in a sub-model.
struct SubModel {
    /// Parameters and connectors.
    values: HashSet<String>,
    /// Classes of its components.
    components: HashMap<String, String>,
}

impl SubModel {
    fn new(definition: &Definition) -> Self {
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

struct Reader<'p> {
    models: HashMap<String, SubModel>,
    problems: &'p mut Problems,
}

/// A component, and the names that lead to a value in it.
#[derive(Clone, Copy)]
struct At<'a> {
    component: &'a str,
    path: &'a str,
}

impl Reader<'_> {
    fn component(&mut self, component: &mut Component) {
        for modifier in component.modifiers.iter_mut().filter(|modifier| modifier.name.value != FOR) {
            let at = At { component: &component.name.value, path: &modifier.name.value };
            self.setting(&component.class.value, at, &modifier.name.value, &mut modifier.value);
        }
    }

    /// Reads the setting `name` of something of class `class`.
    fn setting(&mut self, class: &str, at: At<'_>, name: &str, value: &mut Spanned<Value>) {
        if is_elements(value) {
            let Value::Table(entries) = &mut value.value else { return };
            for (_, elements) in entries {
                let Value::Array(elements) = &mut elements.value else { continue };
                elements.iter_mut().for_each(|element| self.setting(class, at, name, element));
            }
            return;
        }
        let (meaning, inner) = match self.models.get(class) {
            Some(model) if model.values.contains(name) => (Meaning::Expression, None),
            Some(model) => (Meaning::Text, model.components.get(name).cloned()),
            None => match library::find_class(class) {
                Some(class) => (meaning(class, name), part(class, name)),
                None => (Meaning::Text, None),
            },
        };
        match (inner, &mut value.value) {
            (Some(class), Value::Table(entries)) => {
                for (key, value) in entries {
                    let path = format!("{}.{}", at.path, key.value);
                    self.setting(&class, At { path: &path, ..at }, &key.value, value);
                }
            }
            _ => self.value(meaning, at, value),
        }
    }

    fn value(&mut self, meaning: Meaning, at: At<'_>, value: &mut Spanned<Value>) {
        let read = match &mut value.value {
            Value::String(text) => match meaning {
                Meaning::Text => return,
                Meaning::Expression => read_expression(text, &value.span).map(Value::Expression),
                Meaning::Condition => read_condition(text, &value.span).map(Value::Condition),
                Meaning::Count => match read_expression(text, &value.span) {
                    Ok(expression) => Ok(Value::Expression(expression)),
                    Err(_) => return,
                },
            },
            Value::Array(elements) => return elements.iter_mut().for_each(|element| self.value(meaning, at, element)),
            Value::Table(entries) => {
                for (key, value) in entries.iter_mut().filter(|(key, _)| !TEXTS.contains(&key.value.as_str())) {
                    let path = format!("{}.{}", at.path, key.value);
                    self.value(meaning, At { path: &path, ..at }, value);
                }
                return;
            }
            Value::Number(_) | Value::Boolean(_) | Value::Expression(_) | Value::Condition(_) => return,
        };
        match read {
            Ok(read) => value.value = read,
            Err(diagnostic) => {
                let place = Place::Modifier { component: at.component.to_owned(), path: at.path.to_owned() };
                self.problems.push(diagnostic.at(place));
                // So that no further problem follows.
                value.value = Value::Number(0.0);
            }
        }
    }
}

/// Meaning of the strings in the setting `name` of a class of the library.
fn meaning(class: &'static Class, name: &str) -> Meaning {
    if let Some(parameter) = class.parameters.iter().find(|parameter| parameter.name == name) {
        return match parameter.kind {
            ParameterKind::Enumeration(_) | ParameterKind::Boolean => Meaning::Text,
            ParameterKind::Condition => Meaning::Condition,
            ParameterKind::Sequence | ParameterKind::Integer => Meaning::Count,
            ParameterKind::Real(_) => Meaning::Expression,
        };
    }
    if let Some(graphic) = pictures_of(class).and_then(|pictures| pictures.graphic(name)) {
        return match graphic.kind {
            GraphicKind::Real(_) | GraphicKind::Vector(_) | GraphicKind::Colour => Meaning::Expression,
            GraphicKind::Boolean | GraphicKind::ShapeType | GraphicKind::Quantity => Meaning::Text,
        };
    }
    let is_variable = class.variables.iter().any(|variable| variable.name == name)
        || class.connectors.iter().any(|connector| connector.name == name);
    if is_variable { Meaning::Expression } else { Meaning::Text }
}

/// The class of the part `name`.
fn part(class: &'static Class, name: &str) -> Option<String> {
    let Body::Netlist(netlist) = &class.body else { return None };
    let part = netlist.parts.iter().find(|part| part.name == name)?;
    Some(part.class.to_owned())
}
