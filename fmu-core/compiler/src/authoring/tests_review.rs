//! Warnings about models, and MSL classes that the library lacks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::{absent_class, absent_classes};
use crate::model_file::{Diagnostic, ModelFile};
use crate::{Compilation, compile};

fn compiled(text: &str) -> Result<Compilation, Vec<Diagnostic>> {
    Compilation::new(&ModelFile::from_toml(text).unwrap())
}

fn warnings(text: &str) -> Vec<String> {
    let compiled = compiled(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    compiled.warnings.iter().map(|warning| warning.problem.to_string()).collect()
}

fn pendulum(joint: &str, body: &str) -> String {
    format!(
        "name = \"P\"\nconnections = [[\"world.frame_b\", \"rev.frame_a\"], [\"rev.frame_b\", \"bob.frame_a\"]]\n[components.world]\n\
         class = \"World\"\n[components.rev]\nclass = \"Joints.Revolute\"\n{joint}\n[components.bob]\nclass = \"Parts.Body\"\nm = 1\n\
         r_CM = [0.5, 0, 0]\n{body}\n"
    )
}

#[track_caller]
fn warned(text: &str, words: &[&str]) {
    let found = warnings(text);
    assert_eq!(found.len(), words.len(), "{found:#?}");
    found.iter().zip(words).for_each(|(found, words)| assert!(found.contains(words), "{found}: {words}"));
}

#[test]
fn a_model_with_nothing_odd_has_no_warnings() {
    warned(
        &pendulum(
            "phi = { start = 1, fixed = true, stateSelect = \"always\", min = -2, max = 2 }\nw = { stateSelect = \"prefer\" }",
            "",
        ),
        &[],
    );
}

#[test]
fn settings_without_effect_are_named() {
    warned(
        &pendulum("phi = { stateSelect = \"never\" }", ""),
        &["`phi` of component `rev`: `stateSelect` has no effect: it is a state"],
    );
    warned(
        &pendulum("stateSelect = \"never\"", ""),
        &["`stateSelect` of component `rev`: `stateSelect` has no effect: it is a state"],
    );
    warned(&pendulum("stateSelect = \"StateSelect.always\"", ""), &[]);
    warned(
        &pendulum("a = { stateSelect = \"StateSelect.always\" }", ""),
        &["`a` of component `rev`: `stateSelect` has no effect: it is not a state"],
    );
    warned(&pendulum("phi = { nominal = 3 }", ""), &["`phi` of component `rev`: `nominal` has no effect on a state"]);
    warned(&pendulum("phi = { quantity = \"Angle\" }", ""), &["`quantity` has no effect here"]);
    warned(&pendulum("", "I_21 = { value = 0, nominal = 3 }"), &["`nominal` has no effect here"]);
}

#[test]
fn attributes_that_are_wrong_are_refused() {
    for (joint, words) in [
        ("phi = { stateSelect = \"sometimes\" }", "`stateSelect` is the text \"sometimes\": expected never, avoid"),
        ("phi = { stateSelect = true }", "`stateSelect` is true"),
        ("phi = { min = \"2*x\" }", "`min` is the expression `2*x`: expected a number"),
        ("phi = { start = 3, max = \"90 deg\" }", "`rev.phi.start` is 3: expected a value of 1.57"),
        ("phi = { start = \"-5 deg\", min = 0 }", "expected a value of 0 or more"),
        ("phi = { start = 5, min = \"1 kg\" }", "kg (mass): expected rad (angle)"),
    ] {
        let problems = compiled(&pendulum(joint, "")).unwrap_err();
        assert!(problems[0].problem.to_string().contains(words), "{joint}: {}", problems[0].problem);
    }
}

#[test]
fn a_tensor_that_no_body_has_is_a_warning() {
    warned(
        &pendulum("", "I_11 = 0.1\nI_22 = 0.1\nI_33 = 0.3"),
        &["component `bob`: the principal moments of inertia are 0.1, 0.1 and 0.3"],
    );
    warned(&pendulum("", "I_11 = 0.1\nI_22 = 0.1\nI_33 = 0.2"), &[]);
    // The check uses the principal moments: here 0.05, 0.15 and 0.25.
    warned(&pendulum("", "I_11 = 0.1\nI_22 = 0.1\nI_33 = 0.25\nI_21 = 0.05"), &["0.05, 0.15 and 0.25"]);
}

#[test]
fn a_sensor_that_is_bypassed_is_named() {
    let text = pendulum("", "").replace(
        "[\"rev.frame_b\", \"bob.frame_a\"]]",
        "[\"rev.frame_b\", \"bob.frame_a\"], [\"rev.frame_b\", \"cut.frame_a\"], [\"cut.frame_b\", \"bob.frame_a\"]]\n\
         [components.cut]\nclass = \"Sensors.CutForce\"",
    );
    warned(&text, &["component `cut`: `cut.frame_a` and `cut.frame_b` are connected with each other"]);
    let fine = text.replace("[\"rev.frame_b\", \"bob.frame_a\"], ", "");
    warned(&fine, &[]);
}

/// A start of a pin that is not fixed has no effect, which is said.
#[test]
fn starts_of_pins_are_named() {
    let with = |attributes: &str| {
        format!(
            "name = \"R\"\nconnections = [[\"r.p\", \"g.p\"], [\"r.n\", \"g.p\"]]\n[components.g]\nclass = \"Electrical.Analog.Basic.Ground\"\n\
             [components.r]\nclass = \"Electrical.Analog.Basic.Resistor\"\nR = 2\np.v = {{ {attributes} }}\n"
        )
    };
    warned(&with("start = 3"), &["component `r`: `start` of `p.v` has no effect without `fixed = true`"]);
    warned(&with("fixed = false"), &[]);
}

/// Duplicate connections, and a connector connected to itself.
#[test]
fn connections_without_effect_are_named() {
    let with = |connections: &str, more: &str| {
        pendulum("useAxisFlange = true", more)
            .replace("\"bob.frame_a\"]]", &format!("\"bob.frame_a\"], {connections}]"))
    };
    warned(&with("[\"rev.axis\", \"rev.axis\"]", ""), &["`rev.axis` is connected with itself"]);
    warned(
        &with("[\"bob.frame_a\", \"rev.frame_b\"]", ""),
        &["`bob.frame_a` and `rev.frame_b` are connected twice: the second connection has no effect"],
    );
    let spring = "[components.coil]\nclass = \"Forces.Spring\"\nc = 1";
    warned(
        &with("[\"rev.frame_b\", \"coil.frame_a\"], [\"coil.frame_b\", \"bob.frame_a\"]", spring),
        &[
            "component `coil`: `coil.frame_a` and `coil.frame_b` are connected with each other, so that the force has no effect",
        ],
    );
}

#[test]
fn directions_without_length_are_named_with_their_place() {
    for (text, name) in [
        (pendulum("n = [0, 0, 0]", ""), "`rev.n` is the zero vector: expected a direction"),
        (pendulum("", "").replace("\"World\"", "\"World\"\nn = [0, 0, 0]"), "`world.n` is the zero vector"),
    ] {
        let problems = compiled(&text).unwrap_err();
        assert!(
            problems[0].problem.to_string().contains(name) && problems[0].span.is_some(),
            "{}",
            problems[0].problem
        );
    }
}

#[test]
fn a_name_that_is_a_unit_says_so() {
    let file = ModelFile::from_toml(&pendulum("", "I_33 = \"3*kg\"")).unwrap();
    let problems = compile(&file).unwrap_err();
    assert_eq!(problems[0].problem.to_string(), "`bob.I_33`: the expression names `kg`, which is not a parameter");
    assert!(problems[0].problem.help().unwrap().contains("`kg` is a unit, too: units follow a number"));
}

#[test]
fn a_short_name_of_several_classes_lists_them() {
    let problem = |class: &str| {
        compiled(&format!("name = \"A\"\n[components.x]\nclass = \"{class}\"\n")).unwrap_err()[0].problem.clone()
    };
    assert_eq!(
        problem("Spring").help().unwrap(),
        "did you mean `Forces.Spring` or `Rotational.Components.Spring` or `Translational.Components.Spring`?"
    );
    assert_eq!(
        problem("prismatic").help().unwrap(),
        "did you mean `Joints.Prismatic` or `Joints.Constraints.Prismatic`?"
    );
    assert_eq!(problem("BodyBox").help().unwrap(), "did you mean `Parts.BodyBox`?");
    for class in ["Modelica.Fluid.Pipes.StaticPipe", "Modelica.Mechanics.MultiBody.Examples.Elementary.Pendulum"] {
        let problem = problem(class);
        let message = problem.to_string();
        assert!(message.starts_with(&format!("component `x`: `{class}`: Modelica.")), "{message}");
        assert!(problem.help().unwrap().contains("fmu-builder classes"), "{message}");
    }
}

#[test]
fn classes_of_the_library_that_are_not_here_say_so() {
    let all: Vec<String> = absent_classes().collect();
    assert!(all.len() >= 100, "{}", all.len());
    for class in &all {
        assert!(library::find_class(class).is_none(), "{class} is here: it has to leave the list");
        let short =
            class.strip_prefix("Modelica.Mechanics.MultiBody.").or_else(|| class.strip_prefix("Modelica.Mechanics."));
        let short = short.or_else(|| class.strip_prefix("Modelica.")).unwrap();
        assert_eq!(absent_class(short).map(|(full, _)| full).as_ref(), Some(class));
        let problems = compiled(&format!("name = \"A\"\n[components.x]\nclass = \"{short}\"\n")).unwrap_err();
        let (message, help) = (problems[0].problem.to_string(), problems[0].problem.help().unwrap());
        assert_eq!(message, format!("component `x`: `{class}` is in the library, but not supported yet"));
        assert!(help.starts_with("instead: ") && !help.contains("did you mean"), "{help}");
    }
    let help = |class: &str| {
        let problems = compiled(&format!("name = \"A\"\n[components.x]\nclass = \"{class}\"\n")).unwrap_err();
        problems[0].problem.help()
    };
    assert!(help("Parts.Bdoy").unwrap().contains("did you mean"));
    assert_eq!(help("Revolut").unwrap(), "did you mean `Joints.Revolute` or `Joints.Constraints.Revolute`?");
    assert_eq!(help("Gian").unwrap(), "did you mean `Blocks.Math.Gain`?");
    for class in ["PadeDelay", "Nonlinear.PadeDelay", "Math.Mean"] {
        assert!(help(class).is_some_and(|help| help.starts_with("instead: ")), "{class}");
    }
    assert_eq!(help("Frobnicator"), None);
}

/// A box body beside a mechanism, with `more` in it, and with connections and components `around` it.
fn beside(more: &str, connections: &str, around: &str) -> String {
    let text = pendulum("", "").replace("\"bob.frame_a\"]]", &format!("\"bob.frame_a\"]{connections}]"));
    format!("{text}[components.tip]\nclass = \"Parts.BodyBox\"\nr = [1, 0, 0]\n{more}\n{around}")
}

#[test]
fn a_piece_that_nothing_holds_is_named() {
    let alone = "component `tip`: it moves alone: no connection joins it to the rest of the model, and no force \
        acts; without a \
                 connection: `tip.frame_a`, `tip.frame_b`";
    warned(&beside("", "", ""), &[alone]);
    let sensor = "[components.sensor]\nclass = \"Sensors.AbsolutePosition\"";
    warned(
        &beside("", ", [\"tip.frame_b\", \"sensor.frame_a\"]", sensor),
        &["component `tip`: `tip`, `sensor` move alone: no connection joins them to the rest of the model, and no \
             force acts; \
           without a connection: `tip.frame_a`"],
    );
    let weight = "[components.weight]\nclass = \"Parts.PointMass\"\nm = 1";
    warned(&beside("", "", weight), &[alone, "component `weight`: it moves alone"]);
    // All that is left of the mechanism are unconnected frames.
    let rod = "name = \"R\"\nconnections = [[\"world.frame_b\", \"rod.frame_a\"]]\n[components.world]\nclass = \"World\"\n\
               [components.rod]\nclass = \"Parts.FixedTranslation\"\nr = [1, 0, 0]\n[components.bob]\nclass = \"Parts.PointMass\"\nm = 1\n";
    warned(rod, &["component `bob`: it moves alone"]);
}

#[test]
fn what_is_meant_to_move_alone_is_not_named() {
    for start in ["r_0 = { start = [0, 0, 0] }", "v_0 = { start = [1, 0, 0], fixed = true }", "w_0_start = [0, 1, 0]"] {
        warned(&beside(start, "", ""), &[]);
    }
    let thrust = "[components.thrust]\nclass = \"Forces.WorldForce\"\n[inputs]\nF = \"thrust.force\"";
    warned(&beside("", ", [\"thrust.frame_b\", \"tip.frame_b\"]", thrust), &[]);
    let spring = "[components.spring]\nclass = \"Forces.Spring\"\nc = 1\ns_unstretched = 0.1";
    let ends = ", [\"bob.frame_a\", \"spring.frame_a\"], [\"spring.frame_b\", \"tip.frame_b\"]";
    warned(&beside("", ends, spring), &[]);
    let free = "[components.free]\nclass = \"Joints.FreeMotion\"";
    warned(&beside("", ", [\"world.frame_b\", \"free.frame_a\"], [\"free.frame_b\", \"tip.frame_a\"]", free), &[]);
    // A single piece of several bodies.
    let satellite = "name = \"S\"\nconnections = [[\"bus.frame_a\", \"rev.frame_a\"], [\"rev.frame_b\", \"arm.frame_a\"]]\n\
                     [components.world]\nclass = \"World\"\n[components.rev]\nclass = \"Joints.Revolute\"\n\
                     [components.bus]\nclass = \"Parts.BodyBox\"\nr = [1, 0, 0]\n[components.arm]\nclass = \"Parts.BodyBox\"\nr = [1, 0, 0]\n";
    warned(satellite, &[]);
}
