//! Parameters that the conditions of the initial state decide.

use super::*;

const G: f64 = 9.80665;

/// A horizontal arm that a spring above its tip holds.
const HELD_ARM: &str = r#"
    "world": {"class": "World"},
    "rev": {"class": "Joints.Revolute", "phi": {"fixed": true}, "w": {"fixed": true}, "a": {"fixed": true}},
    "body": {"class": "Parts.BodyShape", "r": [1, 0, 0], "r_CM": [0.5, 0, 0], "m": 1},
    "fixed": {"class": "Parts.Fixed", "r": [1, 0.2, 0]}"#;

const HELD_ARM_CONNECTIONS: &str = r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "body.frame_a"],
    ["fixed.frame_b", "spring.frame_a"], ["body.frame_b", "spring.frame_b"]"#;

#[test]
fn spring_constant_that_balances() {
    let spring = r#""spring": {"class": "Forces.Spring", "s_unstretched": 0.1, "c": {"fixed": false, "start": 100}}"#;
    let mut run = Run::new(&format!("{HELD_ARM}, {spring}"), HELD_ARM_CONNECTIONS);
    // c (0.2 - 0.1) 1 = m g 0.5
    close(run.get("spring.c"), 5.0 * G, 1e-10);
    close(run.get("rev.a"), 0.0, 1e-12);
    let c = &run.model.catalogue.variables.at(run.reference("spring.c") as usize);
    assert_eq!(
        (c.causality, c.initial, c.start),
        (Causality::CalculatedParameter, Some(Initial::Approx), Some(Value::Real(100.0)))
    );
    run.instance.do_step(0.0, 1.0).unwrap();
    close(run.get("rev.phi"), 0.0, 1e-9);
}

#[test]
fn solved_parameters_travel_through_expressions() {
    let parameters = r#""k": {"fixed": false, "start": 3, "unit": "N/m"}, "double": "2*k""#;
    let spring = r#""spring": {"class": "Forces.Spring", "s_unstretched": 0.1, "c": "double + sqrt(k)^2"}"#;
    let mut run = Run::begin(parameters, &format!("{HELD_ARM}, {spring}"), HELD_ARM_CONNECTIONS);
    close(run.get("k"), 5.0 * G / 3.0, 1e-10);
    close(run.get("double"), 10.0 * G / 3.0, 1e-10);
    close(run.get("spring.c"), 5.0 * G, 1e-10);
}

#[test]
fn masses_and_geometry_can_be_solved_for() {
    // A mass on a vertical spring: m (a + g) = c (s_0 - s).
    let mut run = Run::begin(
        r#""mass": {"fixed": false, "start": 1}, "length": {"fixed": false, "start": 0.3}"#,
        r#""world": {"class": "World"},
           "pris": {"class": "Joints.Prismatic", "n": [0, 1, 0], "s": {"start": 0.5, "fixed": true}, "v": {"fixed": true},
                    "a": {"start": 2, "fixed": true}},
           "body": {"class": "Parts.Body", "m": "mass", "r_CM": [0, 0, 0]},
           "spring": {"class": "Forces.Spring", "c": 100, "s_unstretched": 0.8},
           "rod": {"class": "Parts.FixedTranslation", "r": ["length", 0, "2*length"]},
           "tip": {"class": "Parts.Body", "m": 0, "r_CM": [0, 0, 0], "r_0": {"start": [0, 0, 1.7], "fixed": [false, false, true]}}"#,
        r#"["world.frame_b", "pris.frame_a"], ["pris.frame_b", "body.frame_a"], ["world.frame_b", "spring.frame_a"],
           ["spring.frame_b", "body.frame_a"], ["body.frame_a", "rod.frame_a"], ["rod.frame_b", "tip.frame_a"]"#,
    );
    close(run.get("mass"), 30.0 / (2.0 + G), 1e-12);
    close(run.get("length"), 0.85, 1e-13);
    close(run.get("tip.r_0[1]"), 0.85, 1e-13);
    close(run.get("pris.a"), 2.0, 1e-12);
    close(run.get("pris.f"), 0.0, 1e-12);
}

