//! `[components]`.

use super::values;
use crate::model_file::model::{Component, Modifier};
use crate::model_file::tree::{Entry, Node, Problems};
use crate::model_file::{Access, Place, Problem, Spanned, names};

const EXPECTED_CLASS: &str = "the name of a class, `class = \"Parts.Body\"`";

/// The components.
pub(super) fn check(node: Node, problems: &mut Problems) -> Vec<Component> {
    let place = Place::TopLevel("components");
    let expected = "a table of components: `[components.bob]` with `class = \"Parts.Body\"`";
    let entries = values::entries(node, &place, expected, problems);
    entries.into_iter().flatten().filter_map(|entry| component(entry, problems)).collect()
}

fn component(Entry { key: name, value, .. }: Entry, problems: &mut Problems) -> Option<Component> {
    let place = Place::Component(name.value.clone());
    names::report(&name, place.clone(), names::check, problems);
    let nested = report_nested(&name.value, &value, problems);
    let has_class = value.has_key("class");
    let entries = values::entries(value, &place, "a table with `class` and parameters", problems)?;
    // The outer keys of an unquoted name are not components.
    if !has_class && !nested {
        let problem = Problem::MissingKey { place: place.clone(), key: "class", expected: EXPECTED_CLASS };
        problems.report(&name.span, problem);
    }
    let mut class = None;
    let mut description = None;
    let mut access = Access::default();
    let mut modifiers = Vec::with_capacity(entries.len());
    for entry in entries {
        let at = Place::Modifier { component: name.value.clone(), path: entry.key.value.clone() };
        match entry.key.value.as_str() {
            "class" => class = class_name(entry.value, at, problems),
            "description" => description = values::text(entry.value, &at, problems),
            key if values::is_access(key) => values::access(key, &entry.value, at, &mut access, problems),
            _ if contains_component(&entry.value) => {}
            _ => {
                names::report(&entry.key, place.clone(), names::check_plain, problems);
                let value = values::value(entry.value, &at, problems);
                modifiers.extend(value.map(|value| Modifier { name: entry.key, value }));
            }
        }
    }
    Some(Component { name, class: class?, description, access, modifiers })
}

/// `Parts.Body`, or a full name.
fn class_name(value: Node, place: Place, problems: &mut Problems) -> Option<Spanned<String>> {
    let class = values::spanned_text(value, &place, EXPECTED_CLASS, problems)?;
    names::report(&class, place, |class| class.split('.').try_for_each(names::check_plain), problems);
    Some(class)
}

/// Reports every table below `value` with a `class`: the name of a component that became several keys. No parameter can
/// be called `class`, which is a keyword of Modelica.
fn report_nested(path: &str, value: &Node, problems: &mut Problems) -> bool {
    let mut found = false;
    for entry in value.entries().unwrap_or_default() {
        if entry.value.entries().is_none() {
            continue;
        }
        let name = format!("{path}.{}", entry.key.value);
        if entry.value.has_key("class") {
            problems.report(&entry.key.span, Problem::UnquotedName { section: "components", name: name.clone() });
            found = true;
        }
        found |= report_nested(&name, &entry.value, problems);
    }
    found
}

/// True if the table is or contains a component with an unquoted name.
fn contains_component(value: &Node) -> bool {
    value.has_key("class") || value.entries().unwrap_or_default().iter().any(|e| contains_component(&e.value))
}
