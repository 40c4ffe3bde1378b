//! A model as compact JSON.

use super::model::{ModelFile, ModelParameter, PublicName, Spanned, Value};
use super::{Experiment, ExperimentKey, ExperimentSetting};

/// The whole model; see [`ModelFile::to_json`].
pub(super) fn model(file: &ModelFile) -> String {
    let mut out = Writer { text: String::new() };
    out.object(|out| {
        out.member("name", |out| out.string(&file.name));
        out.optional_string("description", file.description.as_deref());
        if file.experiment != Experiment::default() {
            out.member("experiment", |out| out.object(|out| experiment(out, &file.experiment)));
        }
        out.section("parameters", &file.parameters, |out, p| out.member(&p.name.value, |out| parameter(out, p)));
        out.section("components", &file.components, |out, component| {
            out.member(&component.name.value, |out| {
                out.object(|out| {
                    out.member("class", |out| out.string(&component.class.value));
                    out.optional_string("description", component.description.as_deref());
                    component.access.keys().for_each(|key| out.flag(key));
                    for modifier in &component.modifiers {
                        out.member(&modifier.name.value, |out| out.value(&modifier.value.value));
                    }
                });
            });
        });
        if !file.connections.is_empty() {
            out.member("connections", |out| {
                out.array(&file.connections, |out, c| out.array([&c.from, &c.to], |out, end| out.string(&end.value)));
            });
        }
        out.section("variables", &file.variables, public_name);
        out.section("inputs", &file.inputs, |out, input| match input.is_plain_input() {
            true => out.member(&input.name.value, |out| out.object(|out| attributes(out, input))),
            false => public_name(out, input),
        });
        out.section("outputs", &file.outputs, public_name);
    });
    out.text
}

fn experiment(out: &mut Writer, experiment: &Experiment) {
    for key in &ExperimentKey::ALL {
        match key.of(experiment) {
            Some(ExperimentSetting::Number(number)) => out.member(key.name, |out| out.number(number)),
            // Legal integers are exact as floating-point numbers.
            Some(ExperimentSetting::Count(count)) => out.member(key.name, |out| out.number(count as f64)),
            Some(ExperimentSetting::Name(name)) => out.member(key.name, |out| out.string(name)),
            None => {}
        }
    }
}

fn public_name(out: &mut Writer, entry: &PublicName) {
    out.member(&entry.name.value, |out| {
        if entry.target.value.expression().is_none() && !entry.has_attributes() {
            return out.string(&entry.target.value.to_string());
        }
        out.object(|out| {
            let key = match (&entry.sample, entry.target.value.expression()) {
                (Some(sample), _) => {
                    out.member("sample", |out| out.value(&sample.value));
                    "value"
                }
                (None, Some(_)) => "expression",
                (None, None) => "variable",
            };
            out.member(key, |out| out.string(&entry.target.value.to_string()));
            attributes(out, entry);
        });
    });
}

/// What stands beside the target of a public name.
fn attributes(out: &mut Writer, entry: &PublicName) {
    if let Some(start) = &entry.start {
        out.member("start", |out| out.value(&start.value));
    }
    out.optional_string("unit", entry.unit.as_ref().map(|unit| unit.value.as_str()));
    out.optional_string("displayUnit", entry.display_unit.as_ref().map(|unit| unit.value.as_str()));
    out.optional_string("description", entry.description.as_deref());
    if entry.is_protected {
        out.flag(super::PROTECTED);
    }
}

/// A bare value, if there are no attributes.
fn parameter(out: &mut Writer, parameter: &ModelParameter) {
    let ModelParameter { value, unit, display_unit, description, min, max, access, .. } = parameter;
    let has_units = unit.is_some() || display_unit.is_some();
    let is_plain = !has_units && description.is_none() && min.is_none() && max.is_none() && !access.is_closed();
    if is_plain && !matches!(value.value, Value::Table(_)) {
        return out.value(&value.value);
    }
    out.object(|out| {
        match &value.value {
            Value::Table(attributes) => out.attributes(attributes),
            value => out.member("value", |out| out.value(value)),
        }
        out.optional_string("unit", unit.as_ref().map(|u| u.value.as_str()));
        out.optional_string("displayUnit", display_unit.as_ref().map(|u| u.value.as_str()));
        out.optional_string("description", description.as_deref());
        for (key, limit) in [("min", min), ("max", max)] {
            if let Some(limit) = limit {
                out.member(key, |out| out.value(&limit.value));
            }
        }
        access.keys().for_each(|key| out.flag(key));
    });
}

/// Writer of JSON, which inserts commas.
struct Writer {
    text: String,
}

impl Writer {
    fn comma(&mut self) {
        if !self.text.ends_with(['{', '[']) {
            self.text.push(',');
        }
    }

    fn object(&mut self, content: impl FnOnce(&mut Self)) {
        self.text.push('{');
        content(self);
        self.text.push('}');
    }

    fn array<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        self.text.push('[');
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.text.push(',');
            }
            write(self, item);
        }
        self.text.push(']');
    }

    fn member(&mut self, key: &str, value: impl FnOnce(&mut Self)) {
        self.comma();
        self.string(key);
        self.text.push(':');
        value(self);
    }

    /// An object with a member for each item, left out when there is none.
    fn section<T>(&mut self, key: &str, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        if items.is_empty() {
            return;
        }
        self.member(key, |out| out.object(|out| items.iter().for_each(|item| write(out, item))));
    }

    fn flag(&mut self, key: &str) {
        self.member(key, |out| out.text.push_str("true"));
    }

    fn optional_string(&mut self, key: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.member(key, |out| out.string(value));
        }
    }

    fn attributes(&mut self, attributes: &[(Spanned<String>, Spanned<Value>)]) {
        for (key, value) in attributes {
            self.member(&key.value, |out| out.value(&value.value));
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Number(x) => self.number(*x),
            Value::Boolean(x) => self.text.push_str(if *x { "true" } else { "false" }),
            Value::String(x) => self.string(x),
            Value::Expression(x) => self.string(&x.to_string()),
            Value::Condition(x) => self.string(&x.to_string()),
            Value::Array(x) => self.array(x, |out, element| out.value(&element.value)),
            Value::Table(x) => self.object(|out| out.attributes(x)),
        }
    }

    /// The shortest digits that are read back as the same number.
    fn number(&mut self, x: f64) {
        if !x.is_finite() {
            // JSON does not have such a number; the reader refuses null and reports its place.
            return self.text.push_str("null");
        }
        let digits = format!("{x:?}");
        self.text.push_str(digits.strip_suffix(".0").unwrap_or(&digits));
    }

    fn string(&mut self, text: &str) {
        crate::json::write_string(&mut self.text, text);
    }
}
