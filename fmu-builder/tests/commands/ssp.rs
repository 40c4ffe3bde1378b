//! `ssp`, and `check` of what it writes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::command;
use command::{Folder, example};

const STRUCTURE: &str = "SystemStructure.ssd";

/// The example's files, with a change of the system's text.
fn steered_arm(from: &str, to: &str) -> Folder {
    let folder = Folder::new();
    for name in ["arm.toml", "controller.toml", "system.toml"] {
        let text = fs::read_to_string(example("steered_arm").join(name)).unwrap();
        if name == "system.toml" {
            assert!(text.contains(from), "{from}");
            folder.write(name, &text.replacen(from, to, 1));
        } else {
            folder.write(name, &text);
        }
    }
    folder
}

/// The packed example.
fn packed() -> Folder {
    let folder = steered_arm("", "");
    folder.run(["ssp", "system.toml"]).succeeds();
    folder
}

/// Changes a text in an archive.
fn patch(path: &Path, name: &str, change: impl Fn(&str) -> String) {
    let mut archive = ZipArchive::new(File::open(path).unwrap()).unwrap();
    let mut patched = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let entry_name = entry.name().unwrap().into_owned();
        if entry_name == name {
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            let changed = change(&text);
            assert_ne!(changed, text);
            patched.start_file(name, SimpleFileOptions::default()).unwrap();
            patched.write_all(changed.as_bytes()).unwrap();
        } else {
            patched.raw_copy_file(entry).unwrap();
        }
    }
    drop(archive);
    fs::write(path, patched.finish().unwrap().into_inner()).unwrap();
}

