//! The texts of the reference suite, and the netlists of the same models.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use compiler::compile;
use compiler::model_file::{ModelFile, Value};
use fmu_builder::{ModelicaOptions, read_modelica};
use simulation::model::Model;
use support::reals::{after, initial};
use support::shared_folder::shared;

/// File and model of a netlist's name.
fn text_of(suite: &Path, name: &str) -> PathBuf {
    let mut path = suite.join("modelica");
    for part in name.split('.') {
        let file = path.join(format!("{part}.mo"));
        if file.is_file() {
            return file;
        }
        path = path.join(part);
    }
    path
}

#[test]
fn texts_say_what_the_netlists_say() {
    let Some(suite) = shared("reference") else { return };
    let (mut equal, mut other) = (0, Vec::new());
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(suite.join("models")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        match compare(&suite, &path, &name) {
            Ok(()) => equal += 1,
            Err(why) => other.push(format!("{name}: {why}")),
        }
    }
    // The others are not in the texts, or both are refused, since classes are absent.
    let is_absent = |why: &&String| [NOT_THERE, BOTH, NO_NETLIST].iter().any(|reason| why.contains(reason));
    let unequal: Vec<&String> = other.iter().filter(|why| !is_absent(why)).collect();
    assert!(unequal.is_empty() && equal >= 107, "{equal} equal\n{}", other.join("\n"));
    println!("{equal} models are equal; {} are not compared:\n{}", other.len(), other.join("\n"));
}

/// Why a model is not compared: the texts do not have it, or neither text nor netlist is a model that is solved.
const NOT_THERE: &str = "NOT IN THE TEXT";
const BOTH: &str = "BOTH";
/// The netlist has a class of the text, which only the text has.
const NO_NETLIST: &str = "there is no class `local.";

