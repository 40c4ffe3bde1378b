//! Names, values and settings of sub-models in the compiled model.

use super::common::Rig;
use super::{flat, problems, warnings};
use compiler::compile;
use compiler::model_file::{ModelFile, SourceText, Value};

/// A swing with a bob, one above the other, of one sub-model inside another.
const NESTED: &str = r#"
name = "Nested"
connections = [["world.frame_b", "swing.hook"], ["drive.y", "swing.torque"]]

[parameters]
length = { value = 2, unit = "m" }

[components.world]
class = "World"

[components.drive]
class = "Blocks.Sources.Constant"
k = 0

[components.swing]
class = "Swing"
size = { value = 1500, unit = "mm", displayUnit = "mm" }
start = "0.1*length"
bob = { weight = { m = "(2 kg/m)*length", r_CM = [0, 0, 0.25] } }
rev = { phi = { start = 0.4 } }

[outputs]
tip = "swing.tip.r_0[1]"
angle = "swing.angle"

[models.Swing]
connections = [["rod.frame_b", "bob.frame"], ["rev.frame_b", "rod.frame_a"], ["motor.flange", "rev.axis"], ["world.frame_b", "mark.frame_a"]]

[models.Swing.parameters]
size = { unit = "m", min = 0, max = 5 }
start = { value = "0.2 m", unit = "m" }
half = "size/2"

[models.Swing.connectors]
hook = "rev.frame_a"
tip = "bob.frame"
torque = "motor.tau"

[models.Swing.outputs]
angle = "rev.phi"
lever = { expression = "size*sin(rev.phi)", unit = "m" }

[models.Swing.components.rev]
class = "Joints.Revolute"
useAxisFlange = true
phi = { start = 0, fixed = true }

[models.Swing.components.motor]
class = "Rotational.Sources.Torque"

[models.Swing.components.rod]
class = "Parts.FixedTranslation"
r = "{half + size/2, 0, 0}"

[models.Swing.components.mark]
class = "Parts.FixedTranslation"
r = ["start", "world.g*(0.1 s)^2", 0]

[models.Swing.components.bob]
class = "Bob"

[models.Bob.connectors]
frame = "weight.frame_a"

[models.Bob.components.weight]
class = "Parts.Body"
m = 1
r_CM = [0, 0, 0]
"#;

