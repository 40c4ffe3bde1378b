//! `final` and `protected`. A closed value becomes an expression, even if it is a number. A parameter is then a
//! calculated parameter of the FMU, hosts cannot set a start value, and the runtime needs no special rule.

use super::Author;
use super::problem::{AuthoringProblem, BOOLEAN};
use crate::model_file::{
    Component, Expression, FINAL, LibraryProblem, ModelFile, Modifier, Place, Span, Spanned, Value,
};
use library::{Class, DefaultValue, Parameter, ParameterKind, Part};
use mechanism::Shape;
use mechanism::hashed::HashMap;
use simulation::variables::{Catalogue, Causality, Variable};

/// Keys and values of a table.
type Entries = Vec<(Spanned<String>, Spanned<Value>)>;

/// Attributes that hosts could set otherwise.
const SETTABLE: [&str; 2] = ["value", "start"];

impl Author<'_> {
    /// Removes `final` from a table of attributes; returns its value.
    pub(super) fn take_final(&mut self, place: &Place, entries: &mut Entries) -> bool {
        let Some(at) = entries.iter().position(|(key, _)| key.value == FINAL) else { return false };
        let (key, value) = entries.remove(at);
        match value.value {
            Value::Boolean(is) => {
                if is && !entries.iter().any(|(key, _)| SETTABLE.contains(&key.value.as_str())) {
                    self.refuse(&key.span, place.clone(), AuthoringProblem::NothingFinal);
                }
                is
            }
            other => {
                let problem = LibraryProblem::wrong_setting(FINAL, other.describe(), BOOLEAN);
                self.refuse(&value.span, place.clone(), problem);
                false
            }
        }
    }
}

/// Converts numbers to expressions; in tables those that hosts could set.
pub(super) fn close(value: &mut Value) {
    match value {
        Value::Number(x) if x.is_finite() => *value = Value::Expression(Expression::Number(*x)),
        Value::Array(elements) => elements.iter_mut().for_each(|element| close(&mut element.value)),
        Value::Table(entries) => {
            let is_settable = |key: &str, value: &Value| SETTABLE.contains(&key) || matches!(value, Value::Table(_));
            let settable = entries.iter_mut().filter(|(key, value)| is_settable(&key.value, &value.value));
            settable.for_each(|(_, value)| close(&mut value.value));
        }
        Value::Number(_) | Value::Boolean(_) | Value::String(_) | Value::Expression(_) | Value::Condition(_) => {}
    }
}

/// Closes all parameters and given start values of a component that is final or protected.
pub(super) fn close_component(component: &mut Component) {
    let Some(class) = library::find_class(&component.class.value).filter(|_| component.access.is_closed()) else {
        return;
    };
    for modifier in &mut component.modifiers {
        let declared = class.parameters.iter().find(|parameter| parameter.name == modifier.name.value);
        if declared.is_none_or(is_number) && !library::is_graphic(class, &modifier.name.value) {
            close(&mut modifier.value.value);
        }
    }
    let modifiers = std::mem::take(&mut component.modifiers);
    let mut entries = modifiers.into_iter().map(|modifier| (modifier.name, modifier.value)).collect();
    add_defaults(&mut entries, class, None, &component.name.span);
    component.modifiers = entries.into_iter().map(|(name, value)| Modifier { name, value }).collect();
}

/// Returns true for a parameter that a host could set.
pub(super) fn is_number(parameter: &Parameter) -> bool {
    matches!(parameter.kind, ParameterKind::Real(_)) && !parameter.is_settled
}