fn compare(suite: &Path, netlist: &Path, name: &str) -> Result<(), String> {
    let text = text_of(suite, name);
    let own = name.rsplit('.').next().unwrap_or_default();
    if !text.is_file() || !std::fs::read_to_string(&text).unwrap().contains(&format!("model {own}")) {
        return Err(NOT_THERE.to_owned());
    }
    let options = ModelicaOptions { class: Some(name.to_owned()), ..ModelicaOptions::default() };
    let missing = format!("there is no class `{name}`");
    let told = |invalid: compiler::model_file::InvalidModelFile| {
        Some(invalid.to_string()).filter(|told| !told.contains(&missing))
    };
    let read =
        read_modelica(&text, &options).map_err(|invalid| told(invalid).unwrap_or_else(|| NOT_THERE.to_owned()))?;
    let (expected, _) = ModelFile::from_path(netlist).unwrap();
    let model = compile(&read.file).map_err(|problems| {
        let rendered: Vec<String> = problems
            .iter()
            .map(|problem| {
                let (text, problem) = read.sources.locate(problem);
                text.render(&problem)
            })
            .collect();
        format!("compile: {}", rendered.join("\n"))
    });
    let in_degrees = |parameter: &&compiler::model_file::ModelParameter| {
        parameter.unit.as_ref().is_some_and(|unit| unit.value == "deg")
    };
    let degrees: Vec<String> =
        expected.parameters.iter().filter(in_degrees).map(|parameter| parameter.name.value.clone()).collect();
    let expected = compile(&expected).map_err(|problems| format!("netlist: {}", problems[0].problem));
    let (model, expected) = match (model, expected) {
        (Ok(model), Ok(expected)) => (model, expected),
        (Err(a), Err(b)) => return Err(format!("{BOTH}\n{a}\n{b}")),
        (Err(a), _) | (_, Err(a)) => return Err(a),
    };
    let of_picture = |name: &str| {
        let component = read
            .file
            .components
            .iter()
            .find(|c| name.strip_prefix(c.name.value.as_str()).is_some_and(|rest| rest.starts_with('.')));
        component.is_some_and(|component| component.class.value.contains(".Visualizers."))
    };
    let names = |model: &Model, all: bool| -> BTreeSet<String> {
        let names = model.catalogue.variables.iter().map(|variable| variable.name.to_string());
        names.filter(|name| all || !of_picture(name)).collect()
    };
    let has_pictures = expected.catalogue.variables.iter().any(|variable| of_picture(variable.name));
    let (mut a, b) = (names(&model, has_pictures), names(&expected, true));
    // Netlists leave out parameters and variables of the text that nothing reads.
    let mut idle = unread(&read.file, has_pictures);
    // The same for other names of variables.
    let own = read.file.variables.iter().chain(&read.file.outputs);
    idle.extend(own.map(|variable| variable.name.value.clone()));
    a.retain(|name| b.contains(name) || !idle.contains(name));
    if a != b {
        let more: Vec<_> = a.difference(&b).take(6).collect();
        let less: Vec<_> = b.difference(&a).take(6).collect();
        return Err(format!("variables: more {more:?} less {less:?}"));
    }
    // Equal netlists of equal text have equal trajectories; one step of the experiment shows it.
    if degrees.is_empty() {
        let step = read.file.experiment.stop_time.unwrap_or(1.0) / if cfg!(debug_assertions) { 200.0 } else { 10.0 };
        let (x, y) = (after(model.clone(), step), after(expected.clone(), step));
        match (x, y) {
            (Ok(x), Ok(y)) => {
                let is_other = |(name, value): &(&String, &f64)| {
                    x.get(*name).is_some_and(|other| other.to_bits() != value.to_bits())
                };
                if let Some((name, value)) = y.iter().find(is_other) {
                    return Err(format!("after a step {name} is {:?}, expected {value:?}", x.get(name)));
                }
            }
            (Err(x), Err(y)) if x == y => {}
            (x, y) => return Err(format!("after a step: {:?}, expected {:?}", x.err(), y.err())),
        }
    }
    let (x, y) = (initial(model)?, initial(expected)?);
    // A parameter in degrees is a number in Modelica, and an angle in the netlist.
    let is_in_degrees = |name: &str| {
        let parameter = degrees.iter().any(|degrees| degrees == name);
        move |text: f64, netlist: f64| parameter && (text.to_radians() - netlist).abs() <= 1e-15 * netlist.abs()
    };
    let odd = y.iter().find(|(name, value)| {
        let is_same = |other: &f64| other.to_bits() == value.to_bits() || is_in_degrees(name)(*other, **value);
        !x.get(*name).is_some_and(is_same)
    });
    odd.map_or(Ok(()), |(name, value)| Err(format!("{name} is {:?}, expected {value:?}", x.get(name))))
}

/// Model parameters that no expression names, or none outside of visualizers.
fn unread(file: &ModelFile, with_pictures: bool) -> Vec<String> {
    fn names_in<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Expression(expression) => found.extend(expression.references()),
            Value::Condition(condition) => found.extend(condition.references()),
            Value::Array(elements) => elements.iter().for_each(|element| names_in(&element.value, found)),
            Value::Table(entries) => entries.iter().for_each(|(_, value)| names_in(&value.value, found)),
            Value::Number(_) | Value::Boolean(_) | Value::String(_) => {}
        }
    }
    let public = file.outputs.iter().chain(&file.variables);
    let mut found: Vec<&str> = public.flat_map(|public| public.target.value.variables()).collect();
    let drawn = |class: &str| class.contains(".Visualizers.");
    let components = file.components.iter().filter(|component| with_pictures || !drawn(&component.class.value));
    let modifiers = components.flat_map(|component| &component.modifiers);
    modifiers.for_each(|modifier| names_in(&modifier.value.value, &mut found));
    let named = |found: Vec<&str>| -> Vec<String> {
        found.into_iter().map(|name| name.split('[').next().unwrap_or_default().to_owned()).collect()
    };
    let mut read = BTreeSet::new();
    let mut open = named(found);
    while let Some(name) = open.pop() {
        let parameter = file.parameters.iter().find(|parameter| parameter.name.value == name);
        if let Some(parameter) = parameter.filter(|_| read.insert(name)) {
            let mut found = Vec::new();
            names_in(&parameter.value.value, &mut found);
            open.extend(named(found));
        }
    }
    let names = file.parameters.iter().map(|parameter| parameter.name.value.clone());
    names.filter(|name| !read.contains(name)).collect()
}
