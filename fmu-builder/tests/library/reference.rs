//! The reference of the classes: every class has a text and an example that runs, and docs/classes holds what the classes say.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::Compilation;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use compiler::model_file::{Diagnostic, ModelFile};
use fmu_builder::reference::{NoSuchClass, look_up, matching, pages, tables};
use fmu_core::instance::{Experiment, Instance};
use library::{Class, ParameterKind};

/// Set to write the pages anew instead of comparing them.
const UPDATE: &str = "UPDATE_REFERENCE";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs")
}

fn words(problems: Vec<Diagnostic>) -> String {
    problems.iter().map(|problem| problem.problem.to_string()).collect::<Vec<_>>().join("; ")
}

/// Assembles and starts the model in a TOML text, and runs it for a moment.
fn run(text: &str) -> Result<(), String> {
    let file = ModelFile::from_toml(text).map_err(words)?;
    let Compilation { model, warnings, .. } = Compilation::new(&file).map_err(words)?;
    if !warnings.is_empty() {
        return Err(words(warnings));
    }
    let mut instance = Instance::new(Arc::new(model));
    instance.setup_experiment(Experiment::default()).map_err(|error| error.to_string())?;
    instance.enter_initialization_mode().map_err(|error| error.to_string())?;
    instance.exit_initialization_mode().map_err(|error| error.to_string())?;
    instance.do_step(0.0, 0.01).map_err(|error| error.to_string())?;
    Ok(())
}

/// What is wrong with the example of a class.
fn fault(class: &Class) -> Option<String> {
    let example = class.documentation().example();
    let is_used = |name: &str| library::find_class(name).is_some_and(|found| found.name == class.name);
    match ModelFile::from_toml(example) {
        Err(problems) => Some(words(problems)),
        Ok(file) if file.components.iter().any(|component| is_used(&component.class.value)) => run(example).err(),
        Ok(_) => Some("the example has no component of the class".to_owned()),
    }
}

#[test]
fn every_example_runs() {
    let faults: BTreeMap<&str, String> =
        library::classes().filter_map(|class| Some((library::short_name(class), fault(class)?))).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_class_has_a_text_of_at_most_six_sentences() {
    let sentences = |text: &str| {
        let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ") + " ";
        one_line.matches(". ").count()
    };
    for class in library::classes() {
        let text = class.documentation().text();
        assert!((1..=6).contains(&sentences(text)), "{}: {text}", class.name);
        assert!(!text.contains("\n\n"), "{} has more than one paragraph", class.name);
        assert!(text.lines().all(|line| line.len() <= 100), "{}: a line is too long", class.name);
        assert!(!class.description.is_empty() && !class.description.ends_with('.'), "{}", class.name);
    }
}

/// Everything that a class declares says what it is; what a parameter depends on is a parameter that shapes the model.
#[test]
fn declarations_say_what_they_are() {
    for class in library::classes() {
        let described = class.parameters.iter().map(|p| (p.name, p.description));
        let described = described.chain(class.connectors.iter().map(|c| (c.name, c.description)));
        for (name, description) in described.chain(class.variables.iter().map(|v| (v.name, v.description))) {
            assert!(!description.is_empty(), "{}.{name}", class.name);
        }
        for parameter in class.parameters {
            for (name, value) in parameter.only_if {
                let kind = class.parameters.iter().find(|p| p.name == *name).map(|p| p.kind);
                let is_right = match kind {
                    Some(ParameterKind::Boolean) => ["true", "false"].contains(value),
                    Some(ParameterKind::Enumeration(enumeration)) => enumeration.literals.contains(value),
                    _ => false,
                };
                assert!(is_right, "{}.{} only if {name} = {value}", class.name, parameter.name);
            }
        }
    }
}

#[test]
fn every_class_is_in_one_package() {
    let mut seen: Vec<&str> = library::packages()
        .flat_map(|(package, classes)| classes.iter().map(move |c| (package, c.name)))
        .map(|(package, name)| {
            assert!(name.starts_with(&format!("{package}.")), "{name} in {package}");
            name
        })
        .collect();
    assert_eq!(seen.len(), library::classes().count());
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), library::classes().count());
}

#[test]
fn pages_in_the_repository_are_those_of_the_classes() {
    let folder = docs().join("classes");
    let pages = pages();
    if std::env::var_os(UPDATE).is_some() {
        fs::create_dir_all(&folder).unwrap();
        for page in &pages {
            fs::write(folder.join(&page.file), &page.text).unwrap();
        }
    }
    let mut files: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort_unstable();
    let mut expected: Vec<&str> = pages.iter().map(|page| page.file.as_str()).collect();
    expected.sort_unstable();
    assert_eq!(files, expected, "files of docs/classes; {UPDATE}=1 writes those that are missing");
    for page in &pages {
        let found = fs::read_to_string(folder.join(&page.file)).unwrap();
        assert!(
            found == page.text,
            "docs/classes/{} is not what the classes say; {UPDATE}=1 cargo test -p fmu-builder --test library reference writes it anew",
            page.file
        );
    }
}

