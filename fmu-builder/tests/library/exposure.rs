//! Which variables an FMU shows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::packing;

use compiler::model_file::ModelFile;
use fmu_builder::host::{Package, Simulation, SimulationOptions};
use fmu_builder::{BuildOptions, Expose, Fmu, build_options};

/// Parameters that decide nothing but pictures are shown only when all variables are asked for; their defaults decide pictures all the same.
#[test]
fn sizes_of_pictures_are_not_among_the_parameters() {
    for name in ["[components.earth]", "[components.world]"] {
        let text = format!(
            "name = \"P\"\nconnections = [[\"EARTH.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"body.frame_a\"]]\n\
             {name}\nclass = \"World\"\n[components.rev]\nclass = \"Joints.Revolute\"\n\
             [components.body]\nclass = \"Parts.Body\"\nm = 1\nr_CM = [1, 0, 0]\n"
        );
        let earth = name.trim_matches(['[', ']']).trim_start_matches("components.");
        let file = ModelFile::from_toml(&text.replace("EARTH", earth)).unwrap();
        let described = |expose| {
            let fmu = Fmu::build(&file, &BuildOptions { expose, ..build_options() }).unwrap();
            let mut archive = packing::archive(fmu.bytes());
            let mut text = |name: &str| {
                let mut text = String::new();
                std::io::Read::read_to_string(&mut archive.by_name(name).unwrap(), &mut text).unwrap();
                text
            };
            (text("modelDescription.xml"), text("documentation/index.html"))
        };
        for expose in [Expose::Auto, Expose::Interface] {
            let (xml, page) = described(expose);
            for hidden in ["nominalLength", "defaultBodyDiameter", "groundAxis_u", "defaultSpecularCoefficient"] {
                assert!(!xml.contains(hidden) && !page.contains(hidden), "{hidden}");
            }
            assert!(xml.contains(&format!("{earth}.g\"")) && page.contains(&format!("{earth}.g")));
        }
        assert!(described(Expose::All).0.contains(&format!("{earth}.nominalLength")));
    }
}

/// The same model twice: a pendulum with what is final and what is protected.
const IN_TOML: &str = r#"
name = "Closed"
connections = [["world.frame_b", "rev.frame_a"], ["rev.frame_b", "bob.frame_a"], ["rev.frame_b", "hidden.frame_a"], ["rev.frame_b", "eye.frame_a"]]
[parameters]
open = 1.5
fast = { value = 2.5, final = true }
secret = { value = 0.25, unit = "m", protected = true }
[components.world]
class = "World"
[components.rev]
class = "Joints.Revolute"
phi = { start = 0.3, fixed = true, final = true }
w = { start = "fast", fixed = true }
[components.bob]
class = "Parts.Body"
m = { value = 2, final = true }
r_CM = ["secret", 0, 0]
I_33 = "0.1*open"
[components.hidden]
class = "Parts.Body"
protected = true
m = 1
r_CM = [0.5, 0, 0]
[components.eye]
class = "Sensors.AbsolutePosition"
protected = true
resolveInFrame = "world"
[outputs]
height = "eye.r[2]"
"#;
const IN_MODELICA: &str = "model Closed
  import Modelica.Mechanics.MultiBody.*;
  inner World world;
  parameter Real open = 1.5;
  final parameter Real fast = 2.5;
  Joints.Revolute rev(phi(final start = 0.3, fixed = true), w(start = fast, fixed = true));
  Parts.Body bob(final m = 2, r_CM = {secret, 0, 0}, I_33 = 0.1*open);
  output Real height = eye.r[2];
protected
  parameter Modelica.Units.SI.Length secret = 0.25;
  Parts.Body hidden(m = 1, r_CM = {0.5, 0, 0});
  Sensors.AbsolutePosition eye(resolveInFrame = Modelica.Mechanics.MultiBody.Types.ResolveInFrameA.world);
equation
  connect(world.frame_b, rev.frame_a);
  connect(rev.frame_b, bob.frame_a);
  connect(rev.frame_b, hidden.frame_a);
  connect(rev.frame_b, eye.frame_a);
end Closed;";

/// Name, causality and start value of each variable of modelDescription.xml.
fn listed(file: &ModelFile, expose: Expose) -> Vec<(String, String, Option<String>)> {
    let fmu = Fmu::build(file, &BuildOptions { expose, ..build_options() }).unwrap();
    let mut text = String::new();
    let mut archive = packing::archive(fmu.bytes());
    std::io::Read::read_to_string(&mut archive.by_name("modelDescription.xml").unwrap(), &mut text).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let variables = document.descendants().filter(|node| node.has_tag_name("ScalarVariable"));
    let attribute = |node: &roxmltree::Node, name| node.attribute(name).unwrap_or_default().to_owned();
    let start =
        |node: &roxmltree::Node| node.first_element_child().and_then(|of| of.attribute("start").map(str::to_owned));
    let found = variables.map(|node| (attribute(&node, "name"), attribute(&node, "causality"), start(&node)));
    found.collect()
}

