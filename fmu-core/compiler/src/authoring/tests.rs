//! Units in model files: conversions, refusals and their messages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::Authored;
use crate::assembly::{Compilation, compile};
use crate::model_file::ModelFile;
use simulation::model::Model;
use simulation::variables::Value;
use std::f64::consts::PI;

/// A body on a revolute joint with more lines in `[parameters]`, in the joint and in the body.
fn text(parameters: &str, joint: &str, body: &str) -> String {
    let mass = if body.contains("m =") { "" } else { "m = 1\n" };
    format!(
        "name = \"P\"\nconnections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"bob.frame_a\"]]\n[parameters]\n{parameters}\n\
         [components.world]\nclass = \"World\"\n[components.rev]\nclass = \"Joints.Revolute\"\n{joint}\n\
         [components.bob]\nclass = \"Parts.Body\"\n{mass}{}{body}\n",
        if body.contains("r_CM =") { "" } else { "r_CM = [0.5, 0, 0]\n" }
    )
}

fn authored(parameters: &str, joint: &str, body: &str) -> Authored {
    Authored::new(&ModelFile::from_toml(&text(parameters, joint, body)).unwrap())
}

/// Start value of a variable.
fn start(parameters: &str, joint: &str, body: &str, variable: &str) -> f64 {
    let file = ModelFile::from_toml(&text(parameters, joint, body)).unwrap();
    let model = compile(&file).unwrap_or_else(|problems| panic!("{problems:?}"));
    let index = model.catalogue.find(variable).unwrap();
    match model.catalogue.variables.at(index).start {
        Some(Value::Real(x)) => x,
        other => {
            let address = match *model.catalogue.variables.at(index).source {
                mechanism::Source::Parameter(address) => address,
                _ => panic!("{variable}: {other:?}"),
            };
            model.parameters.slots[address].value
        }
    }
}

#[test]
fn a_value_with_a_unit_is_converted() {
    assert_eq!(start("q0 = { value = 30, unit = \"deg\" }", "phi = { start = \"q0\" }", "", "q0"), 30.0 * PI / 180.0);
    assert_eq!(start("", "", "m = { value = 500, unit = \"g\" }", "bob.m"), 0.5);
    assert_eq!(start("", "phi = { start = 30, unit = \"deg\" }", "", "rev.phi"), 30.0 * PI / 180.0);
    assert_eq!(start("", "phi = { start = \"-30 deg\" }", "", "rev.phi"), -30.0 * PI / 180.0);
    assert_eq!(start("", "w = { start = \"3000 rpm\" }", "", "rev.w"), 100.0 * PI);
    assert_eq!(start("", "", "m = \"500 g\"", "bob.m"), 0.5);
    assert_eq!(start("", "", "m = \"500g\"", "bob.m"), 0.5);
    assert_eq!(start("", "", "r_CM = [\"300 mm\", 0, \"-5 mm\"]", "bob.r_CM[1]"), 0.3);
    assert_eq!(start("", "", "r_CM = [\"300 mm\", 0, \"-5 mm\"]", "bob.r_CM[3]"), -0.005);
    assert_eq!(start("", "", "r_CM = { value = [300, 0, 0], unit = \"mm\" }", "bob.r_CM[1]"), 0.3);
    assert_eq!(start("c = \"12 kN/mm\"", "", "", "c"), 12e6);
    assert_eq!(start("d = \"1.5e3 N.s/m\"", "", "", "d"), 1500.0);
    assert_eq!(start("T = { value = 20, unit = \"degC\" }", "", "", "T"), 293.15);
    assert_eq!(start("T = \"-10 degC\"", "", "", "T"), 263.15);
}

