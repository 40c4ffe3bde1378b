//! Every class of the library appears in a test.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::{Body, Condition, DefaultValue, PARTS, ParameterKind, SignalSize, classes, find_class, short_name};
use std::path::Path;

/// The text of all files with one of these extensions in a folder and its subfolders. Random mechanisms are left out:
/// they draw every class and check none in particular.
fn read(folder: &Path, extensions: &[&str], texts: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("random_mechanisms") {
                read(&path, extensions, texts);
            }
        } else if path.extension().is_some_and(|found| extensions.iter().any(|extension| found == *extension)) {
            texts.push(std::fs::read_to_string(path).unwrap());
        }
    }
}

/// Returns true if a test contains a component of that class, by its name or by a package and the name inside it.
fn names(test: &str, class: &str) -> bool {
    let quoted = |name: &str| test.contains(&format!("\"{name}\"")) || test.contains(&format!("\"{name}\\\""));
    let (package, name) = class.rsplit_once('.').unwrap_or(("", class));
    quoted(class) || (test.contains(&format!("\"{package}.{{")) && quoted(name))
}

#[test]
fn every_class_is_in_a_test() {
    let mut above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let root = above.find(|folder| folder.join("fmu-core/tests").is_dir()).unwrap();
    let mut tests = Vec::new();
    // Tests of fmu-core alone, and tests shared with the other crates.
    let folders = ["fmu-core/tests", "tests"].map(|folder| root.join(folder));
    folders.iter().for_each(|folder| read(folder, &["rs"], &mut tests));
    let untested: Vec<&str> =
        classes().map(short_name).filter(|class| !tests.iter().any(|test| names(test, class))).collect();
    assert!(untested.is_empty(), "no test in {folders:?} has a component of class {untested:?}");
}

#[test]
fn what_sensors_and_adaptors_measure_are_outputs() {
    for class in classes() {
        let is_sensor = class.name.split('.').any(|part| part == "Sensors") || class.name.ends_with("Adaptor");
        for connector in class.connectors {
            assert_eq!(
                connector.is_measured,
                is_sensor && connector.kind.is_output(),
                "{}.{}",
                class.name,
                connector.name
            );
        }
    }
}

/// A class declares every parameter and connector that its declarations name.
#[test]
fn declarations_name_what_is_declared() {
    for class in classes().chain(PARTS.into_iter().flatten().copied()) {
        let parameter = |name: &str| class.parameters.iter().find(|parameter| parameter.name == name);
        let kind = |name: &str| parameter(name).unwrap_or_else(|| panic!("{}: no parameter {name}", class.name)).kind;
        for connector in class.connectors {
            let place = format!("{}.{}", class.name, connector.name);
            let has_value = |name: &str, value: &str| match kind(name) {
                ParameterKind::Boolean => ["true", "false"].contains(&value),
                ParameterKind::Enumeration(enumeration) => enumeration.literals.contains(&value),
                _ => false,
            };
            let is_right = match connector.condition {
                Condition::Always => true,
                Condition::Is(name, value) => has_value(name, value),
                Condition::Any(names, value) => names.iter().all(|name| has_value(name, value)),
                Condition::All(names) => names.iter().all(|name| has_value(name, "true")),
            };
            assert!(is_right, "condition of {place}");
            let has_size = match connector.size {
                SignalSize::Declared => true,
                SignalSize::Rows(name) | SignalSize::Columns(name, _) => matches!(kind(name), ParameterKind::Real(_)),
                SignalSize::Integer(name) => kind(name) == ParameterKind::Integer,
                SignalSize::Sum(names) => names.iter().all(|name| kind(name) == ParameterKind::Integer),
                SignalSize::Longest(names) => names.iter().all(|name| matches!(kind(name), ParameterKind::Real(_))),
            };
            assert!(has_size, "size of {place}");
        }
        for (number, declared) in class.parameters.iter().enumerate() {
            if let DefaultValue::SameAs(other) = declared.default {
                let found = class.parameters[..number].iter().any(|earlier| earlier.name == other);
                assert!(found, "{}.{} has the default of {other}", class.name, declared.name);
            }
        }
    }
}

/// Every connector and variable of a composite class is one of a part. One part at most is exposed.
#[test]
fn netlists_have_what_is_declared() {
    for class in classes().chain(PARTS.into_iter().flatten().copied()) {
        let Body::Netlist(netlist) = &class.body else { continue };
        assert!(netlist.parts.iter().filter(|part| part.is_exposed).count() <= 1, "exposed parts of {}", class.name);
        let mut of_parts = netlist.connectors.iter().flat_map(|(_, of_parts)| of_parts.iter());
        assert!(of_parts.all(|connector| connector.contains('.')), "connectors of the parts of {}", class.name);
        let part = |name: &str| {
            let part = netlist.parts.iter().find(|part| part.name == name);
            find_class(part.unwrap_or_else(|| panic!("{}: no part {name}", class.name)).class).unwrap()
        };
        for declared in class.connectors {
            let of_parts = netlist.connectors_of(declared);
            let exist = of_parts.iter().all(|(of, name)| part(of).connectors.iter().any(|known| known.name == *name));
            assert!(exist && !of_parts.is_empty(), "{}.{}", class.name, declared.name);
        }
        for declared in class.variables {
            let (of, name) = netlist.variable_of(declared).unwrap();
            let of = part(of);
            let is_variable = of.variables.iter().any(|known| known.name == name);
            let is_signal = of.connectors.iter().any(|known| known.name == name);
            assert!(is_variable || is_signal, "{}.{}", class.name, declared.name);
        }
        let is_declared = |name: &str| class.connectors.iter().any(|connector| connector.name == name);
        assert!(netlist.connectors.iter().all(|(name, _)| is_declared(name)), "{}", class.name);
        let is_declared = |name: &str| class.variables.iter().any(|variable| variable.name == name);
        assert!(netlist.variables.iter().all(|(name, _)| is_declared(name)), "{}", class.name);
    }
}

#[test]
fn names_are_found_whole() {
    for test in
        [r#"class = "Joints.Revolute""#, r#"\"class\": \"Joints.Revolute\""#, r#"["Revolute"] "Joints.{class}""#]
    {
        assert!(names(test, "Joints.Revolute"), "{test}");
    }
    for test in [r#""Joints.RevoluteX""#, r#""Revolute""#, r#""Parts.{class}" "Revolute""#, "Joints.Revolute"] {
        assert!(!names(test, "Joints.Revolute"), "{test}");
    }
}
