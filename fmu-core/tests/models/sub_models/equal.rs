//! A model with sub-models or arrays is the model that is written out.

use super::common::{Rig, compile};
use super::flat;
use compiler::model_file::ModelFile;
use simulation::model::Model;
use std::fmt::Write as _;
use std::path::Path;

/// Ten links on a World, as `link[i].rev` and `link[i].rod` by one sub-model in an array.
const CHAIN: &str = r#"
name = "Chain"
connections = [
  ["world.frame_b", "link[1].frame_a"],
  { for = "i in 1:9", connect = ["link[i].frame_b", "link[i+1].frame_a"] },
]

[components.world]
class = "World"

[components.link]
class = "Link"
for = "i in 1:10"
length = "0.1 + 0.25*i"
rod = { width = { elements = [0.05, 0.0625, 0.05, 0.0625, 0.05, 0.0625, 0.05, 0.0625, 0.05, 0.0625] } }

[models.Link]
connections = [["rev.frame_b", "rod.frame_a"]]

[models.Link.parameters]
length = { value = 1, unit = "m", description = "of the rod" }

[models.Link.connectors]
frame_a = "rev.frame_a"
frame_b = "rod.frame_b"

[models.Link.components.rev]
class = "Joints.Revolute"
phi = { start = 0.3, fixed = true }
w = { start = 0, fixed = true }

[models.Link.components.rod]
class = "Parts.BodyBox"
r = ["length", 0, 0]
"#;

/// The same, each link by itself.
fn written_out() -> String {
    let mut text = "name = \"Chain\"\nconnections = [\n".to_owned();
    for i in 1..=10 {
        writeln!(text, "  [\"link[{i}].rev.frame_b\", \"link[{i}].rod.frame_a\"],").unwrap();
    }
    text += "  [\"world.frame_b\", \"link[1].rev.frame_a\"],\n";
    for i in 1..10 {
        writeln!(text, "  [\"link[{i}].rod.frame_b\", \"link[{}].rev.frame_a\"],", i + 1).unwrap();
    }
    text += "]\n[parameters]\n";
    for i in 1..=10 {
        let length = 0.1 + 0.25 * f64::from(i);
        writeln!(text, "\"link[{i}].length\" = {{ value = {length}, unit = \"m\", description = \"of the rod\" }}")
            .unwrap();
    }
    text += "[components.world]\nclass = \"World\"\n";
    for i in 1..=10 {
        let width = if i % 2 == 1 { 0.05 } else { 0.0625 };
        writeln!(
            text,
            "[components.\"link[{i}].rev\"]\nclass = \"Joints.Revolute\"\nphi = {{ start = 0.3, fixed = true }}\n\
             w = {{ start = 0, fixed = true }}\n[components.\"link[{i}].rod\"]\nclass = \"Parts.BodyBox\"\n\
             r = [\"link[{i}].length\", 0, 0]\nwidth = {width}"
        )
        .unwrap();
    }
    text
}

#[test]
fn a_chain_of_an_array_is_the_chain_written_out() {
    let (short, long) = (flat(CHAIN), flat(&written_out()));
    assert_eq!(short.to_json(), long.to_json());
    let (short, long) = (compile(CHAIN), compile(&written_out()));
    let names = |model: &Model| model.catalogue.variables.iter().map(|v| v.name.to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&short), names(&long));
    let is_there = |name: &str| names(&short).iter().any(|known| known == name);
    for name in ["link[1].length", "link[10].rev.phi", "link[3].rod.width", "link[7].rod.frame_b.r_0[2]"] {
        assert!(is_there(name), "{name}");
    }
    assert!(!is_there("link[3].frame_a.r_0[1]"), "own connectors are other names");
    let run = |model: Model| {
        let mut rig = Rig::uninitialized(model).with_tolerance(1e-6);
        rig.initialize(0.0).unwrap();
        rig.run(0.5);
        rig.x.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    let (short, long) = (run(short), run(long));
    assert_eq!(short.len(), 20);
    assert_eq!(short, long);
}

/// Vector connections say the same as a loop over pairs.
#[test]
fn ranges_connect_element_by_element() {
    let ranges = CHAIN.replace(
        "{ for = \"i in 1:9\", connect = [\"link[i].frame_b\", \"link[i+1].frame_a\"] }",
        "[\"link[1:9].frame_b\", \"link[2:10].frame_a\"]",
    );
    assert_ne!(ranges, CHAIN);
    assert_eq!(flat(&ranges).to_json(), flat(CHAIN).to_json());
}

