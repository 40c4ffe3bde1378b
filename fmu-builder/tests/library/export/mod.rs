//! Models written as Modelica text and read again: the same netlist, the same variables, the same values, bit for bit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod same;

use compiler::compile;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use compiler::model_file::{ModelFile, SourceText};
use fmu_builder::{ModelicaOptions, modelica_text, read_modelica, urdf};
use simulation::variables::Causality;
use support::draft::{Draft, seeds};
use support::shared_folder::shared;

fn models(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    paths
}

#[test]
fn examples_come_back() {
    let mut count = 0;
    for path in models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")) {
        let file = match path.extension().and_then(|extension| extension.to_str()) {
            Some("toml" | "json") => ModelFile::from_path(&path).unwrap().0,
            Some("urdf") => urdf::read(SourceText::read(&path).unwrap(), &urdf::UrdfOptions::default()).unwrap().0.file,
            Some("mo") => read_modelica(&path, &ModelicaOptions::default()).unwrap().file,
            _ => continue,
        };
        let own = |class: &str| library::find_class(class).is_some_and(|class| !class.name.starts_with("Modelica."));
        if file.components.iter().any(|component| own(&component.class.value)) {
            let problems = modelica_text(&file).unwrap_err();
            assert!(problems[0].problem.to_string().contains("which the Modelica Standard Library does not have"));
            continue;
        }
        same::assert(&file, &path.display().to_string(), true);
        count += 1;
    }
    assert!(count > 18, "{count}");
}

#[test]
fn models_of_the_reference_suite_come_back() {
    let Some(suite) = shared("reference/models") else { return };
    let (mut count, mut absent) = (0, Vec::new());
    for path in models(&suite) {
        let name = path.display().to_string();
        // Classes that the component library does not have are refused before anything is written.
        match ModelFile::from_path(&path).map(|(file, _)| file) {
            Ok(file) if world_has_its_name(&file) && compile(&file).is_ok() => {
                same::assert(&file, &name, false);
                count += 1;
            }
            _ => absent.push(name),
        }
    }
    assert!(count > 100, "{count} come back, these are refused: {absent:?}");
}

/// Components of the library look for the World under this name; a model in which a sub-model has it is refused.
fn world_has_its_name(file: &ModelFile) -> bool {
    file.components.iter().all(|component| component.class.value != "World" || component.name.value == "world")
}

/// Number of mechanisms, and of those that are written every day: few where nothing is optimised.
const MECHANISMS: u64 = 1000;
const DAILY: u64 = if cfg!(debug_assertions) { 60 } else { 300 };

/// Whether the mechanism of that number is one, and came back.
fn comes_back(seed: u64) -> bool {
    let mut draft = Draft::new(seed);
    let size = 3 + draft.random.below(30);
    draft.fill(size);
    let Ok(file) = ModelFile::from_toml(&draft.model()) else { return false };
    let is_model = compile(&file).is_ok();
    if is_model {
        same::assert(&file, &format!("mechanism {seed}"), false);
    }
    is_model
}

#[test]
fn random_mechanisms_come_back() {
    assert_come_back(seeds(0..DAILY));
}

#[test]
#[ignore = "night: the other 700 of 1000 mechanisms"]
fn more_random_mechanisms_come_back() {
    assert_come_back(seeds(DAILY..MECHANISMS));
}

fn assert_come_back(seeds: Range<u64>) {
    let (next, count) = (AtomicU64::new(seeds.start), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    count.fetch_add(u64::from(comes_back(seed)), Ordering::Relaxed);
                }
            });
        }
    });
    // One in ten drafts has a mistake.
    let count = count.into_inner();
    assert!(2 * count > seeds.end - seeds.start, "{count} of {seeds:?}");
}