#[test]
fn what_is_final_cannot_be_set_and_what_is_protected_is_not_shown() {
    let source = compiler::model_file::SourceText { name: "Closed.mo".to_owned(), text: IN_MODELICA.to_owned() };
    let read = fmu_builder::read_modelica_text(source, &fmu_builder::ModelicaOptions::default());
    let in_modelica = read.unwrap_or_else(|invalid| panic!("{invalid}")).file;
    let in_toml = ModelFile::from_toml(IN_TOML).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(listed(&in_toml, Expose::All), listed(&in_modelica, Expose::All));
    for file in [in_toml, in_modelica] {
        let variables = listed(&file, Expose::Auto);
        let of = |name: &str| {
            let found = variables.iter().find(|(known, ..)| known == name);
            found.map(|(_, causality, start)| (causality.as_str(), start.as_deref()))
        };
        assert_eq!(of("open"), Some(("parameter", Some("1.5"))));
        assert_eq!(of("bob.I_11"), Some(("parameter", Some("0.001"))));
        for (name, causality) in
            [("fast", "calculatedParameter"), ("bob.m", "calculatedParameter"), ("rev.phi", "local")]
        {
            assert_eq!(of(name), Some((causality, None)), "{name}");
        }
        // What reads a protected sensor is shown, the sensor is not.
        assert_eq!(of("height"), Some(("output", None)));
        let hidden = |name: &str| ["secret", "hidden.", "eye."].iter().any(|start| name.starts_with(start));
        assert!(variables.iter().all(|(name, ..)| !hidden(name)), "{variables:?}");
        // Where all is asked for, it is there, and cannot be set.
        let all = listed(&file, Expose::All);
        assert!(all.iter().filter(|(name, ..)| hidden(name)).count() > 20);
        let is_settable = |(name, causality, _): &&(String, String, _)| hidden(name) && causality == "parameter";
        assert_eq!(all.iter().find(is_settable), None);
        let interface = listed(&file, Expose::Interface);
        assert!(interface.iter().all(|(name, ..)| !hidden(name)));
        assert!(interface.iter().any(|(name, causality, _)| name == "open" && causality == "parameter"));
    }
}

#[test]
fn the_runtime_does_not_set_what_is_final() {
    let file = ModelFile::from_toml(IN_TOML).unwrap();
    let fmu = Fmu::build(&file, &BuildOptions { expose: Expose::All, ..build_options() }).unwrap();
    let mut archive = packing::archive(fmu.bytes());
    let mut json = String::new();
    std::io::Read::read_to_string(&mut archive.by_name("resources/model.json").unwrap(), &mut json).unwrap();
    // The numbers are expressions in the model that the runtime reads, which does not know these keys.
    assert!(json.contains(r#""fast":"2.5""#) && json.contains(r#""m":"2""#), "{json}");
    assert!(!json.contains("final") && !json.contains("protected"), "{json}");
}

/// A variable that the model has, in an FMU that shows only the interface.
#[test]
fn a_variable_that_is_not_shown_is_told_from_one_that_is_not_there() {
    let file = ModelFile::from_toml(
        "name = \"P\"\nconnections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"body.frame_a\"]]\n\
         [components.world]\nclass = \"World\"\n[components.rev]\nclass = \"Joints.Revolute\"\n\
         [components.body]\nclass = \"Parts.Body\"\nm = 1\nr_CM = [1, 0, 0]\n",
    )
    .unwrap();
    let fmu = Fmu::build(&file, &BuildOptions { expose: Expose::Interface, ..build_options() }).unwrap();
    let package = Package::from_bytes(fmu.bytes()).unwrap();
    let refused = |name: &str| {
        let options = SimulationOptions { variables: Some(vec![name.to_owned()]), ..SimulationOptions::default() };
        Simulation::new(&package, &options).err().unwrap().to_string()
    };
    assert_eq!(
        refused("body.v_0[2]"),
        "the FMU does not show the variable \"body.v_0[2]\" of its model: build it with `--expose all`, or make the variable an output"
    );
    assert_eq!(refused("rev.ph"), "there is no variable \"rev.ph\"; did you mean \"rev.phi\"?");
}

/// Members of buses have the types of their signals, are no outputs, and are there for those who ask for all, like protected aliases.
#[test]
fn members_of_buses_are_shown_where_all_is() {
    let text = "model Bus
        expandable connector Control end Control;
        Modelica.Blocks.Sources.Constant one(k = 1); Modelica.Blocks.Sources.IntegerConstant two(k = 2);
        Modelica.Blocks.Sources.BooleanConstant three(k = true); Control bus;
      protected
        Real four = one.y;
      equation
        connect(one.y, bus.a); connect(two.y, bus.b); connect(bus.c, three.y);
      end Bus;";
    let source = compiler::model_file::SourceText { name: "Bus.mo".to_owned(), text: text.to_owned() };
    let read = fmu_builder::read_modelica_text(source, &fmu_builder::ModelicaOptions::default());
    let file = read.unwrap_or_else(|invalid| panic!("{invalid}")).file;
    let names = ["bus.a", "bus.b", "bus.c", "four"];
    let is_one = |(name, ..): &&(String, String, Option<String>)| names.contains(&name.as_str());
    assert_eq!(listed(&file, Expose::Auto).iter().filter(is_one).count(), 0);
    let all = listed(&file, Expose::All);
    let found: Vec<_> = all.iter().filter(is_one).map(|(_, causality, _)| causality.as_str()).collect();
    assert_eq!(found, ["local"; 4], "{all:?}");
    let fmu = Fmu::build(&file, &BuildOptions { expose: Expose::All, ..build_options() }).unwrap();
    let package = packing::archive(fmu.bytes());
    let mut xml = String::new();
    std::io::Read::read_to_string(&mut { package }.by_name("modelDescription.xml").unwrap(), &mut xml).unwrap();
    let document = roxmltree::Document::parse(&xml).unwrap();
    for (name, kind) in names.into_iter().zip(["Real", "Integer", "Boolean", "Real"]) {
        let variable = document.descendants().find(|node| node.attribute("name") == Some(name));
        assert_eq!(variable.and_then(|v| v.first_element_child()).map(|of| of.tag_name().name()), Some(kind), "{name}");
    }
}
