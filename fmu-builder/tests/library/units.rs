//! Units of a model file in modelDescription.xml, and warnings.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::model_file::ModelFile;
use fmu_builder::{BuildOptions, Expose, Fmu, build_options};
use roxmltree::{Document, Node};
use std::io::{Cursor, Read};

const MODEL: &str = r#"
name = "Units"
connections = [["world.frame_b", "rev.frame_a"], ["rev.frame_b", "bob.frame_a"], ["angle.y", "gain.u"]]
[experiment]
stop_time = "1 min"
[parameters]
c = { value = 12, unit = "kN/mm", min = 1, max = "20 kN/mm" }
room = "20 degC"
[components.world]
class = "World"
[components.rev]
class = "Joints.Revolute"
phi = { start = 0.1, unit = "rev", displayUnit = "gon", fixed = true }
w = { start = 60, unit = "rpm", fixed = true, min = -100, max = 100, nominal = 10 }
a = { min = "-1 rev/s2", max = "1 rev/s2", nominal = 2 }
[components.bob]
class = "Parts.Body"
m = { value = 500, unit = "g", min = 100 }
r_CM = ["10 in", 0, 0]
I_11 = "2*c*(1 mm)^2*1 s^2"
I_33 = 0.1
[components.angle]
class = "Blocks.Sources.Constant"
k = "30 deg"
[components.gain]
class = "Blocks.Math.Gain"
k = 2
"#;

fn fmu() -> Fmu {
    let options = BuildOptions { expose: Expose::All, ..build_options() };
    Fmu::build(&ModelFile::from_toml(MODEL).unwrap(), &options).unwrap_or_else(|error| panic!("{error}"))
}

fn file(fmu: &Fmu, name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(fmu.bytes())).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// An attribute of the element `Real` of a variable.
fn attribute(document: &Document<'_>, variable: &str, name: &str) -> Option<String> {
    let variable = document
        .descendants()
        .find(|node| node.has_tag_name("ScalarVariable") && node.attribute("name") == Some(variable));
    let real = variable.unwrap_or_else(|| panic!("no variable")).first_element_child().unwrap();
    real.attribute(name).map(str::to_owned)
}

fn number(document: &Document<'_>, variable: &str, name: &str) -> f64 {
    attribute(document, variable, name).unwrap_or_else(|| panic!("{variable}: no {name}")).parse().unwrap()
}

#[test]
fn variables_have_the_units_of_the_model() {
    let fmu = fmu();
    let text = file(&fmu, "modelDescription.xml");
    let document = Document::parse(&text).unwrap();
    let shown = |variable: &str| {
        (
            attribute(&document, variable, "unit").unwrap(),
            attribute(&document, variable, "displayUnit").unwrap_or_default(),
        )
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(shown("c"), pair("N/m", "kN/mm"));
    assert_eq!(shown("room"), pair("K", "degC"));
    assert_eq!(shown("rev.phi"), pair("rad", "gon"));
    assert_eq!(shown("rev.w"), pair("rad/s", "rpm"));
    assert_eq!(shown("bob.m"), pair("kg", "g"));
    assert_eq!(shown("bob.r_CM[1]"), pair("m", "in"));
    assert_eq!(shown("bob.r_CM[2]"), pair("m", ""));
    assert_eq!(shown("angle.k"), pair("rad", "deg"));
    let close = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-15, "{found} {expected}");
    close(number(&document, "c", "start"), 12e6);
    close(number(&document, "c", "min"), 1e6);
    close(number(&document, "c", "max"), 20e6);
    close(number(&document, "rev.phi", "start"), 0.2 * std::f64::consts::PI);
    close(number(&document, "rev.w", "start"), 2.0 * std::f64::consts::PI);
    close(number(&document, "rev.w", "max"), 100.0 * std::f64::consts::PI / 30.0);
    close(number(&document, "rev.a", "max"), 2.0 * std::f64::consts::PI);
    close(number(&document, "rev.a", "nominal"), 2.0);
    assert_eq!(attribute(&document, "rev.w", "nominal"), None);
    close(number(&document, "bob.m", "min"), 0.1);
    let experiment = document.descendants().find(|node| node.has_tag_name("DefaultExperiment")).unwrap();
    assert_eq!(experiment.attribute("stopTime"), Some("60.0"));
}

/// Display = factor * value + offset (FMI 2.0.5, 2.2.2).
#[test]
fn display_units_are_defined_with_factor_and_offset() {
    let fmu = fmu();
    let text = file(&fmu, "modelDescription.xml");
    let document = Document::parse(&text).unwrap();
    let conversion = |unit: &str, display: &str| {
        let named = |node: Node<'_, '_>, name: &str| node.attribute("name") == Some(name);
        let unit = document.descendants().find(|node| node.has_tag_name("Unit") && named(*node, unit)).unwrap();
        let node = unit.children().find(|node| node.has_tag_name("DisplayUnit") && named(*node, display)).unwrap();
        let read = move |name: &str, default: f64| node.attribute(name).map_or(default, |text| text.parse().unwrap());
        move |value: f64| read("factor", 1.0) * value + read("offset", 0.0)
    };
    let close = |found: f64, expected: f64| {
        assert!((found - expected).abs() < 1e-13 * expected.abs().max(1.0), "{found} {expected}")
    };
    close(conversion("N/m", "kN/mm")(12e6), 12.0);
    close(conversion("K", "degC")(293.15), 20.0);
    close(conversion("rad", "gon")(std::f64::consts::PI), 200.0);
    close(conversion("rad", "deg")(std::f64::consts::PI), 180.0);
    close(conversion("rad/s", "rpm")(100.0 * std::f64::consts::PI), 3000.0);
    close(conversion("kg", "g")(0.5), 500.0);
    close(conversion("m", "in")(0.254), 10.0);
}

#[test]
fn the_model_inside_has_numbers_and_the_check_finds_nothing() {
    let fmu = fmu();
    let json = file(&fmu, "resources/model.json");
    for unit in ["rpm", "kN", "degC", " in\"", "\"g\"", "gon"] {
        assert!(!json.contains(unit), "{unit}: {json}");
    }
    let report = fmu_builder::check::fmu(fmu.bytes());
    let problems: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn warnings_are_facts_of_the_build() {
    let warnings: Vec<String> = fmu().facts().warnings.iter().map(|warning| warning.problem.to_string()).collect();
    // The tensor is 24 kg.m2 about one axis, and nearly nothing about the others.
    assert_eq!(warnings.len(), 2, "{warnings:#?}");
    assert!(warnings[0].contains("`nominal` has no effect on a state"), "{warnings:#?}");
    assert!(warnings[1].contains("principal moments"), "{warnings:#?}");
}