#[test]
fn expressions_may_hold_units() {
    assert_eq!(start("mass = \"2 kg\"", "", "m = \"2*mass + 500 g\"", "bob.m"), 4.5);
    assert_eq!(start("mass = \"2 kg\"", "", "m = \"if mass > 1 kg then 250 g else mass\"", "bob.m"), 0.25);
    assert_eq!(start("l = \"2 m\"", "", "m = \"1 kg*(l/200 cm)^2\"", "bob.m"), 1.0);
    assert_eq!(start("l = \"2 m\"", "", "m = \"10 kg/m*l\"", "bob.m"), 20.0);
    assert_eq!(start("a = { value = 90, unit = \"deg\" }", "", "m = \"3*sin(a)\"", "bob.m"), 3.0);
    // `a` has a unit and so is stored in rad: `from_deg(a)` becomes `a`.
    assert_eq!(start("a = { value = 90, unit = \"deg\" }", "phi = { start = \"from_deg(a)\" }", "", "a"), PI / 2.0);
    let file = authored("a = { value = 90, unit = \"deg\" }", "phi = { start = \"from_deg(a)\" }", "");
    assert!(file.problems.is_empty() && file.file.to_json().contains(r#""start":"a""#), "{}", file.file.to_json());
}

#[test]
fn numbers_without_unit_stay_what_they_are() {
    assert_eq!(start("a = 3", "phi = { start = \"a*9.81\" }", "m = \"a\"", "bob.m"), 3.0);
    let plain = text("a = 3", "phi = { start = \"a*9.81\" }", "m = \"a\"");
    let file = ModelFile::from_toml(&plain).unwrap();
    assert_eq!(Authored::new(&file).file, file);
}

/// The runtime's file has no units left, and reading it again changes nothing.
#[test]
fn the_runtime_gets_numbers_in_si_units() {
    let file = authored(
        "q0 = { value = 30, unit = \"deg\", min = -90, max = \"0.5 rev\", displayUnit = \"rev\" }\nL = [\"20 cm\", 0, \"1 in\"]",
        "phi = { start = \"q0 + 5 deg\", fixed = true }\nw = { start = 10, unit = \"rpm\", fixed = true }",
        "m = { value = 500, unit = \"g\", min = 100, max = \"1 t\" }\nr_CM = \"L\"",
    );
    assert!(file.problems.is_empty() && file.warnings.is_empty(), "{:?} {:?}", file.problems, file.warnings);
    let json = file.file.to_json();
    for unit in ["deg", "cm", "rpm", "\"g\"", " in"] {
        assert!(!json.contains(unit), "{unit} in {json}");
    }
    assert!(json.contains(r#""m":{"value":0.5,"min":0.1,"max":1000}"#), "{json}");
    let again = Authored::new(&ModelFile::from_json(&json).unwrap());
    assert_eq!(again.file.to_json(), json);
    let shown = |name: &str| {
        file.units.find(name).map(|shown| (shown.unit.name().to_owned(), shown.display_unit.name().to_owned()))
    };
    let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
    assert_eq!(shown("q0"), pair("rad", "rev"));
    assert_eq!(shown("rev.w"), pair("rad/s", "rpm"));
    assert_eq!(shown("bob.m"), pair("kg", "g"));
    assert_eq!(shown("L[1]"), pair("m", "cm"));
    assert_eq!(shown("L[3]"), pair("m", "in"));
    assert_eq!(shown("L[2]"), None);
}

/// Problems of a model, each with its help.
fn problems(parameters: &str, joint: &str, body: &str) -> Vec<String> {
    let file = match ModelFile::from_toml(&text(parameters, joint, body)) {
        Ok(file) => file,
        Err(problems) => return problems.iter().map(|d| format!("{} | {:?}", d.problem, d.problem.help())).collect(),
    };
    let found = compile(&file).err().unwrap_or_default();
    found.iter().map(|d| format!("{} | {}", d.problem, d.problem.help().unwrap_or_default())).collect()
}

#[track_caller]
fn refused(parameters: &str, joint: &str, body: &str, words: &[&str]) {
    let found = problems(parameters, joint, body);
    assert_eq!(found.len(), 1, "{found:#?}");
    words.iter().for_each(|word| assert!(found[0].contains(word), "{word:?} in {}", found[0]));
}

#[test]
fn what_does_not_fit_names_both_dimensions_and_the_place() {
    refused(
        "",
        "",
        "m = { value = 5, unit = \"N.m\" }",
        &["`m` of component `bob`", "N.m (torque or energy)", "kg (mass)"],
    );
    refused("", "", "m = \"5 mm\"", &["`m` of component `bob`", "`5 mm` is in mm (length)", "kg (mass)"]);
    refused("", "phi = { start = 30, unit = \"kg\" }", "", &["`phi` of component `rev`", "kg (mass)", "rad (angle)"]);
    refused("l = \"1 m\"", "", "m = \"l\"", &["`m` of component `bob`", "`l` is in m (length)", "kg (mass)"]);
    refused("l = \"1 m\"\nt = \"1 s\"", "", "m = \"l*t\"", &["`l*t` is in m.s", "kg (mass)"]);
    refused(
        "l = \"1 m\"\nm = \"1 kg\"",
        "",
        "m = \"m + l\"",
        &["`m + l`: `+` is not defined for kg (mass) and m (length)"],
    );
    refused("l = \"1 m\"", "", "m = \"sin(l)\"", &["`sin(l)`: `sin` takes a number or an angle, not m (length)"]);
    refused(
        "l = \"1 m\"",
        "",
        "m = \"if l > 1 kg then 1 else 2\"",
        &["`>` is not defined for m (length) and kg (mass)"],
    );
    refused("l = \"1 m\"", "", "m = \"2^l\"", &["`^` takes a number or an angle, not m (length)"]);
    refused("", "", "m = \"bob.r_CM[1]\"", &["`bob.r_CM[1]` is in m (length)", "kg (mass)"]);
    refused("f = \"50 Hz\"", "w = { start = \"50 Hz\" }", "", &["Hz counts cycles and rad/s radians"]);
    refused(
        "m = { value = 1, unit = \"kg\", min = \"5 mm\" }",
        "",
        "",
        &["`min` of model parameter `m`", "mm (length)", "kg (mass)"],
    );
    refused(
        "m = { value = 1, unit = \"kg\", displayUnit = \"mm\" }",
        "",
        "",
        &["`displayUnit`", "mm (length)", "kg (mass)"],
    );
    refused("m = [\"1 kg\", \"1 m\"]", "", "", &["model parameter `m`", "`1 m` is in m (length)", "kg (mass)"]);
    refused("m = { value = \"5 mm\", unit = \"kg\" }", "", "", &["model parameter `m`", "mm (length)", "kg (mass)"]);
}

#[test]
fn what_is_no_unit_is_named() {
    refused("", "", "m = { value = 5, unit = \"kilo\" }", &["there is no unit `kilo`", "did you mean `kg`?"]);
    refused("", "", "m = \"5 Nm\"", &["there is no unit `Nm`", "`N.m`"]);
    refused("", "", "m = { value = 5, unit = \"\" }", &["the unit is empty"]);
    refused("", "", "m = { value = 5, unit = 3 }", &["`unit` is the number 3"]);
    refused("a = { value = 5, unit = \"\" }", "", "", &["`unit` of model parameter `a`", "the unit is empty"]);
    refused("a = { value = 5, unit = true }", "", "", &["`unit` of model parameter `a`"]);
    refused(
        "",
        "phi = { fixed = true, unit = \"deg\" }",
        "",
        &["`phi` of component `rev`", "`unit` has no effect without a number"],
    );
    refused("", "useAxisFlange = { value = true, unit = \"deg\" }", "", &["useAxisFlange"]);
    refused("T = \"20 degC\"", "", "m = \"1 + (T - 5 degC)/1 K\"", &["`5 degC` is in an offset unit"]);
    refused("", "", "m = \"2 kg/x\"", &["there is no unit `x`"]);
    refused("c = \"4 J/degC\"", "", "", &["`degC` is an offset unit"]);
    refused("a = { value = 2, unit = \"m\", max = \"1 m\" }", "", "", &["`a` is 2"]);
    refused(
        "a = { value = 2, unit = \"m\", max = \"huge\" }",
        "",
        "",
        &["`max` of model parameter `a`", "expected a number, or one with a unit"],
    );
    refused("", "", "m = { value = 2, unit = \"g\", min = 3 }", &["`bob.m` is 0.002", "0.003 or more"]);
    refused("", "", "m = { value = 2, colour = 3 }", &["`m` has no attribute `colour`"]);
}

#[test]
fn a_factor_that_hardly_has_a_unit_makes_a_warning() {
    let file = authored("l = \"1 m\"", "", "m = \"2*l\"");
    assert!(file.problems.is_empty());
    assert_eq!(file.warnings.len(), 1);
    assert!(file.warnings[0].problem.to_string().contains("`2*l` is in m (length)"), "{}", file.warnings[0].problem);
    // 9.81 may be in m/s2.
    let file = authored("l = \"1 m\"", "", "m = \"9.81*l\"");
    assert!(file.problems.is_empty() && file.warnings.is_empty(), "{:?}", file.warnings);
}

#[test]
fn parameters_of_the_library_in_degrees_take_all_angles() {
    let with = |angle: &str| {
        let text = format!(
            "name = \"R\"\nconnections = [[\"world.frame_b\", \"turn.frame_a\"]]\n[parameters]\na = {{ value = 30, unit = \"deg\" }}\nb = 30\n\
             [components.world]\nclass = \"World\"\n[components.turn]\nclass = \"Parts.FixedRotation\"\nr = [0, 0, 0]\nangle = {angle}\n"
        );
        let file = ModelFile::from_toml(&text).unwrap();
        compile(&file).map(|model| {
            let index = model.catalogue.find("turn.angle").unwrap();
            let mechanism::Source::Parameter(address) = *model.catalogue.variables.at(index).source else { panic!() };
            let mut values: Vec<f64> = model.parameters.slots.iter().map(|slot| slot.value).collect();
            model.parameters.evaluate_guesses(&mut values).unwrap();
            values[address]
        })
    };
    for angle in [
        "30",
        "\"30 deg\"",
        "\"a\"",
        "\"b\"",
        "{ value = 30, unit = \"deg\" }",
        "\"0.5*a + 15 deg\"",
        "\"asin(0.5)\"",
        "\"0.1*a + 0.9*a\"",
    ] {
        let found = with(angle).unwrap_or_else(|problems| panic!("{angle}: {problems:?}"));
        assert!((found - 30.0).abs() < 1e-13, "{angle}: {found}");
    }
    let found = with("\"0.5235987755982988 rad\"").unwrap();
    assert!((found - 30.0).abs() < 1e-13, "{found}");
    // Converting an angle in degrees by hand would convert it twice.
    let problems = with("\"a*180/pi\"").unwrap_err();
    assert!(problems[0].problem.to_string().contains("converted twice"), "{problems:?}");
}

#[test]
fn times_of_the_experiment_have_units() {
    let read =
        |text: &str| ModelFile::from_toml(&format!("name = \"E\"\n[experiment]\n{text}")).map(|file| file.experiment);
    let experiment = read("start_time = \"-1 s\"\nstop_time = \"2 min\"\nstep_size = \"10 ms\"").unwrap();
    assert_eq!(
        (experiment.start_time, experiment.stop_time, experiment.step_size),
        (Some(-1.0), Some(120.0), Some(0.01))
    );
    for (text, words) in [
        ("stop_time = \"2 kg\"", "kg (mass): expected s (time)"),
        ("stop_time = \"2 sec\"", "there is no unit `sec`"),
        ("stop_time = \"long\"", "expected a number in seconds, or one with a unit"),
        ("step_size = \"-1 ms\"", "expected a positive number"),
        ("tolerance = \"1 s\"", "`experiment.tolerance` is the string"),
    ] {
        let problems = read(text).unwrap_err();
        assert!(problems[0].problem.to_string().contains(words), "{text}: {}", problems[0].problem);
    }
}

/// Name and description of a model's output, or the message that refuses it.
fn output(written: &str) -> Result<Model, String> {
    let text = format!("{}[outputs]\ny = {written}\n", text("arm = { value = 50, unit = \"cm\" }\nnumber = 2", "", ""));
    let words = |problems: Vec<crate::model_file::Diagnostic>| problems[0].problem.to_string();
    compile(&ModelFile::from_toml(&text).map_err(words)?).map_err(words)
}

#[test]
fn outputs_that_are_expressions_have_dimensions() {
    for (written, expected) in [
        ("{ expression = \"rev.phi + bob.m\" }", "`rev.phi + bob.m`: `+` is not defined for rad (angle) and kg (mass)"),
        ("{ expression = \"rev.phi + 3 kg\" }", "is not defined for rad (angle) and kg (mass)"),
        ("{ expression = \"sin(bob.frame_a.r_0[1])\" }", "`sin` takes a number or an angle, not m (length)"),
        ("{ expression = \"bob.m*bob.a_0[2]\", unit = \"J\" }", "is in N (force): expected "),
        ("{ expression = \"length(bob.frame_a.r_0) - arm^2\" }", "is not defined for m (length) and m2 (area)"),
        ("{ expression = \"rev.phi\", displayUnit = \"mm\" }", "`rev.phi` is in rad (angle): expected m (length)"),
        ("{ expression = \"rev.phi + 3 dag\" }", "dag"),
        ("{ expression = \"rev.phi*180/3.14\", unit = \"deg\" }", "would be converted twice"),
    ] {
        let problem = output(written).err().unwrap_or_else(|| panic!("{written} is accepted"));
        assert!(problem.contains(expected), "{written}: {problem}");
    }
    for written in [
        "{ expression = \"0.5*bob.m*rev.w^2*arm^2\", unit = \"J\" }",
        "{ expression = \"number*rev.phi + 10 deg\", unit = \"deg\" }",
        "{ expression = \"atan2(bob.frame_a.r_0[2], bob.frame_a.r_0[1])\", displayUnit = \"deg\" }",
        "{ expression = \"if arm > 10 mm then 1 else 0\" }",
    ] {
        output(written).unwrap_or_else(|problem| panic!("{written}: {problem}"));
    }
}

fn value_of_y(model: Model) -> f64 {
    use fmu_core::instance::{Experiment, Instance};
    let mut instance = Instance::new(std::sync::Arc::new(model));
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    let index = instance.catalogue().find("y").unwrap();
    let mut value = [0.0];
    instance.get(&[u32::try_from(index).unwrap()], &mut value).unwrap();
    value[0]
}

#[test]
fn numbers_with_units_in_outputs_are_numbers_of_the_si() {
    let value = |written: &str| value_of_y(output(written).unwrap());
    for (written, expected) in [
        ("{ expression = \"rev.phi + 90 deg\", unit = \"deg\" }", PI / 2.0),
        ("{ expression = \"arm + 25 mm\" }", 0.525),
        ("{ expression = \"180\", unit = \"deg\" }", PI),
    ] {
        assert!((value(written) - expected).abs() < 1e-12, "{written}: {}", value(written));
    }
    // The expression is shown with its units.
    let model = output("{ expression = \"arm + 25 mm\" }").unwrap();
    assert_eq!(model.catalogue.variables.at(model.catalogue.find("y").unwrap()).description, "arm + (25 mm)");
}

#[test]
fn variables_of_pins_have_units() {
    let circuit = |start: &str, output: &str| {
        let text = format!(
            "name = \"C\"\nconnections = [[\"u.p\", \"r.p\"], [\"u.n\", \"r.n\"], [\"u.n\", \"g.p\"]]\n\
             [outputs]\ny = {output}\n[components.g]\nclass = \"Electrical.Analog.Basic.Ground\"\n\
             [components.u]\nclass = \"Electrical.Analog.Sources.ConstantVoltage\"\nV = 3\n\
             [components.r]\nclass = \"Electrical.Analog.Basic.Resistor\"\nR = 2\np.v = {start}\n"
        );
        ModelFile::from_toml(&text).unwrap()
    };
    let fine = "{ start = 1, unit = \"kV\" }";
    let problems = compile(&circuit(fine, "{ expression = \"r.p.v + r.p.i\" }")).unwrap_err();
    let problem = problems[0].problem.to_string();
    assert!(problem.contains("`+` is not defined for V (voltage) and A (current)"), "{problem}");
    // The number is in volts; hosts show it in millivolts.
    let file = circuit(fine, "{ expression = \"r.p.v + 500 mV\", unit = \"mV\" }");
    let Compilation { model, shown_units, .. } = Compilation::new(&file).unwrap();
    let shown = &shown_units.units["y"];
    assert_eq!((value_of_y(model), shown.unit.name(), shown.display_unit.name()), (3.5, "V", "mV"));
    let authored = Authored::new(&file);
    assert!(authored.file.to_json().contains(r#""p":{"v":{"start":1000}}"#), "{}", authored.file.to_json());
    let refused = Authored::new(&circuit("{ unit = \"kV\" }", "\"r.i\"")).problems;
    assert!(refused[0].problem.to_string().contains("`unit` has no effect without a number"), "{}", refused[0].problem);
}

/// A mass that a force pushes, with an entry of `[inputs]`.
fn pushed(input: &str) -> String {
    format!(
        "name = \"P\"\nconnections = [[\"push.frame_b\", \"bob.frame_a\"]]\n[components.bob]\nclass = \"Parts.Body\"\nm = 1\nr_CM = [0, 0, 0]\n\
         [components.push]\nclass = \"Forces.WorldForce\"\n[inputs]\n{input}\n"
    )
}

#[test]
fn inputs_with_subscripts_are_no_array() {
    let text =
        |y: &str| pushed(&format!("\"u[1]\" = {{ start = 1 }}\n\"u[2]\" = {{ start = 1 }}\n[variables]\ny = \"{y}\""));
    compile(&ModelFile::from_toml(&text("2*u[1] + u[2]")).unwrap()).unwrap();
    let problems = compile(&ModelFile::from_toml(&text("2*u")).unwrap()).unwrap_err();
    assert!(problems[0].problem.to_string().contains("`u`"), "{}", problems[0].problem);
}

#[test]
fn constants_of_inputs_have_units_and_sizes() {
    for constant in ["\"2 kN\"", "{ constant = \"2 kN\" }", "2000"] {
        let model =
            compile(&ModelFile::from_toml(&pushed(&format!("\"push.force[2]\" = {constant}"))).unwrap()).unwrap();
        let source = model.catalogue.find("constant.push.force[2].k").unwrap();
        assert_eq!(model.catalogue.variables.at(source).start, Some(Value::Real(2000.0)), "{constant}");
    }
    for (input, expected) in [
        (
            "\"push.force\" = \"2 kN\"",
            "`inputs`: the constant of `push.force` is one number: expected an array of 3 numbers",
        ),
        ("\"push.force\" = 5", "`inputs`: the constant of `push.force` is one number: expected an array of 3 numbers"),
        (
            "f = { variable = \"push.force\", start = 5 }",
            "the start value of `f` is a number: expected an array of 3 numbers",
        ),
    ] {
        let problems = compile(&ModelFile::from_toml(&pushed(input)).unwrap()).unwrap_err();
        assert!(problems[0].problem.to_string().contains(expected), "{input}: {}", problems[0].problem);
    }
}

#[test]
fn characters_that_nobody_sees_are_refused_in_names_and_left_out_of_descriptions() {
    use crate::model_file::{NameFault, Place, Problem};
    let mut file = ModelFile::from_toml(&text(
        "k = { value = 1, description = \"stiff\\u0007ness\\nof \\u202Eit\" }",
        "",
        "description = \"a\\u2066b\"",
    ))
    .unwrap();
    let authored = Authored::new(&file);
    assert_eq!(authored.problems, []);
    assert_eq!(authored.file.parameters[0].description.as_deref(), Some("stiffness\nof it"));
    let bob = authored.file.components.iter().find(|component| component.name.value == "bob").unwrap();
    assert_eq!(bob.description.as_deref(), Some("ab"));
    let warnings: Vec<String> = authored.warnings.iter().map(|warning| warning.problem.to_string()).collect();
    for expected in [
        "`k`: the description contains the invisible character U+0007",
        "`bob`: the description \
        contains the invisible character U+2066",
    ] {
        assert!(warnings.iter().any(|warning| warning.contains(expected)), "{expected}: {warnings:?}");
    }
    // Readers of other file formats can pass such a name.
    file.name = "Ro\u{202e}bot".to_owned();
    file.components[0].name.value = "wor\u{200f}ld".to_owned();
    let problems: Vec<_> = Authored::new(&file).problems.into_iter().map(|problem| problem.problem).collect();
    assert!(matches!(
        &problems[..],
        [
            Problem::IllegalName { place: Place::TopLevel("name"), fault: NameFault::Character('\u{202e}'), .. },
            Problem::IllegalName { place: Place::Component(_), fault: NameFault::Character('\u{200f}'), .. },
        ]
    ));
    assert_eq!(problems[0].to_string(), "`name`: `Ro\\u{202e}bot` is not a legal name: U+202E is not allowed there");
}

/// Reads a model whose FixedRotation has this angle: the angle, or the message that refuses it.
fn rotation(parameters: &str, angle: &str) -> Result<f64, String> {
    let text = format!(
        "name = \"P\"\nconnections = [[\"world.frame_b\", \"turn.frame_a\"], [\"turn.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"bob.frame_a\"]]\n\
         [parameters]\n{parameters}\n[components.world]\nclass = \"World\"\n[components.turn]\nclass = \"Parts.FixedRotation\"\n\
         angle = {angle}\n[components.rev]\nclass = \"Joints.Revolute\"\n[components.bob]\nclass = \"Parts.Body\"\nm = 1\nr_CM = [1, 0, 0]\n"
    );
    let file = ModelFile::from_toml(&text).unwrap();
    let model = compile(&file).map_err(|problems| format!("{problems:?}"))?;
    let index = model.parameters.slots.iter().position(|slot| slot.name() == "turn.angle").unwrap();
    Ok(model.parameters.slots[index].value)
}

/// A bare number added to an angle in degrees could mean degrees or radians. All expressions refuse it and name both
/// terms.
#[test]
fn a_bare_number_beside_an_angle_in_degrees_is_refused() {
    for al in ["al = { value = 30, unit = \"deg\" }", "al = \"30 deg\""] {
        for (angle, number) in [("al + 10", "10"), ("10 - al", "10"), ("max(2*al, 20)", "20"), ("-(al - 5.5)/2", "5.5")]
        {
            let fault = rotation(al, &format!("\"{angle}\"")).expect_err(angle);
            assert!(
                fault.contains("BareAngle") && fault.contains(&format!("number: \"{number}\"")),
                "{angle}: {fault}"
            );
            assert!(fault.contains("angle: \"al\"") && fault.contains("unit: \"deg\""), "{angle}: {fault}");
        }
        for (angle, expected) in [
            ("al + 10 deg", 40.0),
            ("al + 0", 30.0),
            ("al - pi/2", -60.0),
            ("2*al", 60.0),
            ("al + al/3", 40.0),
            ("if al > 0 then al else 0", 30.0),
        ] {
            let found = rotation(al, &format!("\"{angle}\"")).unwrap_or_else(|fault| panic!("{angle}: {fault}"));
            assert!((found - expected).abs() < 1e-12, "{angle}: {found}");
        }
    }
    // The class's own parameter is in degrees, and so are bare numbers.
    assert!(rotation("x = 3", "\"turn2.angle + 10\"").is_err());
    assert_eq!(rotation("x = 30", "\"x + 10\""), Ok(40.0));
    // A number with the unit rad may be added to an angle in rad.
    assert!(
        rotation("al = { value = 0.5, unit = \"rad\" }", "\"al + 0.25\"")
            .is_ok_and(|x| (x - 0.75_f64.to_degrees()).abs() < 1e-12)
    );
}

/// The same in outputs.
#[test]
fn a_bare_number_beside_an_angle_in_degrees_is_refused_in_outputs() {
    let al = "al = { value = 30, unit = \"deg\" }";
    let compiled = |output: &str| {
        let text = format!("{}[outputs]\nx = {{ expression = \"{output}\" }}\n", text(al, "", ""));
        compile(&ModelFile::from_toml(&text).unwrap()).map(|_| ()).map_err(|problems| format!("{problems:?}"))
    };
    assert_eq!(compiled("rev.phi + 0.1"), Ok(()));
    assert_eq!(compiled("rev.phi + al"), Ok(()));
    let fault = compiled("al + 10").expect_err("al + 10");
    assert!(fault.contains("BareAngle"), "{fault}");
}

/// Gain factors have no declared unit: a gain may convert a force to a speed.
#[test]
fn gains_take_parameters_of_any_unit() {
    for (class, setting) in [
        ("Blocks.Math.Gain", "k = \"torque\""),
        ("Blocks.Math.Add", "k1 = \"torque\"\nk2 = \"3 N.m\""),
        ("Blocks.Math.Add3", "k3 = \"torque\""),
        ("Blocks.Math.MatrixGain", "K = [[\"torque\", 0], [0, 1]]"),
        ("Blocks.Math.MultiSum", "k = [\"torque\", 1]\nnu = 2"),
        ("Blocks.Math.Sum", "k = [\"torque\", 1]\nnin = 2"),
        ("Blocks.Continuous.LimPID", "k = \"torque\"\nyMax = 1"),
    ] {
        let text = format!(
            "{}[components.block]\nclass = \"{class}\"\n{setting}\n",
            text("torque = { value = 5, unit = \"N.m\" }", "", "")
        );
        let authored = Authored::new(&ModelFile::from_toml(&text).unwrap());
        assert!(
            authored.problems.is_empty() && authored.warnings.is_empty(),
            "{class}: {:?} {:?}",
            authored.problems,
            authored.warnings
        );
        assert!(compile(&authored.file).is_ok(), "{class}");
    }
}