/// Links of the index lead to headings.
#[test]
fn links_of_the_index_lead_somewhere() {
    let pages = pages();
    let anchors = |file: &str| -> Vec<String> {
        let page = pages.iter().find(|page| page.file == file).unwrap_or_else(|| panic!("no page {file}"));
        let headings = page.text.lines().filter_map(|line| line.strip_prefix("## "));
        headings.map(|heading| heading.to_lowercase().replace('.', "")).collect()
    };
    let mut links = 0;
    for target in pages[0].text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        if let Some((file, anchor)) = target.split_once('#') {
            assert!(anchors(file).iter().any(|found| found == anchor), "{target}");
            links += 1;
        }
    }
    assert_eq!(links, library::classes().count());
}

#[test]
fn classes_are_found_as_people_type_them() {
    for name in ["Parts.Body", "parts.body", "Body", "Modelica.Mechanics.MultiBody.Parts.Body", "MultiBody.Parts.Body"]
    {
        assert_eq!(look_up(name).unwrap().name, "Modelica.Mechanics.MultiBody.Parts.Body", "{name}");
    }
    match look_up("Spring") {
        Err(NoSuchClass::Ambiguous { classes, .. }) => assert_eq!(classes.len(), 3, "{classes:?}"),
        other => panic!("{other:?}"),
    }
    match look_up("Parts.Bdoy") {
        Err(NoSuchClass::Unknown { nearest, .. }) => assert_eq!(nearest, ["Parts.Body"]),
        other => panic!("{other:?}"),
    }
    // Inner parts of classes are no classes of the library.
    assert!(look_up("Joints.Internal.RevoluteWithLengthConstraint").is_err());
    assert_eq!(matching("").iter().map(|(_, classes)| classes.len()).sum::<usize>(), library::classes().count());
    assert!(matching("jointups").iter().all(|(package, _)| package.ends_with("Joints")));
    assert!(matching("nothing is called so").is_empty());
}

#[test]
fn tables_say_what_the_declarations_say() {
    let body = tables(look_up("Parts.Body").unwrap());
    let parameters = &body[0];
    assert_eq!(parameters.header, ["parameter", "type", "unit", "default", "range", "only if", "meaning"]);
    let row = |name: &str| parameters.rows.iter().find(|row| row[0] == name).unwrap();
    assert_eq!(row("m")[1..5], ["number", "kg", "(required)", ">= 0"]);
    assert_eq!(row("I_11")[3], "0.001");
    assert_eq!(row("sequence_angleStates")[5], "useQuaternions = false");
    let table = tables(look_up("CombiTimeTable").unwrap());
    let outputs = table.iter().find(|table| table.title == "Connectors").unwrap();
    assert_eq!(outputs.rows[0][..2], ["y", "signal output (columns of table less 1)"]);
    let spring = tables(look_up("Forces.Spring").unwrap());
    assert!(spring[0].rows.iter().any(|row| row[0] == "c" && row.contains(&"tunable".to_owned())));
}

/// Every model in docs/model-file.md that is whole runs.
#[test]
fn models_of_the_format_page_run() {
    let text = fs::read_to_string(docs().join("model-file.md")).unwrap();
    let blocks = text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let models: Vec<&str> = blocks.filter(|block| block.starts_with("name = ")).collect();
    assert!(models.len() >= 3);
    for model in models {
        assert_eq!(run(model).err(), None, "{model}");
    }
}

/// The page of the format says every key that a model file may have.
#[test]
fn the_format_page_names_every_key_of_the_schema() {
    let text = fs::read_to_string(docs().join("model-file.md")).unwrap();
    let schema = fmu_builder::schema::model_file();
    let keys = |pointer: &str| {
        let table = schema.pointer(pointer).and_then(|value| value.as_object());
        table.unwrap_or_else(|| panic!("no {pointer}")).keys().cloned().collect::<Vec<_>>()
    };
    for key in [keys("/properties"), keys("/definitions/experiment/properties")].concat() {
        assert!(text.contains(&format!("`{key}`")), "{key}");
    }
    for key in
        [keys("/definitions/modelParameter/anyOf/1/properties"), keys("/definitions/attributes/properties")].concat()
    {
        assert!(text.contains(&key), "{key}");
    }
    for key in [keys("/definitions/input/anyOf/2/properties"), keys("/definitions/output/anyOf/1/properties")].concat()
    {
        assert!(text.contains(&key), "{key}");
    }
    for function in compiler::model_file::Function::documented() {
        assert!(text.contains(function), "{function}");
    }
}