/// The innermost of them as JSON.
const BOB: &str = r#"{ "models": { "Bob": { "connectors": { "frame": "weight.frame_a" },
  "components": { "weight": { "class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0] } } } } }"#;

fn text_of(file: &ModelFile, component: &str, name: &str) -> Value {
    let component = file.components.iter().find(|c| c.name.value == component).unwrap();
    component.modifiers.iter().find(|m| m.name.value == name).unwrap().value.value.clone()
}

#[test]
fn names_and_values_are_those_of_the_place() {
    let file = flat(NESTED);
    assert_eq!(text_of(&file, "swing.rod", "r").to_string(), "{swing.half + swing.size/2, 0, 0}");
    assert_eq!(text_of(&file, "swing.bob.weight", "m").to_string(), "(2 kg/m)*length");
    let Value::Array(mark) = text_of(&file, "swing.mark", "r") else { panic!("no array") };
    assert_eq!(mark[0].value.to_string(), "swing.start");
    assert_eq!(mark[1].value.to_string(), "world.g*(0.1 s)^2", "the World of the model");
    let mut rig = Rig::uninitialized(compile(&file).unwrap());
    rig.initialize(0.0).unwrap();
    assert_eq!(rig.get("swing.size"), 1.5);
    assert_eq!(rig.get("swing.start"), 0.2);
    assert_eq!(rig.get("swing.bob.weight.m"), 4.0);
    assert_eq!(rig.get("swing.bob.weight.r_CM[3]"), 0.25);
    assert_eq!(rig.get("angle"), 0.4, "fixed by the sub-model, where the place says");
    assert!((rig.get("tip") - 1.5 * 0.4_f64.cos()).abs() < 1e-14);
    assert!((rig.get("swing.lever") - 1.5 * 0.4_f64.sin()).abs() < 1e-14);
    // A set parameter acts through both sub-models.
    rig.set("length", 3.0);
    rig.initialize(0.0).unwrap();
    assert_eq!(rig.get("swing.bob.weight.m"), 6.0);
    assert!((rig.get("swing.start") - 0.3).abs() < 1e-15);
}

#[test]
fn inputs_that_nothing_drives_are_called_as_the_connectors_are() {
    let text = NESTED.replace(", [\"drive.y\", \"swing.torque\"]", "");
    let inputs = |file: &ModelFile| {
        let catalogue = compile(file).unwrap().catalogue;
        catalogue.inputs.iter().map(|i| catalogue.variables.at(*i).name.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(inputs(&flat(NESTED)), [""; 0]);
    assert_eq!(inputs(&flat(&text)), ["swing.torque"]);
    assert_eq!(inputs(&flat(&text.replace("[outputs]", "[inputs]\npush = \"swing.torque\"\n[outputs]"))), ["push"]);
    assert_eq!(inputs(&flat(&text.replace("[outputs]", "[inputs]\n\"swing.torque\" = 3\n[outputs]"))), [""; 0]);
}

#[test]
fn one_connector_may_stand_for_several() {
    let text = r#"
name = "Pair"
connections = [["world.frame_b", "pair.frame"]]
[components.world]
class = "World"
[components.pair]
class = "Pair"
[models.Pair]
connections = [{ for = "i in 1:2", connect = ["push[i].frame_b", "slide.frame_b"] }, ["slide.frame_b", "mass.frame_a"]]
[models.Pair.connectors]
frame = ["slide.frame_a", "stop.frame_a"]
force = "push[1:2].force"
[models.Pair.components.slide]
class = "Joints.Prismatic"
[models.Pair.components.stop]
class = "Parts.FixedTranslation"
r = [1, 0, 0]
[models.Pair.components.push]
class = "Forces.WorldForce"
for = "i in 1:2"
[models.Pair.components.mass]
class = "Parts.Body"
m = 1
r_CM = [0, 0, 0]
"#;
    let mut rig = Rig::new(text);
    assert_eq!(rig.get("pair.stop.frame_b.r_0[1]"), 1.0, "it hangs on the World, too");
    assert_eq!(rig.model.catalogue.inputs.len(), 3, "of one vector");
    // Both forces are one input.
    rig.set("pair.force[1]", 1.5);
    assert_eq!(rig.get("pair.slide.a"), 3.0);
}

/// Expressions of a sub-model are signals, inside and outside of it.
#[test]
fn sub_models_have_variables() {
    let text = r#"
name = "Carts"
connections = [["cart[1].drag", "last.u"]]
[components.last]
class = "Blocks.Math.Gain"
k = 2
[components.cart]
class = "Cart"
for = "i in 1:2"
factor = "i"
[models.Cart]
connections = [["force", "push.f"], ["push.flange", "mass.flange_a"]]
[models.Cart.parameters]
factor = 1
[models.Cart.connectors]
drag = "force"
[models.Cart.variables]
force = { expression = "half + half + 3*time", unit = "N" }
half = "-factor*mass.v*abs(mass.v)/2"
[models.Cart.components.limit]
class = "Blocks.Logical.TerminateSimulation"
condition = "mass.s > 3*time + factor"
[models.Cart.components.push]
class = "Translational.Sources.Force"
[models.Cart.components.mass]
class = "Translational.Components.Mass"
m = 0.5
v = { start = 3, fixed = true }
"#;
    let mut rig = Rig::new(text);
    assert_eq!([rig.get("cart[1].force"), rig.get("cart[2].force")], [-9.0, -18.0]);
    assert_eq!([rig.get("cart[2].mass.a"), rig.get("last.y")], [-36.0, -18.0]);
    let condition = "cart[2].mass.s > 3*time + cart[2].factor";
    assert_eq!(text_of(&flat(text), "cart[2].limit", "condition").to_string(), condition);
    // Names that are not known are those of the sub-model.
    let shown = problems(&text.replace("half + half", "half + halff"));
    assert!(shown.contains("cart[1].halff") && !shown.contains("cart[2].halff"), "{shown}");
}

#[test]
fn arrays_may_have_two_indices_and_no_elements() {
    let text = r#"
name = "Grid"
connections = [{ for = "i in 1:2, j in 1:3", connect = [["world.frame_b", "arm[i,j].frame_a"], ["arm[i,j].frame_b", "bob[j,i].frame_a"]] }]
[components.world]
class = "World"
[components.arm]
class = "Joints.Revolute"
for = "i in 1:2, j in 1:3"
phi = { start = { elements = [1, 2, 3, 4, 5, 6] }, fixed = true }
[components.bob]
class = "Parts.Body"
for = "j in 1:3, i in 1:2"
m = "10*i + j"
r_CM = [1, 0, 0]
[components.none]
class = "Parts.Body"
for = "i in 1:0"
m = 1
r_CM = [0, 0, 0]
"#;
    let mut rig = Rig::new(text);
    assert_eq!((rig.get("arm[2,1].phi"), rig.get("arm[1,3].phi"), rig.get("bob[3,2].m")), (4.0, 3.0, 23.0));
    assert!(rig.names().all(|name| !name.starts_with("none")));
}

#[test]
fn what_has_no_effect_is_warned_of() {
    assert_eq!(warnings(NESTED), [""; 0]);
    let unused = NESTED.replace("half = \"size/2\"", "half = \"size/2\"\nspare = 3");
    assert_eq!(warnings(&unused), ["nothing in sub-model `Swing` uses its parameter `spare`"]);
    let unused = format!("{NESTED}\n[models.Other.components.bob]\nclass = \"Bob\"\n");
    assert_eq!(warnings(&unused), ["no component is of class `Other`, so that this sub-model has no effect"]);
    // A warning about a sub-model is given once, however often the sub-model is used.
    let twice = NESTED
        .replace("m = 1\nr_CM", "m = { value = 1, nominal = 3 }\nr_CM")
        .replace("[components.swing]", "[components.other]\nclass = \"Swing\"\nsize = 1\n[components.swing]");
    let hook = "[\"world.frame_b\", \"swing.hook\"]";
    let twice = twice.replace(hook, &format!("{hook}, {}", hook.replace("swing", "other")));
    let twice = twice.replace("bob = { weight = { m = \"(2 kg/m)*length\", r_CM = [0, 0, 0.25] } }\n", "");
    let found = warnings(&twice);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("`nominal` has no effect"), "{found:?}");
}

/// JSON has the same tables, and files of both kinds use each other.
#[test]
fn files_use_each_other_once() {
    let folder = std::env::temp_dir().join(format!("sub-models-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("inner")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    let (model, rest) = NESTED.split_at(NESTED.find("[models.Swing]").unwrap());
    let (swing, bob) = rest.split_at(rest.find("[models.Bob.connectors]").unwrap());
    assert!(bob.contains("class = \"Parts.Body\"\nm = 1\nr_CM = [0, 0, 0]\n"));
    write("inner/bob.json", BOB);
    write("inner/swing.toml", &format!("use = [\"bob.json\", \"../model.toml\", \"swing.toml\"]\n{swing}"));
    write("model.toml", &format!("use = [\"inner/swing.toml\", \"inner/bob.json\"]\n{model}"));
    let (file, sources) = ModelFile::from_path(&folder.join("model.toml")).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(file.to_json(), flat(NESTED).to_json());
    let weight = file.components.iter().find(|c| c.name.value == "swing.bob.weight").unwrap();
    let place = sources.place(&weight.class.span);
    assert!(place.contains("bob.json:2:"), "{place}");
    assert_eq!(sources.excerpt(&weight.class.span), "\"Parts.Body\"");
    std::fs::remove_dir_all(&folder).unwrap();
    // A text that is no file has no files beside it.
    let text = format!("use = [\"inner/swing.toml\"]\n{model}");
    assert!(ModelFile::from_toml(&text).unwrap_err()[0].problem.to_string().contains("is not from a file"));
    let (_, sources) =
        ModelFile::from_source(SourceText { name: "m.toml".to_owned(), text: NESTED.to_owned() }).unwrap();
    assert_eq!(sources.main().unwrap().text, NESTED);
    assert!(problems(&text).contains("m.toml:1:8: inner/swing.toml cannot be read"), "{}", problems(&text));
}
