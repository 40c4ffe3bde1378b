//! `[parameters]`.

use super::values;
use crate::model_file::model::{ModelParameter, Value};
use crate::model_file::tree::{Entry, Kind, Node, Problems};
use crate::model_file::{Expression, FINAL, PROTECTED, Place, Problem, Span, Spanned, names, read_expression};

const KEYS: &[&str] =
    &["value", "unit", "displayUnit", "description", "min", "max", "start", "fixed", "final", "protected"];
const EXPECTED_VALUE: &str = "a number, a string with an expression, an array of these, or a table of `value`, `unit`, `description`, `min`, `max`";

const EXPECTED_UNIT: &str = "a string with the name of a unit, such as \"mm\" or \"N.m\"";

/// The owner of parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Model,
    SubModel,
}

/// The parameters of a model or a sub-model. A parameter of a sub-model that has to be set where the sub-model is used
/// has an empty table as its value.
pub(super) fn check(node: Node, owner: Owner, problems: &mut Problems) -> Vec<ModelParameter> {
    let place = Place::TopLevel("parameters");
    let entries = values::entries(node, &place, "a table of parameters: `mass = 2.0`", problems);
    entries.into_iter().flatten().filter_map(|entry| parameter(entry, owner, problems)).collect()
}

/// Checks a parameter whose value or limits have been set from outside.
pub(crate) fn check_set(parameter: &mut ModelParameter, problems: &mut Problems) {
    let place = Place::Parameter(parameter.name.value.clone());
    match &mut parameter.value.value {
        Value::Table(entries) => entries
            .iter_mut()
            .filter(|(key, _)| key.value == "start")
            .for_each(|(_, value)| read_elements(value, &place, problems)),
        _ => read_elements(&mut parameter.value, &place, problems),
    }
    report_limits(parameter, problems);
}

fn parameter(Entry { key: name, value, .. }: Entry, owner: Owner, problems: &mut Problems) -> Option<ModelParameter> {
    names::report(&name, Place::Parameter(name.value.clone()), names::check, problems);
    if Expression::is_reserved(&name.value) {
        let place = Place::TopLevel("parameters");
        problems.report(&name.span, Problem::ReservedName { place, name: name.value.clone() });
    }
    let span = value.span.clone();
    match value.kind {
        Kind::Table(entries) => from_table(name, entries, span, owner, problems),
        kind => {
            let place = Place::Parameter(name.value.clone());
            let value = parameter_value(Node { kind, span }, &place, problems)?;
            Some(ModelParameter::new(name, value))
        }
    }
}

/// Values in a parameter's table while it is read.
#[derive(Default)]
struct Values {
    value: Option<Option<Spanned<Value>>>,
    /// `start` and `fixed`.
    unknown: Vec<(Spanned<String>, Spanned<Value>)>,
}

fn from_table(
    name: Spanned<String>,
    entries: Vec<Entry>,
    span: Span,
    owner: Owner,
    problems: &mut Problems,
) -> Option<ModelParameter> {
    let mut parameter = ModelParameter::new(name, Spanned { value: Value::Table(Vec::new()), span });
    let mut values = Values::default();
    let unquoted = entries.iter().any(is_unquoted_name);
    // A closed parameter cannot be set from outside.
    let has_value =
        entries.iter().any(|entry| ["value", "start", "fixed", FINAL, PROTECTED].contains(&&*entry.key.value));
    for entry in entries {
        read_attribute(entry, &mut parameter, &mut values, problems);
    }
    let name = &parameter.name;
    match (values.value, values.unknown) {
        (Some(value), unknown) => {
            if let Some((key, _)) = unknown.first() {
                let attribute = if key.value == "start" { "start" } else { "fixed" };
                problems.report(&key.span, Problem::ValueAndStart { parameter: name.value.clone(), attribute });
            }
            parameter.value = value?;
        }
        (None, unknown) if !unknown.is_empty() => parameter.value.value = Value::Table(unknown),
        (None, _) if owner == Owner::SubModel && !has_value && !unquoted => parameter.value.span = name.span.clone(),
        (None, _) => {
            if !unquoted {
                let place = Place::Parameter(name.value.clone());
                let expected = "its value, or `start` and `fixed = false`";
                problems.report(&name.span, Problem::MissingKey { place, key: "value", expected });
            }
            return None;
        }
    }
    report_limits(&parameter, problems);
    Some(parameter)
}

