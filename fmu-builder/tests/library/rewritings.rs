//! One model in other words: the FMU is the same, byte for byte but for names.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use compiler::model_file::{ModelFile, SourceText};
use fmu_builder::{
    BuildOptions, Fmu, ModelicaOptions, build_options, modelica_text, read_modelica, read_modelica_text,
};

fn read(text: &str) -> ModelFile {
    let source = SourceText { name: "M.mo".to_owned(), text: text.to_owned() };
    read_modelica_text(source, &ModelicaOptions::default()).unwrap_or_else(|invalid| panic!("{invalid}\n{text}")).file
}

fn fmu(file: &ModelFile) -> Vec<u8> {
    let options = BuildOptions { initialize: true, ..build_options() };
    Fmu::build(file, &options).unwrap_or_else(|error| panic!("{error}")).bytes().to_vec()
}

/// The files of an archive.
fn entries(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let mut content = |name: &str| {
        let mut bytes = Vec::new();
        archive.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    };
    names.iter().map(|name| (name.clone(), content(name))).collect()
}

#[track_caller]
fn assert_same(a: &ModelFile, b: &ModelFile, what: &str) {
    let (x, y) = (fmu(a), fmu(b));
    if x != y {
        for (name, bytes) in entries(&x) {
            let other = entries(&y)[&name].clone();
            let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(20_000)]).into_owned();
            assert_eq!(text(&bytes), text(&other), "{what}: {name}");
        }
        panic!("{what}: the archives differ");
    }
}

const PLAIN: &str = "model M \"A motor swings a rod with two weights\"
  inner Modelica.Mechanics.MultiBody.World world;
  parameter Modelica.Units.SI.Mass m(min = 0) = 2 \"Mass of the first weight\";
  Modelica.Mechanics.MultiBody.Joints.Revolute rev(useAxisFlange = true, phi(start = 0.5, fixed = true), w(start = 0.25));
  Modelica.Mechanics.MultiBody.Parts.BodyCylinder rod(r = {0.5, 0, 0}, diameter = 0.02);
  Modelica.Mechanics.Rotational.Components.Damper damper(d = 0.1);
  Modelica.Mechanics.Rotational.Sources.Torque motor;
  Modelica.Mechanics.MultiBody.Parts.PointMass weight[2](m = {m, 0.5*m});
  Modelica.Blocks.Interfaces.RealInput tau(unit = \"N.m\");
  output Modelica.Units.SI.Angle angle = rev.phi;
equation
  connect(world.frame_b, rev.frame_a);
  connect(rev.frame_b, rod.frame_a);
  connect(rod.frame_b, weight[1].frame_a);
  connect(rod.frame_b, weight[2].frame_a);
  connect(rev.support, damper.flange_a);
  connect(damper.flange_b, rev.axis);
  connect(motor.flange, rev.axis);
  connect(tau, motor.tau);
  annotation(experiment(StopTime = 2, Tolerance = 1e-7));
end M;
";

/// `PLAIN` with texts replaced.
fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(PLAIN.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    })
}

