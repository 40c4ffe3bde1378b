//! A model as TOML, laid out as one would write it.

use compiler::model_file::{
    Experiment, ExperimentKey, ExperimentSetting, ModelFile, ModelParameter, PublicName, Spanned, Value,
};

/// The text of a model; reading it gives the same model, but for positions.
pub fn model_toml(file: &ModelFile) -> String {
    let mut text = Text(String::new());
    text.line("name", &string(&file.name));
    if let Some(description) = &file.description {
        text.line("description", &string(description));
    }
    text.connections(file);
    text.experiment(&file.experiment);
    text.table("parameters", &file.parameters, |p| (&p.name, parameter(p)));
    for component in &file.components {
        text.0.push_str(&format!("\n[components.{}]\n", key(&component.name.value)));
        text.line("class", &string(&component.class.value));
        if let Some(description) = &component.description {
            text.line("description", &string(description));
        }
        component.access.keys().for_each(|key| text.line(key, "true"));
        for modifier in &component.modifiers {
            text.line(&key(&modifier.name.value), &value(&modifier.value.value));
        }
    }
    text.table("variables", &file.variables, |entry| (&entry.name, public_name(entry)));
    text.table("inputs", &file.inputs, |entry| (&entry.name, public_name(entry)));
    text.table("outputs", &file.outputs, |entry| (&entry.name, public_name(entry)));
    text.0
}

struct Text(String);

impl Text {
    fn line(&mut self, key: &str, value: &str) {
        self.0.push_str(&format!("{key} = {value}\n"));
    }

    fn connections(&mut self, file: &ModelFile) {
        if file.connections.is_empty() {
            return;
        }
        self.0.push_str("\nconnections = [\n");
        for connection in &file.connections {
            let [from, to] = [&connection.from, &connection.to].map(|end| string(&end.value));
            self.0.push_str(&format!("  [{from}, {to}],\n"));
        }
        self.0.push_str("]\n");
    }

    fn experiment(&mut self, experiment: &Experiment) {
        if *experiment == Experiment::default() {
            return;
        }
        self.0.push_str("\n[experiment]\n");
        for key in &ExperimentKey::ALL {
            match key.of(experiment) {
                Some(ExperimentSetting::Number(number)) => self.line(key.name, &self::number(number)),
                Some(ExperimentSetting::Count(count)) => self.line(key.name, &count.to_string()),
                Some(ExperimentSetting::Name(name)) => self.line(key.name, &string(name)),
                None => {}
            }
        }
    }

    /// A table with a line for each item, left out when there is none.
    fn table<T>(&mut self, name: &str, items: &[T], entry: impl Fn(&T) -> (&Spanned<String>, String)) {
        if items.is_empty() {
            return;
        }
        self.0.push_str(&format!("\n[{name}]\n"));
        for (name, value) in items.iter().map(entry) {
            self.line(&key(&name.value), &value);
        }
    }
}

/// A bare value where that says everything.
fn parameter(parameter: &ModelParameter) -> String {
    let mut attributes: Vec<(&str, String)> = match &parameter.value.value {
        Value::Table(attributes) => attributes.iter().map(|(key, v)| (key.value.as_str(), value(&v.value))).collect(),
        other => vec![("value", value(other))],
    };
    let is_table = matches!(parameter.value.value, Value::Table(_));
    let mut add = |name: &'static str, text: Option<String>| attributes.extend(text.map(|text| (name, text)));
    add("unit", parameter.unit.as_ref().map(|unit| string(&unit.value)));
    add("displayUnit", parameter.display_unit.as_ref().map(|unit| string(&unit.value)));
    add("description", parameter.description.as_deref().map(string));
    add("min", parameter.min.as_ref().map(|limit| value(&limit.value)));
    add("max", parameter.max.as_ref().map(|limit| value(&limit.value)));
    parameter.access.keys().for_each(|key| add(key, Some("true".to_owned())));
    match &attributes[..] {
        [(_, bare)] if !is_table => bare.clone(),
        _ => inline_table(attributes.into_iter()),
    }
}

/// The bare name where that says everything.
fn public_name(entry: &PublicName) -> String {
    let is_expression = entry.target.value.expression().is_some();
    let key = if is_expression { "expression" } else { "variable" };
    let mut attributes = vec![(key, string(&entry.target.value.to_string()))];
    let mut add = |name: &'static str, text: Option<String>| attributes.extend(text.map(|text| (name, text)));
    add("start", entry.start.as_ref().map(|start| value(&start.value)));
    add("unit", entry.unit.as_ref().map(|unit| string(&unit.value)));
    add("displayUnit", entry.display_unit.as_ref().map(|unit| string(&unit.value)));
    add("description", entry.description.as_deref().map(string));
    add("protected", entry.is_protected.then(|| "true".to_owned()));
    match &attributes[..] {
        [(_, bare)] if !is_expression => bare.clone(),
        _ => inline_table(attributes.into_iter()),
    }
}

fn value(written: &Value) -> String {
    match written {
        Value::Number(x) => number(*x),
        Value::Boolean(x) => x.to_string(),
        Value::String(x) => string(x),
        Value::Expression(x) => string(&x.to_string()),
        Value::Condition(x) => string(&x.to_string()),
        Value::Array(x) => {
            let elements: Vec<String> = x.iter().map(|element| value(&element.value)).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Table(x) => inline_table(x.iter().map(|(key, v)| (key.value.as_str(), value(&v.value)))),
    }
}

fn inline_table<'a>(entries: impl Iterator<Item = (&'a str, String)>) -> String {
    let entries: Vec<String> = entries.map(|(name, value)| format!("{} = {value}", key(name))).collect();
    format!("{{ {} }}", entries.join(", "))
}

/// A key, quoted where it has other characters than letters, digits, underscores and hyphens.
fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if is_bare { name.to_owned() } else { string(name) }
}

/// The shortest digits that read back as the same number.
fn number(x: f64) -> String {
    let digits = format!("{x:?}");
    digits.strip_suffix(".0").map_or(digits.clone(), str::to_owned)
}

/// A string of one line.
fn string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn the_examples_are_read_back_as_they_were() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        let mut count = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let file = ModelFile::from_path(&path).unwrap().0;
                let text = model_toml(&file);
                let again = ModelFile::from_toml(&text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
                assert_eq!(again.to_json(), file.to_json(), "{}", path.display());
                count += 1;
            }
        }
        assert!(count > 10, "{count}");
    }

    #[test]
    fn odd_names_texts_and_numbers_are_read_back() {
        let json = r#"{"name":"Odd \"name\" \\ é","description":"two\nlines\t\u0001","parameters":{"a.b":{"value":-1.5e-300,"unit":"N.m","min":-2,"max":1e300},
            "c":{"fixed":false,"start":[1,2.5]},"d":"2*c[1]","e":[[1,0],[0,123456789012]]},
            "components":{"gain[2]":{"class":"Blocks.Math.Gain","k":0.1,"y":{"start":0,"fixed":true}}},"outputs":{"y":"gain[2].y"},
            "experiment":{"start_time":-1,"max_evaluations":123456}}"#;
        let file = ModelFile::from_json(json).unwrap();
        let text = model_toml(&file);
        let again = ModelFile::from_toml(&text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
        assert_eq!(again.to_json(), file.to_json(), "{text}");
    }
}
