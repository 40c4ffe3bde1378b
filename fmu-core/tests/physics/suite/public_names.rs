//! `[inputs]` and `[outputs]`: names, start values, constants, expressions, descriptions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use compiler::model_file::ModelFile;
use compiler::{Compilation, compile};
use fmu_core::instance::{Experiment, Instance};
use simulation::model::Model;
use simulation::variables::{Causality, DataType, Value, Variable};
use std::sync::Arc;

/// A pendulum with sensors and a force, and what a test adds.
fn text(inputs: &str, outputs: &str) -> String {
    format!(
        r#"name = "Pendulum"
connections = [
  ["world.frame_b", "rev.frame_a"],
  ["rev.frame_b", "body.frame_a"],
  ["torque.flange", "rev.axis"],
  ["push.frame_b", "body.frame_a"],
  ["pose.frame_a", "body.frame_a"],
]
[parameters]
offset = 0.1
[components.world]
class = "World"
[components.rev]
class = "Joints.Revolute"
useAxisFlange = true
phi = {{ start = 0.4, fixed = true }}
w = {{ start = -0.3, fixed = true }}
[components.torque]
class = "Rotational.Sources.Torque"
[components.body]
class = "Parts.Body"
m = 2.0
r_CM = [0.5, 0, 0]
I_33 = 0.1
[components.push]
class = "Forces.WorldForce"
[components.pose]
class = "Sensors.AbsoluteSensor"
resolveInFrame = "frame_a"
get_r = true
get_v = true
get_angles = true
[inputs]
{inputs}
[outputs]
{outputs}
"#
    )
}

fn model(inputs: &str, outputs: &str) -> Model {
    let file = ModelFile::from_toml(&text(inputs, outputs)).unwrap_or_else(|problems| panic!("{problems:#?}"));
    // The FMU holds the same model.
    let authored = compiler::authoring::Authored::new(&file);
    let Compilation { model: first, file: written, .. } =
        Compilation::of_authored(authored).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let again = ModelFile::from_json(&written.to_json()).unwrap();
    let model = compile(&again).unwrap_or_else(|problems| panic!("{problems:#?}"));
    assert_eq!(first.catalogue.digest(), model.catalogue.digest());
    for (one, other) in first.catalogue.variables.iter().zip(model.catalogue.variables.iter()) {
        assert_eq!((&one.start, &one.data_type, &one.source), (&other.start, &other.data_type, &other.source));
    }
    model.with_dependencies()
}

/// All problems, as text.
fn problems(inputs: &str, outputs: &str) -> String {
    let file = match ModelFile::from_toml(&text(inputs, outputs)) {
        Ok(file) => file,
        Err(problems) => return problems.iter().map(|d| d.problem.to_string()).collect::<Vec<_>>().join("\n"),
    };
    let problems = compile(&file).err().unwrap_or_default();
    problems.iter().map(|d| d.problem.to_string()).collect::<Vec<_>>().join("\n")
}

fn names(model: &Model, causality: Causality) -> Vec<&str> {
    let variables = model.catalogue.variables.iter().filter(|variable| variable.causality == causality);
    variables.map(|variable| variable.name).collect()
}

fn variable<'a>(model: &'a Model, name: &str) -> Variable<'a> {
    model.catalogue.variables.at(model.catalogue.find(name).unwrap_or_else(|| panic!("no variable {name}")))
}

fn start(model: Model) -> (Instance, impl Fn(&mut Instance, &str) -> f64) {
    let mut instance = Instance::new(Arc::new(model));
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    let get = |instance: &mut Instance, name: &str| {
        let reference = instance.catalogue().find(name).unwrap_or_else(|| panic!("no variable {name}"));
        let reference = instance.catalogue().reference(reference) as u32;
        let mut value = [0.0];
        instance.get(&[reference], &mut value).unwrap();
        value[0]
    };
    (instance, get)
}

#[test]
fn inputs_have_start_values_units_and_descriptions() {
    let model = model(
        r#"tau = { variable = "torque.tau", start = 1.5, unit = "N.m", description = "torque of the motor" }
           push = { variable = "push.force", start = [1, 2, 3] }"#,
        "",
    );
    assert_eq!(names(&model, Causality::Input), ["tau", "push[1]", "push[2]", "push[3]"]);
    assert_eq!(variable(&model, "tau").description, "torque of the motor");
    assert_eq!(variable(&model, "push[2]").start, Some(Value::Real(2.0)));
    let (mut instance, get) = start(model);
    assert_eq!((get(&mut instance, "tau"), get(&mut instance, "push[3]")), (1.5, 3.0));
    // J phi'' = tau + 0.5 x F - m g r cos(phi), the force acts at the joint.
    let expected = (1.5 - 2.0 * 9.80665 * 0.5 * 0.4_f64.cos()) / (2.0 * 0.25 + 0.1);
    assert!((get(&mut instance, "der(rev.w)") - expected).abs() < 1e-12);
}