#[test]
fn other_words_are_the_same_model() {
    let plain = read(PLAIN);
    let base = PLAIN.replace("model M \"A motor swings a rod with two weights\"", "partial model Base");
    let (own, rest) = base.split_once("  Modelica.Mechanics.MultiBody.Parts.PointMass").unwrap();
    let (own_equations, further) = rest.split_once("equation\n").unwrap();
    let variants = [
        (
            "blanks and comments",
            changed(&[("\n", "\n\n// equation end M;\n"), (", ", " , /* a \"text\" ; */ "), (" = ", "=")]),
        ),
        (
            "imports",
            changed(&[
                (
                    "  inner",
                    "  import Modelica.Mechanics.MultiBody.*; import Modelica.Mechanics.MultiBody.Parts.{BodyCylinder, PointMass};\n  import R = Modelica.Mechanics.Rotational; import Modelica.Units.SI;\n  inner",
                ),
                ("Modelica.Mechanics.MultiBody.World", "World"),
                ("Modelica.Mechanics.MultiBody.Joints.", "Joints."),
                ("Modelica.Mechanics.MultiBody.Parts.BodyCylinder rod", "BodyCylinder rod"),
                ("Modelica.Mechanics.MultiBody.Parts.PointMass weight", "PointMass weight"),
                ("Modelica.Mechanics.Rotational.Components", "R.Components"),
                ("Modelica.Units.SI.Mass", "SI.Mass"),
            ]),
        ),
        (
            "order and direction of connections",
            changed(&[
                ("connect(world.frame_b, rev.frame_a);\n", ""),
                ("connect(rod.frame_b, weight[2].frame_a);", "connect(weight[1].frame_a, weight[2].frame_a);"),
                ("connect(damper.flange_b, rev.axis);", "connect(damper.flange_b, motor.flange);"),
                ("connect(rev.frame_b, rod.frame_a);", "connect(rod.frame_a, rev.frame_b);"),
                ("connect(tau, motor.tau);", "connect(motor.tau, tau);\n  connect(rev.frame_a, world.frame_b);"),
            ]),
        ),
        (
            "order of modifiers",
            changed(&[
                (
                    "useAxisFlange = true, phi(start = 0.5, fixed = true), w(start = 0.25)",
                    "w(start = 0.25), phi(fixed = true, start = 0.5), useAxisFlange = true",
                ),
                ("r = {0.5, 0, 0}, diameter = 0.02", "diameter = 0.02, r = {0.5, 0, 0}"),
            ]),
        ),
        (
            "arrays",
            changed(&[
                (
                    "  connect(rod.frame_b, weight[1].frame_a);\n  connect(rod.frame_b, weight[2].frame_a);\n",
                    "  for i in 1:2 loop connect(rod.frame_b, weight[i].frame_a); end for;\n",
                ),
                ("{0.5, 0, 0}", "0.5*{1, 0, 0}"),
            ]),
        ),
        (
            "a short class",
            changed(&[
                (
                    "  inner",
                    "  model Hinge = Modelica.Mechanics.MultiBody.Joints.Revolute(useAxisFlange = true, phi(start = 3, fixed = true));\n  inner",
                ),
                (
                    "Modelica.Mechanics.MultiBody.Joints.Revolute rev(useAxisFlange = true, phi(start = 0.5, fixed = true)",
                    "Hinge rev(phi(start = 0.5)",
                ),
            ]),
        ),
        (
            "a base",
            format!(
                "model M \"A motor swings a rod with two weights\"\n{own}equation\n  connect(world.frame_b, rev.frame_a);\nend Base;\n  extends Base;\n  \
                 Modelica.Mechanics.MultiBody.Parts.PointMass{own_equations}equation\n{}",
                further.replace("  connect(world.frame_b, rev.frame_a);\n", "")
            ),
        ),
        ("export", modelica_text(&plain).unwrap()),
    ];
    for (what, text) in variants {
        assert_same(&plain, &read(&text), what);
    }
}

#[test]
fn a_package_in_a_file_is_one_in_folders() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    };
    let weight = "model Weight = Modelica.Mechanics.MultiBody.Parts.PointMass(m = standard);\n";
    let model = changed(&[("Modelica.Mechanics.MultiBody.Parts.PointMass weight", "Parts.Weight weight")]);
    write(
        "One.mo",
        &format!("package P\n  package Parts\n  constant Real standard = 7;\n{weight}  end Parts;\n{model}end P;\n"),
    );
    write("P/package.mo", "package P\nend P;\n");
    write("P/M.mo", &format!("within P;\n{model}"));
    write("P/Parts/package.mo", "within P;\npackage Parts\n  constant Real standard = 7;\nend Parts;\n");
    write("P/Parts/Weight.mo", &format!("within P.Parts;\n{weight}"));
    let read = |path: &Path, class: Option<&str>| {
        let options = ModelicaOptions { class: class.map(str::to_owned), ..ModelicaOptions::default() };
        read_modelica(path, &options).unwrap_or_else(|invalid| panic!("{invalid}")).file
    };
    let one = read(&folder.path().join("One.mo"), Some("P.M"));
    assert_same(&one, &read(&folder.path().join("P/M.mo"), None), "a file of the package");
    assert_same(&one, &read(&folder.path().join("P/package.mo"), Some("P.M")), "the package");
}

/// The text files of an FMU with `renamed` names, without what is made from their bytes, and the picture.
fn but_for_names(file: &ModelFile, renamed: &[(&str, &str)]) -> Vec<String> {
    let entries = entries(&fmu(file));
    let text = |name: &str| {
        let text = String::from_utf8(entries[name].clone()).unwrap();
        renamed.iter().fold(text, |text, (old, new)| text.replace(old, new))
    };
    let without = |text: String, attribute: &str| {
        let (before, rest) = text.split_once(attribute).unwrap();
        format!("{before}{}", rest.split_once('"').unwrap().1)
    };
    let description = without(text("modelDescription.xml"), "guid=\"");
    let model = text("resources/model.json");
    let visual = text("resources/M_visual.xml");
    vec![
        description,
        model.split_once("\"model\":").unwrap().1.to_owned(),
        visual,
        format!("{:?}", entries["model.png"]),
    ]
}

