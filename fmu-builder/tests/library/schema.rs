//! The JSON schema of the model file accepts what the model file's own checker accepts, and refuses common mistakes.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::compile;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use boon::{Compiler, SchemaIndex, Schemas};
use compiler::model_file::ModelFile;
use fmu_builder::schema;
use serde_json::{Value, json};
use support::shared_folder::shared;

/// The schema, ready for use; that it follows the rules for schemas is checked here.
struct Checker {
    schemas: Schemas,
    index: SchemaIndex,
}

/// To compile the schema takes seconds.
static CHECKER: LazyLock<Checker> = LazyLock::new(Checker::new);

impl Checker {
    fn new() -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("model.json", schema::model_file()).unwrap();
        let index = compiler.compile("model.json", &mut schemas).unwrap_or_else(|error| panic!("{error:#}"));
        Self { schemas, index }
    }

    fn fault(&self, model: &Value) -> Option<String> {
        self.schemas.validate(model, self.index).err().map(|error| format!("{error:#}"))
    }
}

fn toml(text: &str) -> Value {
    toml::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The files of a folder with that extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths
}

#[test]
fn examples_are_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let paths = files(&folder, "toml");
    assert!(paths.len() > 10);
    let parts = files(&folder.join("parts"), "toml");
    assert!(!parts.is_empty());
    for path in paths.into_iter().chain(parts) {
        let fault = CHECKER.fault(&toml(&fs::read_to_string(&path).unwrap()));
        assert_eq!(fault, None, "{}", path.display());
    }
}

#[test]
fn what_is_final_or_protected_is_valid() {
    let text = |last: &str| {
        format!(
            "name = \"M\"\n[parameters]\na = {{ value = 1, final = true }}\nb = {{ value = [1, 2], protected = true }}\n\
             [variables]\nv = {{ expression = \"a\", protected = true }}\n[components.bob]\nclass = \"Parts.Body\"\nfinal = true\nprotected = false\n\
             m = {{ value = 2, final = true }}\nr_CM = {{ value = [0, 0, 0], final = true }}\nr_0 = {{ start = [0, 0, 1], final = true }}\n{last}"
        )
    };
    for (last, is_valid) in [
        ("", true),
        ("I_33 = { value = 1, final = \"yes\" }", false),
        ("I_33 = { value = 1, protected = true }", false),
    ] {
        let text = text(last);
        assert_eq!(CHECKER.fault(&toml(&text)).is_none(), is_valid, "{text}");
        let compiled = ModelFile::from_toml(&text).and_then(|file| compile(&file));
        assert_eq!(compiled.is_ok(), is_valid, "{text}: {:?}", compiled.err());
    }
}

#[test]
fn examples_of_the_classes_are_valid() {
    for class in library::classes() {
        assert_eq!(CHECKER.fault(&toml(class.documentation().example())), None, "{}", class.name);
    }
}

