//! Completion in a text, and the class whose documentation belongs to a place of it.

mod modelica;
mod urdf;

use compiler::model_file::floor_char_boundary;
use library::Class;
use serde_json::{Value, json};

/// Possible words at a place of the file with this name, and the start of the text that they replace.
pub(crate) fn complete(file: &str, text: &str, at: usize) -> Value {
    let at = floor_char_boundary(text, at);
    let (from, options) = match () {
        () if file.ends_with(".mo") => modelica::complete(text, at),
        () if file.ends_with(".urdf") => urdf::complete(text, at),
        () => in_toml(text, at),
    };
    json!({ "from": from, "options": options })
}

/// The class of the component or the value at a place.
pub(crate) fn class_at(file: &str, text: &str, at: usize) -> Option<&'static Class> {
    let at = floor_char_boundary(text, at);
    match () {
        () if file.ends_with(".mo") => modelica::class_at(text, at),
        () if file.ends_with(".urdf") => urdf::class_at(text, at),
        () => match Place::of(text, at).table {
            Table::Component(class) => class,
            _ => None,
        },
    }
}

/// Beginning of the word that ends at a place.
fn word_start(text: &str, at: usize) -> usize {
    text[..at].char_indices().rev().take_while(|(_, c)| is_word(*c)).last().map_or(at, |(start, _)| start)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

fn in_toml(text: &str, at: usize) -> (usize, Vec<Value>) {
    let place = Place::of(text, at);
    let options = match (&place.table, &place.key) {
        (_, Some(key)) if key == "class" => {
            library::classes().map(|class| class_option(library::short_name(class), class)).collect()
        }
        (Table::Component(Some(class)), None) => settings(class, " = { start = "),
        (Table::Component(None), None) => keys(&[("class", "Class of the component")]),
        (Table::Root, None) => keys(ROOT),
        (Table::Other(name), None) if name == "experiment" => keys(EXPERIMENT),
        _ => Vec::new(),
    };
    (place.from, options)
}

const ROOT: &[(&str, &str)] = &[
    ("name", "Name of the model"),
    ("description", "Description of the model"),
    ("connections", "Pairs of connectors"),
    ("use", "Files with sub-models"),
];
const EXPERIMENT: &[(&str, &str)] = &[
    ("start_time", "s"),
    ("stop_time", "s"),
    ("step_size", "Communication step, s"),
    ("tolerance", "Relative tolerance"),
];

fn keys(list: &[(&str, &str)]) -> Vec<Value> {
    list.iter().map(|(key, detail)| json!({ "label": key, "detail": detail, "apply": format!("{key} = ") })).collect()
}

fn class_option(name: &str, class: &Class) -> Value {
    json!({ "label": name, "detail": class.description, "type": "class" })
}

/// Parameters, and variables that may have start values, which `start` begins behind their names.
fn settings(class: &'static Class, start: &str) -> Vec<Value> {
    [("Parameters", " = "), ("Graphic parameters", " = "), ("Variables", start)]
        .into_iter()
        .flat_map(|(title, apply)| rows(class, title, |name| format!("{name}{apply}")))
        .collect()
}

/// Rows of a table of the class, with what is written in place of their names.
fn rows(class: &'static Class, title: &str, apply: impl Fn(&str) -> String) -> Vec<Value> {
    let row = |row: &Vec<String>| {
        let (name, rest) = row.split_first()?;
        let detail = rest.iter().filter(|cell| !cell.is_empty()).cloned().collect::<Vec<_>>().join(", ");
        Some(json!({ "label": name, "detail": detail, "apply": apply(name), "type": "property" }))
    };
    let tables = fmu_tool::reference::tables(class);
    tables.iter().filter(|table| table.title == title).flat_map(|table| table.rows.iter().filter_map(row)).collect()
}

enum Table {
    Root,
    Component(Option<&'static Class>),
    Other(String),
}

/// Context of a place in the text.
struct Place {
    table: Table,
    /// The key whose value stands here.
    key: Option<String>,
    /// Beginning of the word, in bytes.
    from: usize,
}

impl Place {
    fn of(text: &str, at: usize) -> Self {
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = &before[line_start..];
        let from = word_start(text, at);
        let key = line.split_once('=').map(|(key, _)| key.trim().to_owned());
        let header = before[..line_start].rmatch_indices("\n[").next().map(|(start, _)| start + 1);
        let header = header.or_else(|| before.starts_with('[').then_some(0)).filter(|start| *start < line_start);
        let Some(start) = header else { return Self { table: Table::Root, key, from } };
        let body = &text[start..];
        let end = body[1..].find("\n[").map_or(body.len(), |end| end + 1);
        let body = &body[..end];
        let name = body.lines().next().unwrap_or_default().trim().trim_matches(['[', ']']);
        let table = if name.starts_with("components.") || name.contains(".components.") {
            Table::Component(class(body))
        } else {
            Table::Other(name.to_owned())
        };
        Self { table, key, from }
    }
}

/// The class that a table of a component names.
fn class(table: &str) -> Option<&'static Class> {
    let value = table.lines().find_map(|line| line.trim().strip_prefix("class")?.trim_start().strip_prefix('='))?;
    fmu_tool::reference::look_up(value.trim().trim_matches(['"', '\''])).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const MODEL: &str = "name = \"A\"\n\n[components.body]\nclass = \"Parts.Body\"\nm = 1\n\n[experiment]\n";

    fn labels(text: &str, at: usize) -> Vec<String> {
        labels_in("model.toml", text, at)
    }

    /// Options at a place of a file.
    pub(super) fn labels_in(file: &str, text: &str, at: usize) -> Vec<String> {
        let answer = complete(file, text, at);
        let options = answer["options"].as_array().unwrap();
        options.iter().map(|option| option["label"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn words_follow_the_table() {
        let at = MODEL.find("m = 1").unwrap();
        assert!(labels(MODEL, at).contains(&"r_CM".to_owned()), "{:?}", labels(MODEL, at));
        assert!(labels(MODEL, MODEL.len()).contains(&"stop_time".to_owned()));
        let at = MODEL.find("Parts.Body").unwrap() + 3;
        assert!(labels(MODEL, at).contains(&"Joints.Revolute".to_owned()));
        assert_eq!(complete("model.toml", MODEL, at)["from"], MODEL.find("Parts").unwrap());
        assert!(labels(MODEL, 0).contains(&"connections".to_owned()));
    }

    #[test]
    fn the_class_of_a_component_is_found() {
        let class = class_at("model.toml", MODEL, MODEL.find("m = 1").unwrap()).unwrap();
        assert_eq!(library::short_name(class), "Parts.Body");
    }
}