fn read_attribute(entry: Entry, parameter: &mut ModelParameter, values: &mut Values, problems: &mut Problems) {
    let name = parameter.name.value.clone();
    let at = |attribute| Place::ParameterAttribute { parameter: name.clone(), attribute };
    match entry.key.value.as_str() {
        "value" => {
            let expected = "a number, a string with an expression, or an array of these";
            values.value = Some(match entry.value.kind {
                Kind::Table(_) => values::refuse(&entry.value, at("value"), expected, problems),
                _ => parameter_value(entry.value, &Place::Parameter(name.clone()), problems),
            });
        }
        "unit" => parameter.unit = values::spanned_text(entry.value, &at("unit"), EXPECTED_UNIT, problems),
        "displayUnit" => {
            parameter.display_unit = values::spanned_text(entry.value, &at("displayUnit"), EXPECTED_UNIT, problems);
        }
        "description" => parameter.description = values::text(entry.value, &at("description"), problems),
        "min" => parameter.min = limit(entry.value, at("min"), problems),
        "max" => parameter.max = limit(entry.value, at("max"), problems),
        "start" => {
            if let Some(value) = parameter_value(entry.value, &at("start"), problems) {
                values.unknown.push((entry.key, value));
            }
        }
        "fixed" => {
            if let Kind::Boolean(fixed) = entry.value.kind {
                values.unknown.push((entry.key, Spanned { value: Value::Boolean(fixed), span: entry.value.span }));
            } else {
                values::wrong_type(&entry.value, at("fixed"), "`true` or `false`", problems);
            }
        }
        key if values::is_access(key) => {
            let place = at(if key == FINAL { FINAL } else { PROTECTED });
            values::access(key, &entry.value, place, &mut parameter.access, problems);
        }
        _ if is_unquoted_name(&entry) => {
            let name = format!("{name}.{}", unquoted_rest(&entry));
            problems.report(&entry.key.span, Problem::UnquotedName { section: "parameters", name });
        }
        _ => values::unknown_key(&entry.key, Place::Parameter(name.clone()), KEYS, problems),
    }
}

/// A number, or a number with a unit, which is parsed later.
fn limit(node: Node, place: Place, problems: &mut Problems) -> Option<Spanned<Value>> {
    let value = match node.kind {
        Kind::Number(x) => Value::Number(x),
        _ => match values::measure(&node.kind) {
            Some(measure) => Value::Expression(measure),
            None => return values::refuse(&node, place, "a number, or one with a unit, \"5 mm\"", problems),
        },
    };
    Some(Spanned { value, span: node.span })
}

/// True for `b` of `a.b = 1` in `[parameters]`.
fn is_unquoted_name(entry: &Entry) -> bool {
    entry.dotted && !KEYS.contains(&entry.key.value.as_str())
}

/// `b.c` of `a.b.c = 1`.
fn unquoted_rest(entry: &Entry) -> String {
    match entry.value.entries() {
        Some([inner]) if is_unquoted_name(inner) => format!("{}.{}", entry.key.value, unquoted_rest(inner)),
        _ => entry.key.value.clone(),
    }
}

/// A number, an expression, or an array of these.
fn parameter_value(node: Node, place: &Place, problems: &mut Problems) -> Option<Spanned<Value>> {
    let mut value = values::value(node, place, problems)?;
    read_elements(&mut value, place, problems);
    Some(value)
}

/// Parses the strings in a value as expressions, and reports elements that are neither expressions nor numbers.
fn read_elements(value: &mut Spanned<Value>, place: &Place, problems: &mut Problems) {
    let span = value.span.clone();
    let refuse = |found: String, problems: &mut Problems| {
        let problem = Problem::WrongType { place: place.clone(), found, expected: EXPECTED_VALUE };
        problems.report(&span, problem);
    };
    match &mut value.value {
        Value::Number(_) | Value::Expression(_) => {}
        Value::String(text) => match read_expression(text, &span) {
            Ok(expression) => value.value = Value::Expression(expression),
            Err(diagnostic) => problems.push(diagnostic.at(place.clone())),
        },
        Value::Array(elements) => elements.iter_mut().for_each(|e| read_elements(e, place, problems)),
        Value::Condition(x) => refuse(format!("the condition `{x}`"), problems),
        Value::Boolean(x) => refuse(format!("the Boolean {x}"), problems),
        Value::Table(_) => refuse("an array with a table in it".to_owned(), problems),
    }
}

/// Reports contradictory limits, and values outside them.
fn report_limits(parameter: &ModelParameter, problems: &mut Problems) {
    let ModelParameter { name, value, .. } = parameter;
    // Numbers in one table have the same unit; others are compared after their conversion.
    let number = |limit: &Option<Spanned<Value>>| limit.as_ref().and_then(|limit| limit.value.number());
    let (min, max) = (number(&parameter.min), number(&parameter.max));
    match (min, max) {
        (Some(min), Some(max)) if min > max => {
            problems.report(&name.span, Problem::LimitsReversed { parameter: name.value.clone(), min, max });
        }
        _ => report_outside(&name.value, value, min, max, problems),
    }
}

/// Reports every number of `value` outside the limits.
fn report_outside(name: &str, value: &Spanned<Value>, min: Option<f64>, max: Option<f64>, problems: &mut Problems) {
    match &value.value {
        Value::Number(x) if min.is_some_and(|min| *x < min) || max.is_some_and(|max| *x > max) => {
            let problem = Problem::OutsideLimits { parameter: name.to_owned(), value: *x, min, max };
            problems.report(&value.span, problem);
        }
        Value::Array(elements) => elements.iter().for_each(|e| report_outside(name, e, min, max, problems)),
        _ => {}
    }
}
