//! A model as a tree of values, which has the tables of a model file, and as compact JSON.

use super::model::{Component, ModelFile, ModelParameter, PROTECTED, PublicName, Spanned, Value};
use super::{Experiment, ExperimentKey};
use crate::json::{json_string, shortest};

/// A key of a table and its value.
type Entry = (Spanned<String>, Spanned<Value>);

fn entry(key: &str, value: Value) -> Entry {
    (Spanned { value: key.to_owned(), span: 0..0 }, Spanned { value, span: 0..0 })
}

fn text(key: &str, text: Option<&String>) -> Option<Entry> {
    text.map(|text| entry(key, Value::String(text.clone())))
}

/// Attributes that parameters and public names have in common.
fn texts(
    unit: &Option<Spanned<String>>,
    display_unit: &Option<Spanned<String>>,
    description: &Option<String>,
) -> impl Iterator<Item = Entry> {
    let [unit, display_unit] = [unit, display_unit].map(|unit| unit.as_ref().map(|unit| &unit.value));
    let description = text("description", description.as_ref());
    [text("unit", unit), text("displayUnit", display_unit), description].into_iter().flatten()
}

impl ModelFile {
    /// The model as compact JSON in the same schema ([`Self::from_json`] reads it back identically, except for places).
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        write(&mut text, &model(self));
        text
    }
}

/// The whole model; empty sections are left out.
fn model(file: &ModelFile) -> Value {
    let input = |input: &PublicName| match input.is_plain_input() {
        true => Value::Table(input.attributes()),
        false => input.to_value(),
    };
    let connections = file.connections.iter().map(|connection| {
        let ends = [&connection.from, &connection.to].map(|end| end.with(Value::String(end.value.clone())));
        connection.from.with(Value::Array(ends.into()))
    });
    let sections = [
        ("experiment", experiment(&file.experiment)),
        ("parameters", table(&file.parameters, |parameter| (&parameter.name, parameter.to_value()))),
        ("components", table(&file.components, |component| (&component.name, Value::Table(component.entries())))),
        ("connections", Value::Array(connections.collect())),
        ("variables", table(&file.variables, |variable| (&variable.name, variable.to_value()))),
        ("inputs", table(&file.inputs, |public| (&public.name, input(public)))),
        ("outputs", table(&file.outputs, |output| (&output.name, output.to_value()))),
    ];
    let is_empty = |section: &Value| match section {
        Value::Table(entries) => entries.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        _ => false,
    };
    let sections = sections.into_iter().filter(|(_, section)| !is_empty(section));
    let names = [text("name", Some(&file.name)), text("description", file.description.as_ref())];
    Value::Table(names.into_iter().flatten().chain(sections.map(|(key, section)| entry(key, section))).collect())
}

fn experiment(experiment: &Experiment) -> Value {
    let entries = ExperimentKey::ALL.iter().filter_map(|key| Some(entry(key.name, key.of(experiment)?)));
    Value::Table(entries.collect())
}

/// The items of a section, each as a value with its name.
fn table<T>(items: &[T], named: impl Fn(&T) -> (&Spanned<String>, Value)) -> Value {
    Value::Table(items.iter().map(named).map(|(name, value)| (name.clone(), name.with(value))).collect())
}

impl Component {
    /// Class, description, access and settings.
    pub fn entries(&self) -> Vec<Entry> {
        let about = [text("class", Some(&self.class.value)), text("description", self.description.as_ref())];
        let access = self.access.keys().map(|key| entry(key, Value::Boolean(true)));
        let settings = self.modifiers.iter().map(|modifier| (modifier.name.clone(), modifier.value.clone()));
        about.into_iter().flatten().chain(access).chain(settings).collect()
    }
}

impl ModelParameter {
    /// A bare value, if there are no attributes.
    pub fn to_value(&self) -> Value {
        let is_table = matches!(self.value.value, Value::Table(_));
        let mut entries = match &self.value.value {
            Value::Table(attributes) => attributes.clone(),
            value => vec![entry("value", value.clone())],
        };
        entries.extend(texts(&self.unit, &self.display_unit, &self.description));
        let limits = [("min", &self.min), ("max", &self.max)];
        entries.extend(limits.into_iter().filter_map(|(key, limit)| Some(entry(key, limit.as_ref()?.value.clone()))));
        entries.extend(self.access.keys().map(|key| entry(key, Value::Boolean(true))));
        match &entries[..] {
            [(_, bare)] if !is_table => bare.value.clone(),
            _ => Value::Table(entries),
        }
    }
}

impl PublicName {
    /// The bare target, if there are no attributes.
    pub fn to_value(&self) -> Value {
        let target = Value::String(self.target.value.to_string());
        let is_expression = self.target.value.expression().is_some();
        if !is_expression && !self.has_attributes() {
            return target;
        }
        let key = match (&self.sample, is_expression) {
            (Some(_), _) => "value",
            (None, true) => "expression",
            (None, false) => "variable",
        };
        let sample = self.sample.iter().map(|sample| entry("sample", sample.value.clone()));
        Value::Table(sample.chain([entry(key, target)]).chain(self.attributes()).collect())
    }

    /// Entries beside the target.
    fn attributes(&self) -> Vec<Entry> {
        let start = self.start.iter().map(|start| entry("start", start.value.clone()));
        let access = self.is_protected.then(|| entry(PROTECTED, Value::Boolean(true)));
        start.chain(texts(&self.unit, &self.display_unit, &self.description)).chain(access).collect()
    }
}

/// Appends a value in compact form.
fn write(out: &mut String, value: &Value) {
    match value {
        Value::Number(x) if x.is_finite() => out.push_str(&shortest(*x)),
        // JSON does not have such a number; the reader refuses null and reports its place.
        Value::Number(_) => out.push_str("null"),
        Value::Boolean(x) => out.push_str(if *x { "true" } else { "false" }),
        Value::String(x) => out.push_str(&json_string(x)),
        Value::Expression(x) => out.push_str(&json_string(&x.to_string())),
        Value::Condition(x) => out.push_str(&json_string(&x.to_string())),
        Value::Array(elements) => list(out, ['[', ']'], elements, |out, element| write(out, &element.value)),
        Value::Table(entries) => list(out, ['{', '}'], entries, |out, (key, value)| {
            out.push_str(&json_string(&key.value));
            out.push(':');
            write(out, &value.value);
        }),
    }
}

fn list<T>(out: &mut String, [open, close]: [char; 2], items: &[T], write: fn(&mut String, &T)) {
    out.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out, item);
    }
    out.push(close);
}