/// The reference models lie beside the repository; continuous integration must not pass over them.
#[test]
fn reference_models_are_valid() {
    let Some(folder) = shared("reference/models") else { return };
    let paths = files(&folder, "json");
    assert!(paths.len() > 100);
    let mut checked = 0;
    for path in paths {
        let (file, sources) = ModelFile::from_path(&path).unwrap_or_else(|error| panic!("{error}"));
        if compile(&file).is_ok() {
            let model: Value = serde_json::from_str(&sources.main().unwrap().text).unwrap();
            assert_eq!(CHECKER.fault(&model), None, "{}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 90, "only {checked} reference models compile");
}

fn pendulum() -> Value {
    json!({
        "name": "Pendulum",
        "connections": [["world.frame_b", "rev.frame_a"], ["rev.frame_b", "body.frame_a"]],
        "experiment": { "stop_time": 2.0 },
        "parameters": { "mass": { "value": 2.0, "unit": "kg" } },
        "components": {
            "world": { "class": "World" },
            "rev": { "class": "Joints.Revolute", "n": [0, 0, 1], "phi": { "start": 0.5, "fixed": true } },
            "body": { "class": "Parts.Body", "m": "mass", "r_CM": [0.5, 0, 0] }
        },
        "outputs": { "angle": "rev.phi" }
    })
}

/// Each mistake, and a pointer to the place that it is made at.
#[test]
fn mistakes_are_refused() {
    assert_eq!(CHECKER.fault(&pendulum()), None);
    let mistakes = [
        ("/name", json!(3)),
        ("/experiment", json!({ "stop_time": 2.0, "step": 0.1 })),
        ("/experiment", json!({ "tolerance": 0.0 })),
        ("/parameters/mass", json!({ "value": 2.0, "units": "kg" })),
        ("/parameters/mass", json!(true)),
        ("/connections/0", json!(["world.frame_b"])),
        ("/connections/0", json!({ "for": "i in 1:3" })),
        ("/connections/0", json!({ "for": 3, "connect": ["world.frame_b", "rev.frame_a"] })),
        ("/components/body", json!({ "class": "Bob", "for": 3 })),
        ("/outputs/angle", json!(3)),
        ("/components/world", json!({})),
        ("/components/world", json!({ "class": "World", "gravity": 9.81 })),
        ("/components/world", json!({ "class": "World", "gravityType": "Uniform" })),
        ("/components/rev", json!({ "class": "Joints.Revolut" })),
        ("/components/rev/n", json!([0, 0])),
        ("/components/rev/n", json!(1)),
        ("/components/rev/phi", json!(0.5)),
        ("/components/rev/phi", json!({ "begin": 0.5 })),
        ("/components/rev/phi", json!({ "start": 0.5, "fixed": 1 })),
        ("/components/body", json!({ "class": "Parts.Body", "r_CM": [0.5, 0, 0] })),
        ("/components/body/m", json!(-1)),
        ("/components/body/m", json!([1])),
        ("/components/body", json!({ "class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "useQuaternions": "no" })),
        ("/components/body", json!({ "class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "sequence_start": [1, 2, 4] })),
    ];
    for (pointer, mistake) in mistakes {
        let mut model = pendulum();
        *model.pointer_mut(pointer).unwrap() = mistake.clone();
        assert!(CHECKER.fault(&model).is_some(), "{pointer} = {mistake} is accepted");
    }
    // An input of nothing, and a name that is none.
    for inputs in [json!({ "push": { "begin": 1 } }), json!({ "2 push": "force.f" })] {
        let mut model = pendulum();
        model["inputs"] = inputs.clone();
        assert!(CHECKER.fault(&model).is_some(), "{inputs} is accepted");
    }
    let mut model = pendulum();
    model["component"] = json!({});
    assert!(CHECKER.fault(&model).is_some(), "an unknown key is accepted");
}

#[test]
fn what_the_checker_accepts_is_accepted() {
    let accepted = [
        ("/components/world", json!({ "class": "Modelica.Mechanics.MultiBody.World" })),
        ("/components/world", json!({ "class": "World", "gravityAcceleration": "-mu*r/length(r)^3" })),
        (
            "/components/world",
            json!({ "class": "World", "gravityType": "Modelica.Mechanics.MultiBody.Types.GravityTypes.NoGravity" }),
        ),
        ("/components/rev/n", json!("{0, 0, 1}")),
        ("/components/rev/n", json!([0, "mass/2", 1])),
        ("/components/rev/phi", json!({ "start": "mass", "fixed": true, "stateSelect": "always" })),
        ("/components/body/m", json!({ "start": 1.0, "fixed": false })),
        (
            "/components/body",
            json!({ "class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "sphereDiameter": 0.1,
            "frame_a": { "r_0": { "start": [1, 0, 0], "fixed": [true, false, false] } } }),
        ),
        ("/components/body", json!({ "class": "Bob", "m": 1, "r_CM": [0, 0, 0], "bob": { "m": 2 } })),
        (
            "/components/body",
            json!({ "class": "Parts.Body", "for": "i in 1:2", "m": { "elements": [1, 2] }, "r_CM": [0, 0, 0] }),
        ),
        ("/connections/1", json!({ "for": "i in 1:2", "connect": ["rev.frame_b", "body[i].frame_a"] })),
        ("/connections/1", json!({ "for": "i in 1:n, j in 1:i", "connect": [["rev.frame_b", "body[i].frame_a"]] })),
        ("/parameters/mass", json!("2*pi")),
        ("/parameters/mass", json!([[1, 2], [3, 4]])),
        ("/parameters/mass", json!({ "start": 1.0, "fixed": false })),
    ];
    for (pointer, value) in accepted {
        let mut model = pendulum();
        *model.pointer_mut(pointer).unwrap() = value.clone();
        assert_eq!(CHECKER.fault(&model), None, "{pointer} = {value}");
    }
}