#[test]
fn start_values_and_expressions_have_units_and_are_shown_in_others() {
    let model = model(
        r#"tau = { variable = "torque.tau", start = 2, unit = "kN.m" }
           push = { variable = "push.force", start = ["1 lbf", 0, "5 N"] }"#,
        r#"angle = { expression = "rev.phi - offset", unit = "deg" }
           speed = { variable = "rev.w", displayUnit = "rpm" }"#,
    );
    assert_eq!(variable(&model, "tau").start, Some(Value::Real(2000.0)));
    assert_eq!(variable(&model, "push[1]").start, Some(Value::Real(4.4482216152605)));
    assert_eq!(variable(&model, "push[3]").start, Some(Value::Real(5.0)));
    let file = ModelFile::from_toml(&text("", "angle = { expression = \"rev.phi - offset\", unit = \"deg\" }\nspeed = { variable = \"rev.w\", displayUnit = \"rpm\" }")).unwrap();
    let Compilation { model, shown_units, .. } = Compilation::new(&file).unwrap();
    let unit = |name: &str| match &variable(&model, name).data_type {
        DataType::Real { unit, .. } => unit.as_deref().unwrap_or_default().to_owned(),
        _ => panic!("{name} is no number"),
    };
    // The expression is in the SI, as all variables are.
    assert_eq!((unit("angle"), unit("speed")), ("rad".to_owned(), "rad/s".to_owned()));
    let shown = |name: &str| shown_units.find(name).unwrap().display_unit.name().to_owned();
    assert_eq!((shown("angle"), shown("speed")), ("deg".to_owned(), "rpm".to_owned()));
}

#[test]
fn elements_of_inputs_may_be_constant() {
    let model = model(
        "\"push.force[1]\" = 0\n\"push.force[3]\" = { constant = \"10*offset\" }\ntau = \"torque.tau\"\nup = \"push.force[2]\"",
        "",
    );
    assert_eq!(names(&model, Causality::Input), ["tau", "up"]);
    let (mut instance, get) = start(model);
    assert_eq!((get(&mut instance, "push.force[1]"), get(&mut instance, "push.force[3]")), (0.0, 1.0));
    let all = problems("\"push.force\" = [1, 2, 3]\n\"torque.tau\" = 4", "");
    assert_eq!(all, "");
}