#[test]
fn a_part_in_a_composite_is_the_same_but_for_its_name() {
    let composite = changed(&[
        (
            "  inner",
            "  model Arm
    Modelica.Mechanics.MultiBody.Interfaces.Frame_a inside;
    Modelica.Mechanics.MultiBody.Interfaces.Frame_b outside;
    Modelica.Mechanics.MultiBody.Parts.BodyCylinder rod(r = {0.1, 0, 0}, diameter = 0.02);
    Modelica.Mechanics.Rotational.Components.Damper damper(d = 0.1);
    Modelica.Mechanics.Rotational.Interfaces.Flange_a axis;
    Modelica.Mechanics.Rotational.Interfaces.Flange_b support;
  equation
    connect(inside, rod.frame_a);
    connect(rod.frame_b, outside);
    connect(damper.flange_b, axis);
    connect(support, damper.flange_a);
  end Arm;
  inner",
        ),
        (
            "  Modelica.Mechanics.MultiBody.Parts.BodyCylinder rod(r = {0.5, 0, 0}, diameter = 0.02);\n  Modelica.Mechanics.Rotational.Components.Damper damper(d = 0.1);\n",
            "  Arm arm(rod(r = {0.5, 0, 0}));\n",
        ),
        ("connect(rev.frame_b, rod.frame_a);", "connect(rev.frame_b, arm.inside);"),
        ("connect(rod.frame_b, weight[1].frame_a);", "connect(arm.outside, weight[1].frame_a);"),
        ("connect(rod.frame_b, weight[2].frame_a);", "connect(weight[2].frame_a, arm.outside);"),
        ("connect(rev.support, damper.flange_a);", "connect(rev.support, arm.support);"),
        ("connect(damper.flange_b, rev.axis);", "connect(arm.axis, rev.axis);"),
    ]);
    let names = [("arm.rod", "rod"), ("arm.damper", "damper")];
    for (a, b) in but_for_names(&read(&composite), &names).into_iter().zip(but_for_names(&read(PLAIN), &names)) {
        assert_eq!(a, b);
    }
}

/// Parts of a model that can be told in any order: declarations, equations.
const DECLARATIONS: [&str; 10] = [
    "inner Modelica.Mechanics.MultiBody.World world;",
    "parameter Real c = 2; parameter Real half = c/2;",
    "Modelica.Mechanics.MultiBody.Joints.Revolute rev(useAxisFlange = true, phi(start = 0.5, fixed = true));",
    "Modelica.Mechanics.MultiBody.Parts.BodyCylinder rod(r = {0.5, 0, 0}, diameter = 0.02);",
    "Modelica.Mechanics.MultiBody.Parts.Body free[2](each m = 2, each r_CM = {0.1, 0, 0});",
    "Modelica.Mechanics.MultiBody.Forces.Spring spring(c = c), other(c = half);",
    "Modelica.Mechanics.Rotational.Sources.Torque motor; Modelica.Blocks.Interfaces.RealInput tau, sigma;",
    "Modelica.Mechanics.Rotational.Sources.Torque brake; output Real angle = rev.phi; output Boolean fast = rev.w > 2;",
    "Real drag = -half*rev.w; Boolean low = rev.phi < 0;",
    "output Real twice = if low then 2*angle else sigma;",
];
const EQUATIONS: [&str; 9] = [
    "connect(world.frame_b, rev.frame_a);",
    "connect(rev.frame_b, rod.frame_a);",
    "connect(rod.frame_b, spring.frame_a);",
    "connect(spring.frame_b, free[1].frame_a);",
    "connect(free[1].frame_a, other.frame_a);",
    "connect(other.frame_b, free[2].frame_a);",
    "connect(motor.flange, rev.axis); connect(brake.flange, rev.axis);",
    "connect(tau, motor.tau);",
    "brake.tau = drag;",
];

#[test]
fn declarations_and_equations_in_another_order_are_the_same_model() {
    let text = |step: usize, shift: usize| {
        let turned = |parts: &[&str]| -> String {
            (0..parts.len()).map(|k| format!("  {}\n", parts[(k * step + shift) % parts.len()])).collect()
        };
        // Steps that have no part with the numbers of the lines in common.
        format!("model M\n{}equation\n{}end M;\n", turned(&DECLARATIONS), turned(&EQUATIONS))
    };
    let plain = read(&text(1, 0));
    let entries = entries(&fmu(&plain));
    let description = String::from_utf8(entries["modelDescription.xml"].clone()).unwrap();
    for name in ["angle", "fast", "twice", "tau", "sigma", "free[2].Q[1]"] {
        assert!(description.contains(&format!("name=\"{name}\"")), "{name}");
    }
    for (step, shift) in [(1, 3), (7, 0), (7, 5), (1, 8)] {
        assert_same(&plain, &read(&text(step, shift)), &format!("order {step}, {shift}"));
    }
}