/// Adds the default values of parameters that are neither in `entries` nor settings of the part `of` a composite class;
/// also those of its parts.
fn add_defaults(entries: &mut Entries, class: &Class, of: Option<&Part>, span: &Span) {
    let is_set = |name: &str| of.is_some_and(|part| part.settings().any(|(known, _)| known == name));
    let is_given = |entries: &Entries, name: &str| entries.iter().any(|(key, _)| key.value == name) || is_set(name);
    let open = class.parameters.iter().filter(|parameter| is_number(parameter) && !parameter.is_final);
    for parameter in open.filter(|parameter| !parameter.hidden) {
        if let Some(value) = default(parameter, span).filter(|_| !is_given(entries, parameter.name)) {
            entries.push((at(span, parameter.name.to_owned()), value));
        }
    }
    for part in class.parts() {
        let Some(class) = library::find_class(part.class) else { continue };
        let given = entries.iter_mut().find(|(key, _)| key.value == part.name).map(|(_, value)| &mut value.value);
        match given {
            Some(Value::Table(inner)) => add_defaults(inner, class, Some(part), span),
            Some(_) => {}
            None => {
                let mut inner = Vec::new();
                add_defaults(&mut inner, class, Some(part), span);
                if !inner.is_empty() {
                    entries.push((at(span, part.name.to_owned()), at(span, Value::Table(inner))));
                }
            }
        }
    }
}

/// The default value of a parameter as an expression; none if it is not a number.
fn default(parameter: &Parameter, span: &Span) -> Option<Spanned<Value>> {
    let numbers = match parameter.default {
        DefaultValue::Number(x) => vec![x; parameter.shape.size()],
        DefaultValue::Vector(numbers) => numbers.to_vec(),
        DefaultValue::Row(numbers) => numbers.to_vec(),
        _ => return None,
    };
    let row = |numbers: &[f64]| Value::Array(numbers.iter().map(|x| at(span, Value::Number(*x))).collect());
    let mut value = match (parameter.shape, &numbers[..]) {
        (Shape::Scalar, [x]) => Value::Number(*x),
        (Shape::Matrix(_, columns), _) if columns > 0 => {
            Value::Array(numbers.chunks(columns).map(|numbers| at(span, row(numbers))).collect())
        }
        _ => row(&numbers),
    };
    close(&mut value);
    Some(at(span, value))
}

fn at<T>(span: &Span, value: T) -> Spanned<T> {
    Spanned { value, span: span.clone() }
}

/// Catalogue indices, ascending, of the variables that the model hides from hosts (`protected`). Inputs, states and
/// their derivatives are always visible: a host needs them.
pub fn protected_variables(file: &ModelFile, catalogue: &Catalogue) -> Vec<usize> {
    let parameters = file.parameters.iter().map(|parameter| (&parameter.name, parameter.access.is_protected));
    let components = file.components.iter().map(|component| (&component.name, component.access.is_protected));
    let variables = file.variables.iter().map(|variable| (&variable.name, variable.is_protected));
    // Variables with a public name are visible, unless it is protected itself.
    let public = file.inputs.iter().chain(&file.outputs).map(|public| (&public.name, public.is_protected));
    let owners: HashMap<&str, bool> = parameters
        .chain(components)
        .chain(variables)
        .chain(public)
        .map(|(name, is_protected)| (name.value.as_str(), is_protected))
        .collect();
    if !owners.values().any(|is_protected| *is_protected) {
        return Vec::new();
    }
    let is_needed = |index: usize, variable: &Variable| {
        matches!(variable.causality, Causality::Input | Causality::Independent)
            || catalogue.states.contains(&index)
            || catalogue.derivatives.contains(&index)
    };
    let found = catalogue.variables.numbered();
    let found = found.filter(|(index, variable)| is_protected(&owners, variable.name) && !is_needed(*index, variable));
    found.map(|(index, _)| index).collect()
}

/// Returns true if the owner of the variable is protected: for `b.frame_a.f[1]` the component `b`, or `b.frame_a` if it
/// is a component.
fn is_protected(owners: &HashMap<&str, bool>, variable: &str) -> bool {
    let name = variable.strip_prefix("der(").and_then(|inner| inner.strip_suffix(')')).unwrap_or(variable);
    let ends = name.rmatch_indices(['.', '[']).map(|(end, _)| end);
    let owner = std::iter::once(name.len()).chain(ends).find_map(|end| owners.get(&name[..end]));
    owner.copied().unwrap_or(false)
}
