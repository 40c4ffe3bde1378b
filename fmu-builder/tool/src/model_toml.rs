//! A model as TOML in the usual layout.

use compiler::json_string;
use compiler::model_file::{ExperimentKey, ModelFile, Value, shortest};

/// The text of a model; reading it gives the same model, but for positions.
pub fn model_toml(file: &ModelFile) -> String {
    let mut text = Text(String::new());
    text.line("name", &json_string(&file.name));
    if let Some(description) = &file.description {
        text.line("description", &json_string(description));
    }
    text.connections(file);
    text.table("experiment", ExperimentKey::ALL.iter().filter_map(|key| Some((key.name, key.of(&file.experiment)?))));
    text.table("parameters", file.parameters.iter().map(|parameter| (&parameter.name.value, parameter.to_value())));
    for component in &file.components {
        let entries = component.entries().into_iter().map(|(name, entry)| (name.value, entry.value));
        text.table(&format!("components.{}", key(&component.name.value)), entries);
    }
    for (name, entries) in [("variables", &file.variables), ("inputs", &file.inputs), ("outputs", &file.outputs)] {
        text.table(name, entries.iter().map(|entry| (&entry.name.value, entry.to_value())));
    }
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
            let [from, to] = [&connection.from, &connection.to].map(|end| json_string(&end.value));
            self.0.push_str(&format!("  [{from}, {to}],\n"));
        }
        self.0.push_str("]\n");
    }

    /// A table with a line for each entry, left out when there is none.
    fn table(&mut self, name: &str, entries: impl Iterator<Item = (impl AsRef<str>, Value)>) {
        let mut entries = entries.peekable();
        if entries.peek().is_some() {
            self.0.push_str(&format!("\n[{name}]\n"));
        }
        for (name, entry) in entries {
            self.line(&key(name.as_ref()), &value(&entry));
        }
    }
}

fn value(written: &Value) -> String {
    match written {
        Value::Number(x) => shortest(*x),
        Value::Boolean(x) => x.to_string(),
        Value::String(x) => json_string(x),
        Value::Expression(x) => json_string(&x.to_string()),
        Value::Condition(x) => json_string(&x.to_string()),
        Value::Array(x) => {
            let elements: Vec<String> = x.iter().map(|element| value(&element.value)).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Table(x) => {
            let entries: Vec<String> =
                x.iter().map(|(name, entry)| format!("{} = {}", key(&name.value), value(&entry.value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

/// A key, quoted where it has other characters than letters, digits, underscores and hyphens.
fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if is_bare { name.to_owned() } else { json_string(name) }
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