#[test]
fn what_inputs_cannot_be_is_refused_by_name() {
    for (inputs, expected) in [
        (r#"tau = { variable = "torque.tau", unit = "N" }"#, &["tau", "unit", "N.m"][..]),
        (r#"tau = { variable = "torque.tau", start = [1, 2] }"#, &["`tau`", "2 numbers", "a number"]),
        (r#"push = { variable = "push.force", start = 1 }"#, &["`push`", "array of 3 numbers"]),
        (r#"tau = { variable = "torque.tau", min = 1 }"#, &["tau", "min"]),
        (r#""torque.tau" = { start = 1 }"#, &["tau", "variable"]),
        (r#"tau = { variable = "torque.tau", constant = 1 }"#, &["tau", "one of"]),
        (r#""push.force[4]" = 1"#, &["push.force[4]"]),
        (r#""push.fource" = [1, 2, 3]"#, &["push", "fource[1]"]),
    ] {
        let found = problems(inputs, "");
        for text in expected {
            assert!(found.contains(text), "{inputs}: {text} is missing in\n{found}");
        }
    }
}

#[test]
fn a_public_name_takes_the_place_of_that_of_a_sensors_output() {
    let model = model("", "x = \"pose.r[1]\"\nvelocity = \"pose.v\"\nx_again = \"pose.r[1]\"\nangle = \"rev.phi\"");
    assert_eq!(
        names(&model, Causality::Output),
        [
            "x",
            "pose.r[2]",
            "pose.r[3]",
            "velocity[1]",
            "velocity[2]",
            "velocity[3]",
            "pose.angles[1]",
            "pose.angles[2]",
            "pose.angles[3]",
            "x_again",
            "angle"
        ]
    );
    assert!(model.catalogue.find("pose.r[1]").is_none() && model.catalogue.find("rev.phi").is_some());
    let (mut instance, get) = start(model);
    assert_eq!(get(&mut instance, "x"), get(&mut instance, "x_again"));
}

#[test]
fn outputs_are_expressions_of_variables_and_parameters() {
    let model = model(
        "tau = \"torque.tau\"",
        r#"angle = { expression = "rev.phi - offset", unit = "rad", description = "angle above the stop" }
           energy = { expression = "0.5*(body.I_33 + body.m*body.r_CM[1]^2)*rev.w^2 + body.m*9.80665*0.5*sin(rev.phi)", unit = "J" }
           distance = { expression = "length(pose.r) + 2*pose.r*pose.r" }
           power = { expression = "tau*rev.w" }
           lever = { expression = "length(body.frame_a.f)*offset" }"#,
    );
    let angle = variable(&model, "angle");
    assert_eq!((angle.causality, angle.description.as_ref()), (Causality::Output, "angle above the stop"));
    assert!(matches!(&angle.data_type, DataType::Real { unit: Some(unit), .. } if unit == "rad"));
    let depends = |name: &str| -> Vec<&str> {
        let list = variable(&model, name).dependencies.unwrap();
        list.iter().map(|index| model.catalogue.variables.at(*index).name).collect()
    };
    assert_eq!(depends("angle"), ["rev.phi"]);
    assert_eq!(depends("energy"), ["rev.phi", "rev.w"]);
    assert_eq!(depends("power"), ["rev.w", "tau"]);
    let references = ["angle", "energy", "power"].map(|name| model.catalogue.find(name).unwrap() as u32);
    let knowns = ["rev.phi", "rev.w", "tau"].map(|name| model.catalogue.find(name).unwrap() as u32);
    let tau = knowns[2];
    let (mut instance, get) = start(model);
    instance.set(&[tau], &[0.7]).unwrap();
    let mut time = 0.0;
    let offset = instance.catalogue().find("offset").unwrap() as u32;
    for step in 0..20 {
        let (phi, w, w_dot) =
            (get(&mut instance, "rev.phi"), get(&mut instance, "rev.w"), get(&mut instance, "der(rev.w)"));
        let (inertia, weight) = (0.6, 2.0 * 9.80665 * 0.5);
        let offset_value = if step < 10 { 0.1 } else { 0.3 };
        assert!((get(&mut instance, "angle") - (phi - offset_value)).abs() < 1e-15);
        assert!((get(&mut instance, "energy") - (0.5 * inertia * w * w + weight * phi.sin())).abs() < 1e-12);
        assert!((get(&mut instance, "power") - 0.7 * w).abs() < 1e-14);
        let r: f64 = (1..=3).map(|k| get(&mut instance, &format!("pose.r[{k}]")).powi(2)).sum();
        assert!((get(&mut instance, "distance") - (r.sqrt() + 2.0 * r)).abs() < 1e-14);
        let f: f64 = (1..=3).map(|k| get(&mut instance, &format!("body.frame_a.f[{k}]")).powi(2)).sum();
        assert!((get(&mut instance, "lever") - f.sqrt() * offset_value).abs() < 1e-12);
        // Derivatives along the motion: the power is what the energy grows by.
        if step > 0 {
            let mut rates = [0.0; 3];
            instance.output_derivatives(&references, &[1; 3], &mut rates).unwrap();
            assert!((rates[0] - w).abs() < 1e-13 && (rates[1] - 0.7 * w).abs() < 1e-10, "{rates:?}");
            assert!((rates[2] - 0.7 * w_dot).abs() < 1e-12);
        }
        let mut along = [0.0; 3];
        instance.directional_derivatives(&references, &knowns, &[2.0, 3.0, 5.0], &mut along).unwrap();
        let expected = [2.0, 2.0 * weight * phi.cos() + 3.0 * inertia * w, 3.0 * 0.7 + 5.0 * w];
        for (found, expected) in along.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{along:?} {expected:?}");
        }
        instance.do_step(time, 0.1).unwrap();
        time += 0.1;
        if step == 9 {
            // A parameter that only an output reads may change in flight.
            instance.set(&[offset], &[0.3]).unwrap();
        }
    }
}

#[test]
fn what_outputs_cannot_be_is_refused_by_name() {
    for (outputs, expected) in [
        (r#"a = { expression = "rev.fi" }"#, &["a", "rev.fi"][..]),
        (r#"a = { expression = "pose.r" }"#, &["a", "a single number"]),
        (r#"a = { expression = "1 +" }"#, &["a"]),
        (r#"a = { expression = "rev.phi", unit = "furlong" }"#, &["a", "furlong"]),
        (r#"a = { variable = "rev.phi", unit = "m" }"#, &["a", "unit", "rad"]),
        (r#"a = { variable = "rev.phi", start = 1 }"#, &["a", "start"]),
        (r#"a = { variable = "rev.phi", expression = "rev.phi" }"#, &["a", "one of"]),
        (r#"a = 1"#, &["a"]),
        (r#"offset = { expression = "rev.phi" }"#, &["offset"]),
    ] {
        let found = problems("", outputs);
        for text in expected {
            assert!(found.contains(text), "{outputs}: {text} is missing in\n{found}");
        }
    }
}

#[test]
fn descriptions_tell_the_frame_and_what_held_inputs_lack() {
    let model = model("", "");
    assert!(variable(&model, "pose.v[1]").description.ends_with("resolved in frame_a"));
    assert!(!variable(&model, "pose.angles[1]").description.contains("resolved in"));
    assert!(!variable(&model, "torque.tau").description.contains("exactly"));
    let exact = text("", "").replace("Rotational.Sources.Torque\"", "Rotational.Sources.Position\"\nexact = true");
    let model = compile(&ModelFile::from_toml(&exact).unwrap()).unwrap();
    let description = &variable(&model, "torque.phi_ref").description;
    assert!(description.contains("followed exactly") && description.contains("Move"), "{description}");
    let filtered = exact.replace("exact = true", "exact = false");
    let model = compile(&ModelFile::from_toml(&filtered).unwrap()).unwrap();
    assert!(!variable(&model, "torque.phi_ref").description.contains("exactly"));
}