/// A chain that is a sub-model itself, with as many links as its parameter says.
#[test]
fn a_sub_model_may_have_as_many_parts_as_a_parameter_says() {
    let links = &CHAIN[CHAIN.find("[models.Link]").unwrap()..];
    let text = format!(
        r#"
name = "Chain"
connections = [["world.frame_b", "chain.top"], ["chain.bottom", "bob.frame_a"]]
[parameters]
count = 3
[components.world]
class = "World"
[components.chain]
class = "Chain"
n = "count + 1"
[components.bob]
class = "Parts.Body"
m = 1
r_CM = [0, 0, 0]
[models.Chain]
connections = [["link[1:n-1].frame_b", "link[2:n].frame_a"]]
[models.Chain.parameters]
n = {{ description = "number of links" }}
[models.Chain.connectors]
top = "link[1].frame_a"
bottom = "link[n].frame_b"
[models.Chain.components.link]
class = "Link"
for = "i in 1:n"
length = "i/n"
{links}"#
    );
    let file = flat(&text);
    let lengths: Vec<_> = file.parameters.iter().map(|p| (p.name.value.as_str(), p.value.value.number())).collect();
    let expected = ["chain.link[1].length", "chain.link[2].length", "chain.link[3].length", "chain.link[4].length"];
    assert_eq!(
        lengths,
        [0.25, 0.5, 0.75, 1.0].map(Some).into_iter().zip(expected).map(|(x, n)| (n, x)).collect::<Vec<_>>()
    );
    let connections: Vec<[&str; 2]> =
        file.connections.iter().map(|c| [c.from.value.as_str(), c.to.value.as_str()]).collect();
    assert!(connections.contains(&["chain.link[3].rod.frame_b", "chain.link[4].rev.frame_a"]));
    assert!(connections.contains(&["chain.link[4].rod.frame_b", "bob.frame_a"]));
    assert_eq!(Rig::new(&text).x.len(), 8);
}

fn example(name: &str) -> ModelFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    ModelFile::from_path(&path).unwrap_or_else(|invalid| panic!("{invalid}")).0
}

/// Four corners from another file. At rest each strut carries its quarter of the body, and each tyre the wheel as well.
#[test]
fn a_car_has_four_corners_from_another_file() {
    let file = example("car.toml");
    let mut rig = Rig::uninitialized(compiler::compile(&file).unwrap());
    for name in ["front_left.stiffness", "front_right.wheel.m", "rear[1].slide.s", "rear[2].tyre.f", "rear[2].travel"] {
        assert!(rig.has(name), "{name}");
    }
    let public = |variables: &[usize]| {
        variables.iter().map(|v| rig.model.catalogue.variables.at(*v).name.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(public(&rig.model.catalogue.inputs), ["rear[1].height", "rear[2].height"]);
    let is_output = |v: &simulation::variables::Variable<'_>| v.causality == simulation::variables::Causality::Output;
    let outputs: Vec<&str> = rig.model.catalogue.variables.iter().filter(is_output).map(|v| v.name).collect();
    assert_eq!(outputs[..3], ["front_left.travel", "front_left.tyreForce", "front_right.travel"]);
    rig.initialize(0.0).unwrap();
    assert_eq!(rig.get("rear[1].stiffness"), 24e3);
    assert_eq!(rig.get("front_left.stiffness"), 20e3);
    rig.run(0.4);
    for corner in ["front_left", "front_right", "rear[1]", "rear[2]"] {
        let weight = (1200.0 / 4.0 + 35.0) * 9.80665;
        assert!((rig.get(&format!("{corner}.tyreForce")) - weight).abs() < 1e-6 * weight, "{corner}");
        assert!(rig.get(&format!("{corner}.travel")).abs() < 1e-9, "{corner}");
    }
    // The bump is under both front wheels alike: the car pitches and does not roll.
    rig.run(0.6);
    assert!(rig.get("front_left.travel") > 0.02);
    assert_eq!(rig.get("front_left.travel"), rig.get("front_right.travel"));
    assert!(rig.get("pitch") > 1e-3 && rig.get("tilt.phi_a").abs() < 1e-12);
}
