//! The reference models, which are shared beside the repository.

use super::written_json::without_spans;
use crate::model_file::{ModelFile, Value};
use std::path::PathBuf;
use support::shared_folder::shared;

fn models() -> Vec<(PathBuf, ModelFile)> {
    let Some(folder) = shared("reference/models") else { return Vec::new() };
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "json"));
    paths.sort();
    assert!(paths.len() > 100, "only {} reference models", paths.len());
    let read = |path: PathBuf| match ModelFile::from_path(&path) {
        Ok((file, _)) => (path, file),
        Err(errors) => panic!("{errors}"),
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn every_model_is_read_and_written() {
    for (path, file) in models() {
        let json = file.to_json();
        let reread = ModelFile::from_json(&json).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
        assert_eq!(without_spans(&reread), without_spans(&file), "{}", path.display());
    }
}

#[test]
fn every_arithmetic_string_is_an_expression() {
    let (mut count, mut texts) = (0, Vec::new());
    for (_, file) in models() {
        let parameters = file.parameters.iter().map(|parameter| &parameter.value.value);
        let modifiers = file.components.iter().flat_map(|component| &component.modifiers);
        for value in parameters.chain(modifiers.map(|modifier| &modifier.value.value)) {
            visit(value, &mut |value| match value {
                Value::Expression(_) | Value::Condition(_) => count += 1,
                Value::String(text) if text.contains(['+', '*', '(']) => texts.push(text.clone()),
                _ => {}
            });
        }
    }
    assert!(count == 0 || count > 200, "{count}");
    assert!(texts.is_empty(), "{texts:?}");
}

/// Calls `f` with `value` and all values inside it.
fn visit(value: &Value, f: &mut dyn FnMut(&Value)) {
    f(value);
    match value {
        Value::Array(elements) => elements.iter().for_each(|e| visit(&e.value, f)),
        Value::Table(entries) => entries.iter().for_each(|(_, value)| visit(&value.value, f)),
        _ => {}
    }
}

/// Units and dimensions are consistent, and the only warnings are about settings without effect.
#[test]
fn the_units_of_every_model_fit() {
    let mut said = std::collections::BTreeMap::new();
    for (path, file) in models() {
        let authored = crate::authoring::Authored::new(&file);
        let problems: Vec<String> = authored.problems.iter().map(|d| d.problem.to_string()).collect();
        assert!(problems.is_empty(), "{}: {problems:?}", path.display());
        for warning in authored.warnings {
            let text = warning.problem.to_string();
            let words = text.rsplit(": ").next().unwrap_or_default().to_owned();
            *said.entry(words).or_insert(0) += 1;
        }
    }
    // The friction tables of the robots add a torque and a damping constant.
    let of_robots = "`+` is not defined for N.m (torque or energy) and N.m.s/rad (rotational damping constant)";
    assert!(said.keys().all(|words| words.contains("has no effect") || words == of_robots), "{said:?}");
}