#[test]
fn units_limits_and_odd_names_come_back() {
    let text = r#"
name = "Odd"
description = "with \"quotes\" and \\"
connections = [["world.frame_b", "model.frame_a"], ["model.frame_b", "left.rod.frame_a"], ["left.rod.frame_b", "push[1].frame_b"], ["push[1].frame_b", "eye.frame_a"],
  ["drive[2].flange", "model.axis"], ["left.rod.frame_b", "tip.frame_a"]]
[experiment]
start_time = -1
stop_time = "2 min"
step_size = "10 ms"
tolerance = 1e-7
max_evaluations = 123456
[parameters]
stiffness = { value = "12 kN/mm", description = "of nothing", min = "1 N/mm" }
"arm.r" = { value = [300, 0, 0], unit = "mm", max = 5000 }
q = { value = 30, unit = "deg", displayUnit = "rev" }
half = "arm.r[1]*(-1)^2 - (-0.5)*min(0.1, 1) + (if q < 2 deg then 0 else -1)"
[components.world]
class = "World"
gravityAcceleration = "-half*r/length(r - arm.r)^3"
[components.model]
class = "Joints.Revolute"
n = [0, 0, 1]
useAxisFlange = true
stateSelect = "always"
phi = { start = "from_deg(10) + q - 20*pi/180", fixed = true, min = -90, max = 90, unit = "deg", displayUnit = "rev" }
w = { start = "3000 rpm", fixed = true, nominal = "100 rad/s" }
[components."left.rod"]
class = "Parts.BodyShape"
m = { value = 500, unit = "g", max = 2000 }
r = "arm.r"
r_CM = ["100 mm", "0 mm", "-5 mm"]
I_33 = "2*left.rod.m*(1 cm)^2 + 200 g.cm2"
shapeType = "cylinder"
color = [1, 2, 3]
[components."push[1]"]
class = "Forces.WorldForce"
resolveInFrame = "frame_b"
[components."drive[2]"]
class = "Rotational.Sources.Torque"
[components.eye]
class = "Sensors.AbsoluteSensor"
resolveInFrame = "world"
get_r = true
[components.tip]
class = "Parts.Body"
m = 1.0
r_CM = [0, 0, 0]
frame_a = { r_0 = { start = [0.1, 0.2, 0] } }
[inputs]
thrust = { variable = "push[1].force[3]", start = 9.81, unit = "kN", description = "up" }
"push[1].force[1]" = 5
[outputs]
angle = { variable = "model.phi", displayUnit = "deg", description = "of the joint" }
place = "left.rod.frame_b.r_0"
acceleration = { variable = "der(model.w)", description = "of the joint" }
turned = { expression = "2*model.phi - q", unit = "rad", displayUnit = "deg" }
"#;
    let file = ModelFile::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    same::assert(&file, "Odd", true);
    let written = modelica_text(&file).unwrap();
    for expected in [
        "model Odd \"with \\\"quotes\\\" and \\\\\"\n",
        "  Modelica.Mechanics.MultiBody.Joints.Revolute 'model'(",
        "parameter Real 'arm.r'[3](each unit = \"m\"",
        "connect('model'.frame_b, 'left.rod'.frame_a);",
        "Modelica.Blocks.Interfaces.RealInput 'push[1].force[2]';",
        "connect('push[1].force[2]', 'push[1]'.force[2]);",
        "resolveInFrame = Modelica.Mechanics.MultiBody.Types.ResolveInFrameB.frame_b",
        "redeclare function gravityAcceleration = gravityField(",
    ] {
        assert!(written.contains(expected), "{expected} is missing in\n{written}");
    }
}

#[test]
fn a_condition_keeps_its_parameters() {
    let text = r#"
name = "Ends"
connections = [["world.frame_b", "rod.frame_a"]]
[parameters]
duration = 2.5
half = "duration/2"
[components.world]
class = "World"
[components.rod]
class = "Parts.Body"
m = 1
r_CM = [0, 0, 0]
[components.stop]
class = "Blocks.Logical.TerminateSimulation"
condition = "time - half > duration/2"
"#;
    let file = ModelFile::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    same::assert(&file, "Ends", false);
    let names = |file: &ModelFile| -> Vec<String> { file.parameters.iter().map(|p| p.name.value.clone()).collect() };
    let source = SourceText { name: "Ends.mo".to_owned(), text: modelica_text(&file).unwrap() };
    let back = fmu_builder::read_modelica_text(source, &ModelicaOptions::default()).unwrap();
    assert_eq!(names(&back.file), names(&file));
}

