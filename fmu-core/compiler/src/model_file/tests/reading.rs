//! Reading of valid files.

use super::{COMPLETE_TOML, read};
use crate::model_file::{InvalidModelFile, ModelFile, Spanned, Value};

fn complete() -> ModelFile {
    read(COMPLETE_TOML).unwrap()
}

#[test]
fn every_section_is_read() {
    let file = complete();
    assert_eq!(file.name, "SpringPendulum");
    assert_eq!(file.description.as_deref(), Some("A body on a \"spring\"\n"));
    assert_eq!(file.experiment.start_time, Some(-1.0));
    assert_eq!(file.experiment.stop_time, Some(5.0));
    assert_eq!(file.experiment.tolerance, Some(1e-6));
    assert_eq!(file.experiment.step_size, Some(0.01));
    assert_eq!(file.experiment.max_evaluations, Some(2_000_000));
    let mass = &file.parameters[1];
    let limit = |limit: &Option<Spanned<Value>>| limit.as_ref().and_then(|limit| limit.value.number());
    assert_eq!((mass.name.value.as_str(), limit(&mass.min), limit(&mass.max)), ("mass", Some(0.0), Some(10.0)));
    assert_eq!(mass.value.value, Value::Number(2.0));
    assert_eq!(mass.unit.as_ref().unwrap().value, "kg");
    assert_eq!(mass.description.as_deref(), Some("mass of the bob"));
    assert_eq!(file.connections[2].from.value, "sine[2].y");
    assert_eq!(file.inputs[0].target.value.to_string(), "push.force");
    assert_eq!(file.outputs[1].target.value.to_string(), "der(bob.v_0[1])");
    let Value::Table(unknown) = &file.parameters[4].value.value else { panic!("no table") };
    assert_eq!(unknown[0].0.value, "fixed");
    assert_eq!(unknown[1].1.value, Value::Number(2.0));
}

#[test]
fn order_is_that_of_the_text() {
    let file = complete();
    let components: Vec<&str> = file.components.iter().map(|c| c.name.value.as_str()).collect();
    assert_eq!(components, ["world", "spring", "sine[2]", "bob", "push"]);
    let parameters: Vec<&str> = file.parameters.iter().map(|p| p.name.value.as_str()).collect();
    assert_eq!(parameters, ["stiffness", "mass", "axis.ratio", "directions", "d"]);
    let modifiers: Vec<&str> = file.components[3].modifiers.iter().map(|m| m.name.value.as_str()).collect();
    assert_eq!(modifiers, ["m", "r_0", "useQuaternions", "lineForce"]);
    let reread = ModelFile::from_json(&file.to_json()).unwrap();
    let reread: Vec<&str> = reread.components.iter().map(|c| c.name.value.as_str()).collect();
    assert_eq!(reread, components);
}

#[test]
fn positions_point_at_the_text() {
    let file = complete();
    let bob = &file.components[3];
    assert_eq!(&COMPLETE_TOML[bob.name.span.clone()], "bob");
    assert_eq!(&COMPLETE_TOML[bob.class.span.clone()], "\"Parts.Body\"");
    assert_eq!(&COMPLETE_TOML[bob.modifiers[0].name.span.clone()], "m");
    assert_eq!(&COMPLETE_TOML[bob.modifiers[0].value.span.clone()], "\"mass\"");
    let Value::Table(attributes) = &bob.modifiers[1].value.value else { panic!("no table") };
    assert_eq!(&COMPLETE_TOML[attributes[0].1.span.clone()], "[0.1, -0.5, 0]");
    assert_eq!(&COMPLETE_TOML[file.connections[0].to.span.clone()], "\"spring.frame_a\"");
    let json = "\u{feff}{\"name\": \"M\", \"components\": {\"ä\\n\": {}, \"bob\": {\"class\": \"Parts.Body\"}}}";
    let problems = super::problems(json);
    assert!(problems[0].starts_with("1:31 component `ä\\n`"), "{problems:?}");
}

#[test]
fn numbers_of_every_notation_are_read() {
    let text = "name = \"M\"\n[parameters]\na = 0x10\nb = 0o17\nc = 0b11\nd = 1_000\ne = 123456789012345678901234567890\nf = 0xffff_ffff_ffff_ffff_f\ng = 6.02e23\nh = -0.0\n";
    let file = read(text).unwrap();
    let values: Vec<Value> = file.parameters.into_iter().map(|p| p.value.value).collect();
    let expected = [16.0, 15.0, 3.0, 1000.0, 123456789012345678901234567890.0, 295147905179352825855.0, 6.02e23, -0.0];
    assert_eq!(values, expected.map(Value::Number));
}

#[test]
fn files_are_read_by_extension() {
    let folder = std::env::temp_dir().join(format!("model-file-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        path
    };
    let (from_toml, sources) = ModelFile::from_path(&write("a.toml", COMPLETE_TOML.as_bytes())).unwrap();
    assert_eq!(sources.main().unwrap().text, COMPLETE_TOML);
    let (from_json, _) = ModelFile::from_path(&write("a.JSON", from_toml.to_json().as_bytes())).unwrap();
    assert_eq!(from_json.to_json(), from_toml.to_json());

    let message = |path: &std::path::Path| ModelFile::from_path(path).unwrap_err().to_string();
    assert!(message(&write("a.yaml", b"")).contains("expected a name that ends in `.toml` or `.json`"));
    assert!(message(&folder.join("absent.toml")).contains("cannot be read"));
    assert!(message(&write("b.json", b"{\"name\": \"\xff\"}")).contains("byte 10 is the first invalid one"));
    let InvalidModelFile { sources, diagnostics } = ModelFile::from_path(&write("c.toml", b"nam = 1\n")).unwrap_err();
    assert_eq!((sources.main().unwrap().text.as_str(), diagnostics.len()), ("nam = 1\n", 2));
    assert!(
        message(&folder.join("c.toml")).contains(
            "c.toml:1:1: the model file has no key `nam`\n  | nam = 1\n  | ^^^\n  help: did you mean `name`?"
        )
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_beyond_the_limit_is_refused() {
    let text = " ".repeat(crate::model_file::SIZE_LIMIT + 1);
    assert!(
        ModelFile::from_json(&text).unwrap_err()[0].problem.to_string().contains("more than the maximum of 67108864")
    );
    assert!(super::read(&text).unwrap_err()[0].problem.to_string().contains("more than the maximum of 67108864"));
}

/// The limits apply to the values that components give.
#[test]
fn a_required_parameter_of_a_sub_model_may_have_limits() {
    let text = "name = \"M\"\n[models.S.parameters]\nk = { min = 1 }\n[models.S.components.gain]\n\
        class = \"Blocks.Math.Gain\"\nk = \"k\"\n[components.a]\nclass = \"S\"\nk = ";
    assert_eq!(super::problems(&format!("{text}2\n")), Vec::<String>::new());
    let problems = super::problems(&format!("{text}0.5\n"));
    assert!(
        problems.len() == 1 && problems[0].ends_with("model parameter `a.k` is 0.5: expected 1 or more"),
        "{problems:?}"
    );
}