#[test]
fn angular_acceleration_decides_an_inertia() {
    let mut run = Run::new(
        r#""world": {"class": "World", "gravityType": "NoGravity"},
           "rev": {"class": "Joints.Revolute", "useAxisFlange": true, "w": {"fixed": true, "start": 1}, "phi": {"fixed": true}},
           "tau": {"class": "Blocks.Sources.Constant", "k": 6}, "torque": {"class": "Rotational.Sources.Torque"},
           "body": {"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "I_33": {"fixed": false, "start": 0.1},
                    "z_0_fixed": true, "z_0_start": [0, 0, 4]}"#,
        r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "body.frame_a"], ["tau.y", "torque.tau"],
           ["torque.flange", "rev.axis"]"#,
    );
    close(run.get("body.I_33"), 1.5, 1e-12);
    close(run.get("rev.a"), 4.0, 1e-12);
}

/// A joint follows `k sin(t)` exactly, and `k + factor w = 1` with its speed w, which is k, decides k.
#[test]
fn a_parameter_that_decides_a_followed_signal_is_solved_for() {
    let connections = r#"["sine.y", "gain.u"], ["gain.y", "drive.phi_ref"], ["drive.flange", "wheel.flange_a"], ["speed.flange", "wheel.flange_b"],
        ["value.y", "sum.u1"], ["speed.w", "sum.u2"]"#;
    for factor in [0.03, 3.0] {
        let components = format!(
            r#""gain": {{"class": "Blocks.Math.Gain", "k": {{"start": 0.3, "fixed": false}}}}, "sine": {{"class": "Blocks.Sources.Sine",
                 "amplitude": 1, "f": "1/(2*pi)"}},
               "value": {{"class": "Blocks.Sources.Constant", "k": "gain.k"}}, "speed": {{"class": "Rotational.Sensors.SpeedSensor"}},
               "sum": {{"class": "Blocks.Math.Add", "k2": {factor}, "y": {{"start": 1, "fixed": true}}}},
               "drive": {{"class": "Rotational.Sources.Position", "exact": true}}, "wheel": {{"class": "Rotational.Components.Inertia", "J": 1}}"#
        );
        let mut run = Run::new(&components, connections);
        close(run.get("gain.k"), 1.0 / (1.0 + factor), 1e-12);
        close(run.get("wheel.w"), 1.0 / (1.0 + factor), 1e-12);
    }
}

#[test]
fn parameters_of_the_host_take_part() {
    let spring = r#""spring": {"class": "Forces.Spring", "s_unstretched": 0.1, "c": {"fixed": false, "start": 100}}"#;
    let mut run = Run::begin("", &format!("{HELD_ARM}, {spring}"), HELD_ARM_CONNECTIONS);
    run.set("body.m", 3.0).unwrap();
    run.set("rev.a", -1.0).unwrap();
    run.instance.exit_initialization_mode().unwrap();
    // Inertia about the joint 3 (0.5^2) + 0.001; 0.1 c - 1.5 g = -inertia.
    close(run.get("spring.c"), 15.0 * G - 7.51, 1e-9);
    // A tunable parameter in flight leaves the solution as it is.
    let solved = run.get("spring.c");
    run.set("spring.s_unstretched", 0.05).unwrap();
    assert_eq!(run.get("spring.c").to_bits(), solved.to_bits());
    assert!(run.get("rev.a") > 0.0);
    // A reset forgets all of that.
    run.instance.reset();
    run.enter();
    close(run.get("spring.c"), 5.0 * G, 1e-10);
}

#[test]
fn solved_parameters_respect_their_bounds() {
    let spring = r#""spring": {"class": "Forces.Spring", "s_unstretched": 0.5, "c": {"fixed": false, "start": 100}}"#;
    let mut run = Run::begin("", &format!("{HELD_ARM}, {spring}"), HELD_ARM_CONNECTIONS);
    let error = run.error();
    assert!(
        matches!(&*error, EvaluationFault::SolvedParameter { parameter, value, .. } if parameter == "spring.c" && *value < 0.0),
        "{error}"
    );
    assert!(error.to_string().contains("0 or more"), "{error}");
}