#[test]
fn variables_of_the_model_come_back() {
    let text = r#"
name = "Cart"
connections = [["push.f", "drag"], ["push.flange", "cart.flange_a"], ["more.flange", "cart.flange_b"], ["more.f", "left.pull"]]
[parameters]
c = { value = 0.5, unit = "N.s/m" }
[variables]
drag = { expression = "if cart.v > 0 then -c*cart.v else -2*c*cart.v", unit = "N", displayUnit = "kN", description = "resistance" }
"left.pull" = { expression = "-drag/2 + (0.1 N)", description = "half" }
speed = { expression = "cart.v", description = "of the cart" }
constant = { expression = "3", description = "three" }
"of[1]" = { expression = "noEvent(abs(cart.s))*speed", description = "of an array" }
[components.cart]
class = "Translational.Components.Mass"
m = 2
v = { start = 5, fixed = true }
[components.push]
class = "Translational.Sources.Force"
[components.more]
class = "Translational.Sources.Force"
[outputs]
drag = "drag"
power = { expression = "drag*cart.v", unit = "W" }
resistance = "left.pull"
"#;
    let file = ModelFile::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    same::assert(&file, "Cart", true);
    let written = modelica_text(&file).unwrap();
    for expected in [
        "Modelica.Blocks.Interfaces.RealOutput drag(unit = \"N\", displayUnit = \"kN\") = if cart.v > 0 then (-c)*cart.v else",
        "Real speed = cart.v*1 \"of the cart\";",
        "push.f = drag;",
        "more.f = 'left.pull';",
    ] {
        assert!(written.contains(expected), "{expected} is missing in\n{written}");
    }
}

/// A controller of samples, and the same as `when` in Modelica: other laws, and the same numbers to the last bit.
#[test]
fn sampled_variables_come_back() {
    let text = r#"
name = "Pid"
connections = [["motor.flange", "rotor.flange_a"], ["u", "motor.tau"]]
[parameters]
Ts = "10 ms"
[inputs]
reference = { start = 1.0, unit = "rad" }
[variables]
e = { sample = "Ts", value = "reference - rotor.phi" }
i = { sample = "Ts", value = "pre(i) + 5*Ts*e", start = 0.25 }
u = { sample = "Ts", value = "min(max(2*e + i + 0.05*(e - pre(e))/Ts, -3), 3)" }
[outputs]
e = "e"
i = "i"
u = "u"
[components.motor]
class = "Rotational.Sources.Torque"
[components.rotor]
class = "Rotational.Components.Inertia"
J = 0.3
phi = { start = 0, fixed = true }
w = { start = 0, fixed = true }
"#;
    let file = ModelFile::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    same::assert_motion_of(&file, "Pid", &["e", "i", "u", "reference", "rotor.phi", "rotor.w"]);
    let written = modelica_text(&file).unwrap();
    for expected in
        ["RealOutput i(start = 0.25, fixed = true);", "when sample(0, Ts) then\n    i = pre(i) + 5*Ts*e;\n  end when;"]
    {
        assert!(written.contains(expected), "{expected} is missing in\n{written}");
    }
}

/// What is true or false is a number in expressions of model files, and none in Modelica.
#[test]
fn booleans_come_back() {
    let text = r#"
name = "Touch"
connections = [["ground.flange", "gap.flange_a"], ["gap.flange_b", "ball.flange_a"], ["push", "motor.f"], ["motor.flange", "ball.flange_b"]]
[variables]
push = { expression = "if gap.contact > 0.5 then -1 else 2*gap.contact" }
touch = { expression = "gap.contact" }
[components]
ground = { class = "Translational.Components.Fixed" }
gap = { class = "Translational.Components.ElastoGap", c = 1000, d = 1 }
ball = { class = "Translational.Components.Mass", m = 1, s = { start = 0.1, fixed = true } }
motor = { class = "Translational.Sources.Force" }
[outputs]
touches = "gap.contact"
number = { expression = "gap.contact + 1" }
"#;
    let file = ModelFile::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    let written = modelica_text(&file).unwrap();
    for expected in [
        "Real push = if gap.contact then -1 else 2*(if gap.contact then 1 else 0);",
        "Real touch = (if gap.contact then 1 else 0)*1;",
        "Modelica.Blocks.Interfaces.BooleanOutput touches;",
        "touches = gap.contact;",
        "number = (if gap.contact then 1 else 0) + 1;",
    ] {
        assert!(written.contains(expected), "{expected} is missing in\n{written}");
    }
    same::assert_motion(&file, "Touch");
}

