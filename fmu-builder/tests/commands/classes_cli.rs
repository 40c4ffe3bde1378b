//! The commands classes, describe and schema, and what check and build say of a start and of files of other kinds.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::command;

use std::ffi::OsStr;
use std::fs;
use std::io::Write;

use command::{Folder, example};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

#[test]
fn classes_are_listed_by_packages() {
    let folder = Folder::new();
    folder.run(["classes"]).succeeds().says(&[
        "Modelica.Mechanics.MultiBody.Joints",
        "Joints.Revolute",
        "Blocks.Math.Gain",
    ]);
    let ran = folder.run(["classes", "jointups"]).succeeds().says(&["Joints.Assemblies.JointUPS"]);
    assert!(!ran.stdout().contains("Joints.Revolute"));
    folder.run(["classes", "nonsense"]).exits(1).says(&["nonsense"]);
}

#[test]
fn classes_are_counted() {
    let folder = Folder::new();
    let all = folder.run(["classes", "--count"]).succeeds().stdout();
    assert_eq!(all, format!("{}\n", library::classes().count()));
    assert_eq!(folder.run(["classes", "jointups", "--count"]).succeeds().stdout(), "1\n");
    folder.run(["classes", "nonsense", "--count"]).exits(1).says(&["nonsense"]);
}

#[test]
fn a_class_is_described_and_its_example_is_a_model() {
    let folder = Folder::new();
    let ran = folder.run(["describe", "parts.body"]).succeeds();
    let ran =
        ran.says(&["Modelica.Mechanics.MultiBody.Parts.Body", "Parameters", "(required)", "Connectors", "Variables"]);
    let shown = ran.stdout();
    let example = folder.run(["describe", "Parts.Body", "--example"]).succeeds().stdout();
    assert!(shown.ends_with(&example), "the example is not at the end");
    folder.write("example.toml", &example);
    folder.run(["check", "example.toml"]).succeeds().says(&["no problems", "degrees of freedom  1"]);
    folder.run(["describe", "Spring"]).exits(1).says(&["Forces.Spring", "Rotational.Components.Spring"]);
    let car = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/car.toml");
    folder.run(["describe", "corner", "--in", car]).succeeds().says(&[
        "stiffness",
        "kN/m",
        "required",
        "mount.frame_a",
        "slide.s",
        "A wheel on a strut",
    ]);
    folder.run(["describe", "cornr", "--in", car]).exits(1).says(&["has no sub-model `cornr`; did you mean `corner`?"]);
    folder.run(["describe", "Parts.Bdoy"]).exits(1).says(&["did you mean `Parts.Body`?"]);
    folder.run(["describe", "Revolut"]).exits(1).says(&["did you mean `Joints.Revolute` or `"]);
    folder.run(["describe", "PadeDelay"]).exits(1).says(&["`Modelica.Blocks.Nonlinear.PadeDelay` is in the library"]);
}

#[test]
fn the_schema_goes_to_a_file_or_to_standard_output() {
    let folder = Folder::new();
    folder.run(["schema", "-o", "model.schema.json"]).succeeds().says(&["model.schema.json"]);
    let written = fs::read_to_string(folder.path("model.schema.json")).unwrap();
    assert_eq!(folder.run(["schema"]).succeeds().stdout(), written);
    let schema: serde_json::Value = serde_json::from_str(&written).unwrap();
    assert!(schema["definitions"]["Parts.Body"]["properties"]["m"].is_object());
}

#[test]
fn check_says_how_a_model_starts() {
    let folder = Folder::new();
    let check = |name: &str| folder.run([OsStr::new("check"), example(name).as_os_str()]).succeeds();
    check("spring_mass.toml").says(&[
        "degrees of freedom  1",
        "coordinates         guide.s",
        "Hz, undamped, mostly guide.s",
    ]);
    check("four_bar.toml").says(&["degrees of freedom  1", "3 of 6 constraints", "starts not fixed", "crank_joint"]);
    // Its joints start at rounding errors.
    check("stewart_platform.toml").says(&["leg1.revolute_1.phi = 0, "]);
    check("quadrotor.toml").says(&["units               all known dimensions fit"]);
    check("spring_pendulum.toml")
        .says(&["units               all known dimensions fit; unknown for the parameters stiffness"]);
}

/// The bob hangs on a joint whose start value contradicts its own.
const CONTRADICTION: &str = "name = \"C\"
connections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"rod.frame_a\"], [\"rod.frame_b\", \"bob.frame_a\"]]
[components.world]
class = \"World\"
[components.rev]
class = \"Joints.Revolute\"
phi = { start = 1, fixed = true }
[components.rod]
class = \"Parts.FixedTranslation\"
r = [1, 0, 0]
[components.bob]
class = \"Parts.PointMass\"
m = 1
r_0 = { start = [1, 0, 0], fixed = true }
";

#[test]
fn models_that_do_not_start_are_refused_unless_that_is_left_to_the_host() {
    let folder = Folder::new();
    folder.write("model.toml", CONTRADICTION);
    for command in ["check", "build"] {
        folder.run([command, "model.toml"]).exits(1).says(&[
            "contradict",
            "model.toml:14:1",
            "rev.phi fixed",
            "--no-init",
        ]);
        assert_eq!(folder.files(), ["model.toml"]);
    }
    for command in ["check", "build"] {
        folder.run([command, "model.toml", "--no-init"]).succeeds();
    }
    assert_eq!(folder.files(), ["model.fmu", "model.toml"]);
}