fn text_of(path: &Path, name: &str) -> String {
    let mut archive = ZipArchive::new(File::open(path).unwrap()).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn the_example_is_packed_without_problems() {
    for version in ["2", "3"] {
        let folder = steered_arm("", "");
        let run = folder.run(["ssp", "system.toml", "-o", "arm.ssp", "--fmi", version]).succeeds();
        assert_eq!(run.stderr(), "");
        run.says(&["components   2 with 2 FMUs", "connections  5", "parameters   3"]);
        let check = folder.run(["check", "arm.ssp"]).succeeds();
        assert_eq!(check.stdout(), "arm.ssp: no problems; 2 components, 5 connections\n");
        folder.run(["check", "arm.ssp", "--format", "json"]).succeeds().says(&[r#""connections":5,"errors":0"#]);
        folder.run(["inspect", "arm.ssp"]).exits(1).says(&["a system of FMUs (SSP), which `check` takes"]);
    }
}

#[test]
fn the_same_system_gives_the_same_bytes() {
    let one = packed();
    assert_eq!(fs::read(one.path("system.ssp")).unwrap(), fs::read(packed().path("system.ssp")).unwrap());
}

/// Changes of the example's system, and messages.
#[test]
fn mistakes_are_named() {
    let cases = [
        (
            r#"["plant.angle", "controller.angle"]"#,
            r#"["plnt.angle", "controller.angle"]"#,
            r#"there is no component "plnt"; did you mean "plant"?"#,
        ),
        (
            r#"["plant.angle", "controller.angle"]"#,
            r#"["plant.angel", "controller.angle"]"#,
            r#""plant" has no variable "angel"; did you mean "angle"?"#,
        ),
        (
            r#"["plant.angle", "controller.angle"]"#,
            r#"["plant.angle", "goal"]"#,
            r#""goal" names no connector: expected COMPONENT.VARIABLE"#,
        ),
        (
            r#"["plant.angle", "controller.angle"]"#,
            r#"["plant.angle", "controller.torque"]"#,
            "plant.angle and controller.torque cannot be connected: both are sources",
        ),
        (
            r#"["plant.angle", "controller.angle"]"#,
            r#"["plant.torque", "controller.angle"]"#,
            "neither of them is a source",
        ),
        (
            r#"["plant.angle", "controller.angle"]"#,
            r#"["plant.axis.n[1]", "controller.angle"]"#,
            "one of them is a parameter",
        ),
        (
            r#"["plant.angle", "controller.angle"]"#,
            r#"["plant.axis.a", "controller.angle"]"#,
            "one of them is neither input nor output nor parameter",
        ),
        (
            r#"["plant.angle", "controller.angle"]"#,
            r#"["plant.angle", "controller.target"]"#,
            "controller.target has two sources: target and plant.angle",
        ),
        (
            r#"["plant.angle", "controller.angle"]"#,
            r#"["plant.speed", "controller.angle"]"#,
            "plant.speed is in rad/s, and controller.angle in rad: these units do not measure the same quantity",
        ),
        ("stop_time = 3.0", "stop_tim = 3.0", "unknown field `stop_tim`, expected `start_time` or `stop_time`"),
        ("[components.plant]", r#"[components."my plant"]"#, r#""my plant" is not a name for a component"#),
        ("\"arm.toml\"", "\"leg.toml\"", "there is no file leg.toml for the component \"plant\""),
        (
            "load = \"2 kg\"",
            "load = \"2 m\"",
            r#"plant: "load" cannot be "2 m": a number, alone or with a unit that fits kg, is expected"#,
        ),
        ("load = \"2 kg\"", "lod = 2", r#"plant: there is no variable "lod"; did you mean "load"?"#),
        ("load = \"2 kg\"", "load = [2]", r#"the value of "load" is of type array: a number or a text is expected"#),
        ("load = \"2 kg\"", "load = -2", "the parameter plant.load is -2, which is below its minimum 0"),
        ("load = \"2 kg\"", "angle = 2", r#"plant: "angle" cannot be set: it is an output"#),
        ("angle = \"plant.angle\"", "target = \"plant.angle\"", r#"input or output "target" is there twice"#),
    ];
    for (from, to, message) in cases {
        let folder = steered_arm(from, to);
        folder.run(["ssp", "system.toml"]).exits(1).says(&[message]);
        assert!(!folder.files().contains(&"system.ssp".to_owned()), "{message}");
    }
}

#[test]
fn a_message_shows_the_line() {
    let folder = steered_arm(r#"["plant.angle", "controller.angle"]"#, r#"["plant.speed", "controller.angle"]"#);
    let run = folder.run(["ssp", "system.toml"]).exits(1);
    run.says(&[
        "system.toml:6:3",
        r#"["plant.speed", "controller.angle"]"#,
        "help: connect signals with units of the same dimension",
    ]);
}

#[test]
fn inputs_without_source_keep_their_start_values() {
    let line = "  [\"plant.speed\", \"controller.speed\"],\n";
    let message = "the input controller.speed is not connected and keeps its start value 0";
    let folder = steered_arm(line, "");
    folder.run(["ssp", "system.toml"]).succeeds().says(&["warning: system.toml:", message]);
    folder
        .run(["check", "system.ssp"])
        .succeeds()
        .says(&[message, "no errors, 1 warning; 2 components, 4 connections"]);
    let text = fs::read_to_string(folder.path("system.toml")).unwrap();
    folder.write("system.toml", &text.replace("stiffness = 400.0", "speed = 0.5, stiffness = 400.0"));
    assert_eq!(folder.run(["ssp", "system.toml"]).succeeds().stderr(), "");
    assert_eq!(folder.run(["check", "system.ssp"]).succeeds().stderr(), "");
}

const GAIN: &str = r#"
name = "Gain"
components.gain = { class = "Blocks.Math.Gain", k = 0.5 }
inputs.u = "gain.u"
outputs.y = "gain.y"
"#;

const INTEGRATOR: &str = r#"
name = "Integrator"
components.integrator = { class = "Blocks.Continuous.Integrator", k = 0.5 }
inputs.u = "integrator.u"
outputs.y = "integrator.y"
"#;

/// A ring of two gains is a loop, and one of a gain and an integrator is none.
#[test]
fn algebraic_loops_follow_from_dependencies() {
    let folder = Folder::new();
    folder.write("gain.toml", GAIN);
    folder.write("integrator.toml", INTEGRATOR);
    for (second, is_loop) in [("gain", true), ("integrator", false)] {
        let text = format!(
            "name = \"Ring\"\nconnections = [[\"a.y\", \"b.u\"], [\"a.u\", \"b.y\"]]\n\
             components.a.source = \"gain.toml\"\ncomponents.b.source = \"{second}.toml\"\n"
        );
        folder.write("ring.toml", &text);
        for command in ["ssp ring.toml", "check ring.ssp"] {
            let run = folder.run(command.split(' ')).succeeds();
            assert_eq!(run.stderr().contains("algebraic loop: a.u -> a.y -> b.u -> b.y -> a.u"), is_loop, "{command}");
        }
    }
    // Both components are one FMU.
    let text = fs::read_to_string(folder.path("ring.toml")).unwrap().replace("integrator.toml", "gain.toml");
    folder.write("ring.toml", &text);
    folder.run(["ssp", "ring.toml"]).succeeds().says(&["2 with 1 FMUs"]);
}

/// An FMU of another tool may have angles in degrees.
#[test]
fn units_are_converted() {
    let folder = steered_arm("\"arm.toml\"", "\"arm.fmu\"");
    folder.run(["build", "arm.toml"]).succeeds();
    let degree = std::f64::consts::PI / 180.0;
    let factor = format!("<BaseUnit rad=\"1\" factor=\"{degree}\"/>");
    patch(&folder.path("arm.fmu"), "modelDescription.xml", |text| text.replacen("<BaseUnit rad=\"1\"/>", &factor, 1));
    folder.run(["ssp", "system.toml"]).succeeds().says(&["units converted  in 1 connections"]);
    let ssp = folder.path("system.ssp");
    let structure = text_of(&ssp, STRUCTURE);
    let connection = format!(
        "endConnector=\"angle\" suppressUnitConversion=\"true\">\n        <ssc:LinearTransformation factor=\"{degree}\" offset=\"0.0\"/>"
    );
    assert!(structure.contains(&connection), "{structure}");
    assert!(structure.contains("<ssc:Unit name=\"rad_2\">"), "{structure}");
    assert_eq!(folder.run(["check", "system.ssp"]).succeeds().stderr(), "");
    let transformation = format!("<ssc:LinearTransformation factor=\"{degree}\" offset=\"0.0\"/>");
    patch(&ssp, STRUCTURE, |text| text.replace(&transformation, ""));
    folder.run(["check", "system.ssp"]).succeeds().says(&["the connection suppresses the conversion"]);
}

#[test]
fn types_are_compared() {
    let folder = Folder::new();
    folder.write("gain.toml", GAIN);
    folder.write(
        "switch.toml",
        "name = \"Switch\"\ncomponents.not = { class = \"Blocks.Logical.Not\" }\ninputs.u = \"not.u\"\noutputs.y = \"not.y\"\n",
    );
    folder.write(
        "system.toml",
        "name = \"S\"\nconnections = [[\"a.y\", \"b.u\"]]\ncomponents.a.source = \"gain.toml\"\ncomponents.b.source = \"switch.toml\"\n",
    );
    folder.run(["ssp", "system.toml"]).exits(1).says(&["a.y is Real, and b.u is Boolean"]);
}

/// Changes of SystemStructure.ssd and of the parameter set, and messages.
#[test]
fn faults_of_an_ssp_are_found() {
    let cases = [
        (
            STRUCTURE,
            "name=\"speed\" kind=\"input\"",
            "name=\"speed\" kind=\"output\"",
            "controller.speed has kind output and in its FMU input",
        ),
        (
            STRUCTURE,
            "<ssc:Real unit=\"rad/s\"/>",
            "<ssc:Integer/>",
            "controller.speed has type Integer and in its FMU Real",
        ),
        (
            STRUCTURE,
            "<ssc:Real unit=\"rad/s\"/>",
            "<ssc:Real unit=\"N.m\"/>",
            "controller.speed has unit N.m and in its FMU rad/s",
        ),
        (STRUCTURE, "<ssc:Real unit=\"rad/s\"/>", "<ssc:Real unit=\"rpm\"/>", "the unit \"rpm\" is not defined"),
        (
            STRUCTURE,
            "name=\"speed\" kind",
            "name=\"sped\" kind",
            "\"controller\" has no variable \"sped\"; did you mean \"speed\"?",
        ),
        (STRUCTURE, "resources/arm.fmu", "resources/leg.fmu", "\"resources/leg.fmu\" of plant is not in the archive"),
        (
            STRUCTURE,
            "startElement=\"plant\"",
            "startElement=\"plan\"",
            "there is no component \"plan\"; did you mean \"plant\"?",
        ),
        (
            STRUCTURE,
            "version=\"1.0\" name",
            "version=\"3.0\" name",
            "version of SystemStructure.ssd is \"3.0\"; versions 1 and 2 are read",
        ),
        (
            STRUCTURE,
            "<ssd:Component name=\"plant\"",
            "<ssd:Component name=\"controller\"",
            "element \"controller\" is there twice",
        ),
        (STRUCTURE, "ssd:System name", "ssd:Sys name", "SystemStructure.ssd is not XML"),
        (
            STRUCTURE,
            "source=\"resources/parameters.ssv\"",
            "source=\"resources/p.ssv\"",
            "resources/p.ssv is not in the archive",
        ),
        (
            "resources/parameters.ssv",
            "plant.load",
            "plant.lod",
            "plant: there is no variable \"lod\"; did you mean \"load\"?",
        ),
        (
            "resources/parameters.ssv",
            "<ssv:Real value=\"2.0\"/>",
            "<ssv:Boolean value=\"true\"/>",
            "the parameter plant.load is Real, and its value is Boolean",
        ),
        (
            "resources/parameters.ssv",
            "<ssv:Real value=\"2.0\"/>",
            "<ssv:Real value=\"-2.0\"/>",
            "the parameter plant.load is -2, which is below its minimum 0",
        ),
    ];
    let folder = packed();
    let original = fs::read(folder.path("system.ssp")).unwrap();
    for (file, from, to, message) in cases {
        fs::write(folder.path("system.ssp"), &original).unwrap();
        patch(&folder.path("system.ssp"), file, |text| text.replacen(from, to, 1));
        folder.run(["check", "system.ssp"]).exits(1).says(&[message]);
        folder.run(["check", "system.ssp", "--format", "json"]).exits(1);
    }
    folder.write("no.ssp", "nothing");
    folder.run(["check", "no.ssp"]).exits(1).says(&["it cannot be read"]);
}

/// The FMUs of an SSP are checked as others are.
#[test]
fn a_fault_of_an_fmu_is_found() {
    let folder = packed();
    folder.run(["build", "arm.toml"]).succeeds();
    patch(&folder.path("arm.fmu"), "modelDescription.xml", |text| {
        text.replace("causality=\"output\"", "causality=\"outpt\"")
    });
    let text = fs::read_to_string(folder.path("system.toml")).unwrap().replace("arm.toml", "arm.fmu");
    folder.write("system.toml", &text);
    folder.run(["ssp", "system.toml"]).exits(1).says(&["arm.fmu: modelDescription.xml", "outpt"]);
}

/// Signals pass the connectors of systems in systems; a set of parameters may be inside of the description.
#[test]
fn systems_in_systems() {
    let folder = packed();
    let structure = r#"<?xml version="1.0"?>
<ssd:SystemStructureDescription xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" version="1.0" name="Nested">
  <ssd:System name="Nested">
    <ssd:Elements>
      <ssd:System name="inner">
        <ssd:Connectors>
          <ssd:Connector name="u" kind="input"><ssc:Real/></ssd:Connector>
          <ssd:Connector name="y" kind="output"><ssc:Real/></ssd:Connector>
        </ssd:Connectors>
        <ssd:ParameterBindings>
          <ssd:ParameterBinding prefix="c."><ssd:ParameterValues><ssv:ParameterSet version="1.0" name="p"><ssv:Parameters>
            <ssv:Parameter name="damping"><ssv:Real value="3"/></ssv:Parameter>
            <ssv:Parameter name="speed"><ssv:Real value="0"/></ssv:Parameter>
            <ssv:Parameter name="target"><ssv:Real value="1"/></ssv:Parameter>
          </ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding>
        </ssd:ParameterBindings>
        <ssd:Elements>
          <ssd:Component name="c" source="resources/controller.fmu"/>
        </ssd:Elements>
        <ssd:Connections>
          <ssd:Connection startConnector="u" endElement="c" endConnector="angle"/>
          <ssd:Connection startElement="c" startConnector="torque" endConnector="y"/>
        </ssd:Connections>
      </ssd:System>
      <ssd:Component name="end" source="resources/END.fmu"/>
    </ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startElement="inner" startConnector="y" endElement="end" endConnector="IN"/>
      <ssd:Connection startElement="inner" startConnector="u" endElement="end" endConnector="OUT"/>
    </ssd:Connections>
  </ssd:System>
</ssd:SystemStructureDescription>
"#;
    let arm = structure.replace("END", "arm").replace("IN", "torque").replace("OUT", "angle");
    patch(&folder.path("system.ssp"), STRUCTURE, |_| arm.clone());
    folder.run(["check", "system.ssp"]).succeeds().says(&["no problems; 2 components, 4 connections"]);
    let ring = structure.replace("END", "controller").replace("IN", "angle").replace("OUT", "torque");
    patch(&folder.path("system.ssp"), STRUCTURE, |_| ring.clone());
    let expected =
        "algebraic loop: inner.u -> inner.c.angle -> inner.c.torque -> inner.y -> end.angle -> end.torque -> inner.u";
    folder.run(["check", "system.ssp"]).succeeds().says(&[expected, "the input end.speed is not connected"]);
}