#[test]
fn what_is_final_or_protected_comes_back() {
    let text = r#"
name = "Closed"
connections = [["world.frame_b", "rev.frame_a"], ["rev.frame_b", "rod.frame_a"], ["rod.frame_b", "tip.frame_a"], ["loss", "push.tau"], ["push.flange", "rev.axis"]]
[parameters]
open = 1.5
k = { value = -2.5, unit = "N.m", final = true }
secret = { value = [300, 0, "100*open"], unit = "mm", protected = true, description = "of the rod" }
both = { value = "2*open", final = true, protected = true }
[variables]
loss = { expression = "k*rev.phi - both*secret[1]*(1 N)", unit = "N.m", protected = true }
shown = { expression = "2*loss", unit = "N.m" }
[components.world]
class = "World"
[components.rev]
class = "Joints.Revolute"
useAxisFlange = true
phi = { start = "30 deg", fixed = true, final = true }
w = { start = 2, final = true }
[components.rod]
class = "Parts.BodyShape"
protected = true
description = "hidden"
m = 1
r = "secret"
r_CM = [0.1, 0, 0]
[components.tip]
class = "Parts.Body"
final = true
m = { value = 500, unit = "g", max = 3000 }
r_CM = [0, 0, 0]
r_0 = { start = [0.1, 0.2, 0] }
[components.push]
class = "Rotational.Sources.Torque"
final = true
protected = true
[outputs]
angle = "rev.phi"
"#;
    let file = ModelFile::from_toml(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    same::assert(&file, "Closed", true);
    let written = modelica_text(&file).unwrap();
    for expected in [
        "  final parameter Real k(unit = \"N.m\") = -2.5;\nprotected\n  parameter Real secret[3](each unit = \"m\", each displayUnit = \"mm\") =",
        "phi(final start = 0.5235987755982988, fixed = true",
        "public\n  final Modelica.Mechanics.MultiBody.Parts.Body tip(m(max = 3, displayUnit = \"g\") = 0.5, r_CM = {0, 0, 0}, r_0(",
        "protected\n  final Modelica.Mechanics.Rotational.Sources.Torque push",
        "  Real loss(unit = \"N.m\") = ",
    ] {
        assert!(written.contains(expected), "{expected} is missing in\n{written}");
    }
    let source = SourceText { name: "Closed.mo".to_owned(), text: written };
    let back = fmu_builder::read_modelica_text(source, &ModelicaOptions::default()).unwrap().file;
    let settable = |file: &ModelFile| -> Vec<String> {
        let model = compile(file).unwrap();
        let open = model.catalogue.variables.iter().filter(|variable| variable.causality == Causality::Parameter);
        open.map(|variable| variable.name.to_owned()).filter(|name| !name.starts_with("world.")).collect()
    };
    assert_eq!(settable(&back), settable(&file));
    assert!(settable(&file).contains(&"open".to_owned()) && !settable(&file).contains(&"tip.m".to_owned()));
    // TOML says the same.
    let again = ModelFile::from_toml(&fmu_builder::model_toml(&file)).unwrap();
    assert_eq!(again.to_json(), file.to_json());
    let json = ModelFile::from_json(&file.to_json()).unwrap();
    assert_eq!(json.to_json(), file.to_json());
}

#[test]
fn what_modelica_cannot_say_is_refused_by_name() {
    let refused = |text: &str| {
        let file = ModelFile::from_toml(text).unwrap();
        let problems = modelica_text(&file).unwrap_err();
        problems[0].problem.to_string()
    };
    let message = refused("name = \"M\"\n[components.earth]\nclass = \"World\"");
    assert!(message.contains("`earth`") && message.contains("`world`"), "{message}");
    let message = refused(
        "name = \"M\"\n[components.cart]\nclass = \"Translational.Components.Mass\"\nm = 1\n[outputs]\ncart = \"cart.s\"",
    );
    assert!(message.contains("names in Modelica stand for one thing"), "{message}");
}