fn archive(entry: &str, text: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file(entry, SimpleFileOptions::default()).unwrap();
    zip.write_all(text.as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}

#[test]
fn files_of_other_kinds_are_called_what_they_are() {
    let folder = Folder::new();
    let description = |version: &str| {
        format!("<?xml version=\"1.0\"?>\n<fmiModelDescription fmiVersion=\"{version}\" modelName=\"a\"/>")
    };
    let files: [(&str, Vec<u8>, &str); 11] = [
        ("one.fmu", archive("modelDescription.xml", &description("1.0")), "an FMU of FMI 1.0"),
        ("three.fmu", archive("modelDescription.xml", &description("3.1")), "an FMU of FMI 3.1"),
        ("system.ssp", archive("SystemStructure.ssd", "<a/>"), "the root element of SystemStructure.ssd is a"),
        ("other.zip", archive("a.txt", "a"), "no modelDescription.xml"),
        (
            "model.txt",
            b"within A;\nmodel B\nend B;\n".to_vec(),
            "Modelica text, which is read when its name ends in `.mo`",
        ),
        ("model.toml", b"package A end A;".to_vec(), "model.toml is Modelica text"),
        ("robot.xml", b"<robot name=\"r\"/>".to_vec(), "a robot description (URDF)"),
        ("scene.xml", b"<mujoco/>".to_vec(), "a model of MuJoCo (MJCF)"),
        ("result.csv", b"time,a\n0,1\n".to_vec(), "a CSV file"),
        ("library.toml", b"\x7fELF\x02".to_vec(), "a program or shared library"),
        ("empty.json", Vec::new(), "an empty file"),
    ];
    for (name, content, expected) in files {
        fs::write(folder.path(name), content).unwrap();
        folder.run(["check", name]).exits(1).says(&[expected]);
    }
    fs::create_dir(folder.path("folder")).unwrap();
    folder.run(["check", "folder"]).exits(1).says(&["folder is a folder"]);
    fs::write(folder.path("folder/modelDescription.xml"), "<a/>").unwrap();
    folder.run(["check", "folder"]).exits(1).says(&["an unpacked FMU"]);
}

#[test]
fn commands_for_fmus_and_for_models_say_which_take_a_file() {
    let folder = Folder::new();
    folder.pendulum();
    let as_it_is = "`check`, `simulate`, `plot`, `animate` and `linearize` take";
    for (name, content, what) in [
        (
            "model.toml",
            "name = \"A\"",
            "model.toml is a model file; expected an FMU of FMI 2.0 or 3.0, which `build` makes from it",
        ),
        ("model.json", "{}", "model.json is a model file"),
        ("model.mo", "model A end A;", "model.mo is Modelica text"),
        ("arm.urdf", "<robot/>", "arm.urdf is a robot description (URDF)"),
    ] {
        folder.write(name, content);
        folder.run(["inspect", name]).exits(1).says(&[what, as_it_is]);
        folder.run(["merge", name, "pendulum.fmu", "-o", "both.fmu"]).exits(1).says(&[what, as_it_is]);
    }
    folder.write("table.fmu", "time,a\n0,1\n");
    folder.run(["inspect", "table.fmu"]).exits(1).says(&["table.fmu is a CSV file; expected an FMU of FMI 2.0 or 3.0"]);
    for command in ["convert", "build"] {
        folder.run([command, "pendulum.fmu", "-o", "out.toml"]).exits(1).says(&["pendulum.fmu is an FMU", as_it_is]);
    }
    folder.run(["inspect", "missing.toml"]).exits(1).says(&["missing.toml"]);
}

/// A connector that a refused parameter decides about is not refused, too.
#[test]
fn a_refused_parameter_has_no_false_errors_in_its_wake() {
    let folder = Folder::new();
    let text = CONTRADICTION
        .replace("phi = {", "useAxisFlange = \"yes\"\nphi = {")
        .replace("]]\n", "], [\"motor.flange\", \"rev.axis\"]]\n");
    let motor = "[components.motor]\nclass = \"Rotational.Sources.Torque\"\n";
    folder.write("model.toml", &format!("{text}{motor}"));
    let ran =
        folder.run(["check", "model.toml"]).exits(1).says(&["`useAxisFlange` is the text \"yes\"", "model.toml:7:17"]);
    assert_eq!(ran.stderr().matches("error").count(), 1, "{}", ran.stderr());
}

/// The same answer that a model with it gets.
#[test]
fn a_class_that_is_not_here_is_described_by_what_to_use_instead() {
    let folder = Folder::new();
    for (class, instead) in [
        ("Modelica.Blocks.Nonlinear.PadeDelay", "instead: Blocks.Nonlinear.FixedDelay"),
        ("Blocks.Math.Mean", "instead: Blocks.Continuous.Integrator"),
        (
            "Modelica.Electrical.Machines.BasicMachines.DCMachines.DC_PermanentMagnet",
            "instead: a circuit of Electrical.Analog",
        ),
    ] {
        folder.run(["describe", class]).exits(1).says(&["is in the library, but not supported yet", instead]);
        folder.write("x.toml", &format!("name = \"X\"\n[components.x]\nclass = \"{class}\"\n"));
        folder.run(["check", "x.toml"]).exits(1).says(&["is in the library, but not supported yet", instead]);
    }
}
