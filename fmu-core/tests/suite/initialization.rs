//! Initial conditions: closed forms, redundancy, contradiction, the choice where conditions are too few, values set by the host.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use fmu_core::assembly::{Model, Unknown};
use fmu_core::dynamics::EvaluationError;
use fmu_core::instance::{Experiment, Instance, InstanceError};
use fmu_core::model_file::ModelFile;
use fmu_core::variables::{Causality, Initial, Value};
use std::f64::consts::{FRAC_PI_2, PI};
use std::path::PathBuf;
use std::sync::Arc;

const G: f64 = 9.80665;

/// A model with its instance.
struct Run {
    model: Arc<Model>,
    instance: Instance,
}

fn compile(parameters: &str, components: &str, connections: &str) -> Result<Model, String> {
    let text = format!(
        r#"{{"name": "Test", "parameters": {{{parameters}}}, "components": {{{components}}}, "connections": [{connections}]}}"#
    );
    let words = |problems: Vec<fmu_core::model_file::Diagnostic>| {
        problems.iter().map(|d| d.problem.to_string()).collect::<Vec<_>>().join("\n")
    };
    Model::compile(&ModelFile::from_json(&text).map_err(words)?).map_err(words)
}

impl Run {
    /// In Initialization Mode.
    fn begin(parameters: &str, components: &str, connections: &str) -> Self {
        let model = Arc::new(compile(parameters, components, connections).unwrap());
        let mut run = Self { instance: Instance::new(Arc::clone(&model)), model };
        run.enter();
        run
    }

    /// After initialization.
    fn new(components: &str, connections: &str) -> Self {
        let mut run = Self::begin("", components, connections);
        run.instance.exit_initialization_mode().unwrap();
        run
    }

    fn enter(&mut self) {
        self.instance.setup_experiment(Experiment { tolerance: Some(1e-10), ..Experiment::default() }).unwrap();
        self.instance.enter_initialization_mode().unwrap();
    }

    fn reference(&self, name: &str) -> u32 {
        let index = self.model.catalogue.find(name).unwrap_or_else(|| panic!("no variable {name}"));
        u32::try_from(index).unwrap()
    }

    fn get(&mut self, name: &str) -> f64 {
        let (reference, mut value) = (self.reference(name), [f64::NAN]);
        self.instance.get(&[reference], &mut value).unwrap_or_else(|error| panic!("{name}: {error}"));
        value[0]
    }

    fn get3(&mut self, name: &str) -> [f64; 3] {
        [1, 2, 3].map(|k| self.get(&format!("{name}[{k}]")))
    }

    fn set(&mut self, name: &str, value: f64) -> Result<(), InstanceError> {
        self.instance.set(&[self.reference(name)], &[value])
    }

    fn error(&mut self) -> EvaluationError {
        match self.instance.exit_initialization_mode() {
            Err(InstanceError::Initialization { cause, .. }) => cause,
            other => panic!("{other:?}"),
        }
    }
}

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} instead of {expected}");
}

#[track_caller]
fn close3(found: [f64; 3], expected: [f64; 3], tolerance: f64) {
    for k in 0..3 {
        close(found[k], expected[k], tolerance);
    }
}

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
    let c = &run.model.catalogue.variables[run.reference("spring.c") as usize];
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

const DOUBLE_PENDULUM: &str = r#"["world.frame_b", "rev1.frame_a"], ["rev1.frame_b", "arm1.frame_a"],
    ["arm1.frame_b", "rev2.frame_a"], ["rev2.frame_b", "arm2.frame_a"],
    ["world.frame_b", "tip.frame_a"], ["arm2.frame_b", "tip.frame_b"]"#;

/// Two arms of 0.5 m and 0.4 m, with the tip at (x, y).
fn double_pendulum(phi1: f64, phi2: f64, tip: &str) -> String {
    format!(
        r#""world": {{"class": "World"}},
           "rev1": {{"class": "Joints.Revolute", "phi": {{"start": {phi1}}}}},
           "arm1": {{"class": "Parts.BodyBox", "r": [0.5, 0, 0]}},
           "rev2": {{"class": "Joints.Revolute", "phi": {{"start": {phi2}}}}},
           "arm2": {{"class": "Parts.BodyBox", "r": [0.4, 0, 0]}},
           "tip": {{"class": "Joints.FreeMotionScalarInit", "use_r": true, "use_v": true, {tip}}}"#
    )
}

/// Angles of the double pendulum from the law of cosines, elbow up or down.
fn elbow(x: f64, y: f64, sign: f64) -> [f64; 2] {
    let cosine = (x * x + y * y - 0.25 - 0.16) / (2.0 * 0.5 * 0.4);
    let phi2 = sign * cosine.acos();
    [y.atan2(x) - (0.4 * phi2.sin()).atan2(0.5 + 0.4 * phi2.cos()), phi2]
}

#[test]
fn pendulum_with_its_tip_fixed() {
    let tip = r#""r_rel_a_1": {"start": 0.6, "fixed": true}, "r_rel_a_2": {"start": 0.2, "fixed": true},
                 "v_rel_a_1": {"start": 0.3, "fixed": true}, "v_rel_a_2": {"start": -0.7, "fixed": true}"#;
    for start in [1.0, -1.0, 2.5, -0.2] {
        let mut run = Run::new(&double_pendulum(0.1, start, tip), DOUBLE_PENDULUM);
        let [phi1, phi2] = elbow(0.6, 0.2, f64::signum(start));
        close(run.get("rev1.phi"), phi1, 1e-12);
        close(run.get("rev2.phi"), phi2, 1e-12);
        let (w1, w2) = (run.get("rev1.w"), run.get("rev2.w"));
        let (x1, y1) = (0.5 * phi1.cos(), 0.5 * phi1.sin());
        close(-0.2 * w1 - (0.2 - y1) * w2, 0.3, 1e-12);
        close(0.6 * w1 + (0.6 - x1) * w2, -0.7, 1e-12);
    }
}

#[test]
fn a_singular_start_is_left() {
    let tip = r#""r_rel_a_1": {"start": 0.6, "fixed": true}, "r_rel_a_2": {"fixed": true}"#;
    let mut run = Run::new(&double_pendulum(0.0, 0.0, tip), DOUBLE_PENDULUM);
    let phi2 = run.get("rev2.phi");
    let [phi1, expected] = elbow(0.6, 0.0, phi2.signum());
    close(phi2, expected, 1e-11);
    close(run.get("rev1.phi"), phi1, 1e-11);
}

#[test]
fn a_double_root_is_reached() {
    // The stretched pendulum just reaches the point: the Jacobian is singular at the solution.
    let tip = r#""r_rel_a_1": {"start": 0.9, "fixed": true}, "r_rel_a_2": {"fixed": true}"#;
    let mut run = Run::new(&double_pendulum(0.3, -0.5, tip), DOUBLE_PENDULUM);
    close(run.get("tip.r_rel_a_1"), 0.9, 1e-9);
    close(run.get("rev2.phi"), 0.0, 1e-4);
}

#[test]
fn dependent_positions_of_a_tree() {
    // Crank and rod as an open chain: the rod's end is put on the line y = 0.1 through its frame connector.
    let mut run = Run::new(
        r#""world": {"class": "World"},
           "crank": {"class": "Joints.Revolute", "phi": {"start": 0.6, "fixed": true}, "w": {"start": 2, "fixed": true}},
           "arm": {"class": "Parts.BodyBox", "r": [0.2, 0, 0]},
           "pin": {"class": "Joints.Revolute", "phi": {"start": -0.5}},
           "rod": {"class": "Parts.BodyShape", "r": [0.5, 0, 0], "r_CM": [0.25, 0, 0], "m": 1,
                   "frame_b": {"r_0": {"start": [0, 0.1, 0], "fixed": [false, true, false]}}},
           "end": {"class": "Parts.PointMass", "m": 1, "v_0": {"fixed": [false, true, false]}}"#,
        r#"["world.frame_b", "crank.frame_a"], ["crank.frame_b", "arm.frame_a"], ["arm.frame_b", "pin.frame_a"],
           ["pin.frame_b", "rod.frame_a"], ["rod.frame_b", "end.frame_a"]"#,
    );
    assert_eq!((run.get("crank.phi"), run.get("crank.w")), (0.6, 2.0));
    let rod = ((0.1 - 0.2 * 0.6_f64.sin()) / 0.5).asin();
    close(run.get("pin.phi"), rod - 0.6, 1e-13);
    close(run.get("pin.w"), -2.0 - 2.0 * 0.2 * 0.6_f64.cos() / (0.5 * rod.cos()), 1e-12);
}

/// Three revolutes about x, y, z with a body behind them.
const WRIST: &str = r#"["world.frame_b", "x.frame_a"], ["x.frame_b", "y.frame_a"], ["y.frame_b", "z.frame_a"],
    ["z.frame_b", "body.frame_a"]"#;

fn wrist(body: &str) -> String {
    format!(
        r#""world": {{"class": "World", "gravityType": "NoGravity"}},
           "x": {{"class": "Joints.Revolute", "n": [1, 0, 0]}},
           "y": {{"class": "Joints.Revolute", "n": [0, 1, 0]}},
           "z": {{"class": "Joints.Revolute", "n": [0, 0, 1]}},
           "body": {{"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "I_11": 2, "I_22": 3, "I_33": 4, {body}}}"#
    )
}

#[test]
fn orientation_and_angular_motion_at_the_end_of_a_chain() {
    let body = r#""angles_fixed": true, "angles_start": [0.3, -0.5, 0.8], "w_0_fixed": true, "w_0_start": [1, 2, 3]"#;
    let mut run = Run::new(&wrist(body), WRIST);
    for (joint, angle) in [("x", 0.3), ("y", -0.5), ("z", 0.8)] {
        close(run.get(&format!("{joint}.phi")), angle, 1e-12);
    }
    // w_a = resolve2(R_start, w_0_start): in the world it is w_0_start again.
    let w = run.get3("body.w_a");
    let rotated = |j: usize, run: &mut Run| -> f64 {
        (0..3).map(|i| run.get(&format!("body.frame_a.R.T[{},{j}]", i + 1)) * w[i]).sum()
    };
    for (j, expected) in [(1, 1.0), (2, 2.0), (3, 3.0)] {
        close(rotated(j, &mut run), expected, 1e-12);
    }
}

#[test]
fn angular_velocity_is_turned_by_the_start_angles_not_by_the_actual_ones() {
    let body = r#""angles_start": [0, 0, 1.5707963267948966], "w_0_fixed": true, "w_0_start": [1, 0, 0]"#;
    let mut run = Run::new(&wrist(body), WRIST);
    close3(run.get3("body.w_a"), [0.0, -1.0, 0.0], 1e-12);
    assert_eq!(run.get("z.phi"), 0.0);
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

#[test]
fn acceleration_conditions() {
    let circle = |body: &str| {
        format!(
            r#""world": {{"class": "World"}},
               "rev": {{"class": "Joints.Revolute", "phi": {{"start": -1.2}}, "w": {{"start": 0.5}}}},
               "body": {{"class": "Parts.BodyShape", "r": [1, 0, 0], "r_CM": [1, 0, 0], "m": 1, "I_33": 0{body}}}"#
        )
    };
    let connections = r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "body.frame_a"]"#;
    // An equilibrium: the pendulum hangs.
    let hanging = circle("").replace(r#""w": {"start": 0.5}"#, r#""w": {"fixed": true}, "a": {"fixed": true}"#);
    close(Run::new(&hanging, connections).get("rev.phi"), -FRAC_PI_2, 1e-12);
    // Centripetal acceleration of the tip, seen at a frame.
    let turning = r#""world": {"class": "World", "gravityType": "NoGravity"},
        "rev": {"class": "Joints.Revolute", "phi": {"fixed": true}, "w": {"start": 0.5}},
        "arm": {"class": "Parts.FixedTranslation", "r": [2, 0, 0]},
        "body": {"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "a_0": {"start": [-18, 0, 0], "fixed": [true, false, false]}}"#;
    let ends = r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "arm.frame_a"], ["arm.frame_b", "body.frame_a"]"#;
    close(Run::new(turning, ends).get("rev.w"), 3.0, 1e-12);
}

#[test]
fn forces_can_be_fixed() {
    let mut run = Run::new(
        r#""world": {"class": "World"},
           "pris": {"class": "Joints.Prismatic", "n": [0, 1, 0], "s": {"start": -1}, "v": {"fixed": true}},
           "body": {"class": "Parts.Body", "m": 2, "r_CM": [0, 0, 0]},
           "spring": {"class": "Forces.Spring", "c": 50, "f": {"start": 80, "fixed": true}},
           "rev": {"class": "Joints.Revolute", "phi": {"start": 0.2, "fixed": true}, "w": {"start": 1},
                   "frame_a": {"f": {"start": [-12, 0, 0], "fixed": [true, false, false]}}},
           "rod": {"class": "Parts.BodyShape", "r": [1, 0, 0], "r_CM": [1, 0, 0], "m": 1}"#,
        r#"["world.frame_b", "pris.frame_a"], ["pris.frame_b", "body.frame_a"], ["world.frame_b", "spring.frame_a"],
           ["spring.frame_b", "body.frame_a"], ["world.frame_b", "rev.frame_a"], ["rev.frame_b", "rod.frame_a"]"#,
    );
    close(run.get("pris.s"), -1.6, 1e-12);
    close(run.get("rev.frame_a.f[1]"), -12.0, 1e-10);
    assert!(run.get("rev.w").abs() > 1.0, "the reaction needs a centripetal force");
}

#[test]
fn variables_in_connectors_can_be_fixed() {
    let mut run = Run::new(
        r#""world": {"class": "World"},
           "rev": {"class": "Joints.Revolute", "useAxisFlange": true, "axis": {"phi": {"start": 0.4, "fixed": true}}},
           "spring": {"class": "Rotational.Components.Spring", "c": 20, "phi_rel0": {"fixed": false, "start": 0.1},
                      "flange_b": {"tau": {"start": 3, "fixed": true}}},
           "arm": {"class": "Parts.BodyBox", "r": [1, 0, 0], "frame_b": {"R": {"w": {"start": [0, 0, 2], "fixed": [false, false, true]}}}}"#,
        r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "arm.frame_a"], ["spring.flange_a", "rev.support"],
           ["spring.flange_b", "rev.axis"]"#,
    );
    close(run.get("rev.phi"), 0.4, 1e-13);
    close(run.get("rev.w"), 2.0, 1e-13);
    close(run.get("spring.phi_rel0"), 0.4 - 3.0 / 20.0, 1e-12);
    close(run.get("spring.flange_b.tau"), 3.0, 1e-12);
}

#[test]
fn far_away_is_no_obstacle() {
    // Rounding of 1e8 m is not small against a model of 1 m.
    let mut run = Run::new(
        r#""world": {"class": "World", "gravityType": "NoGravity"},
           "body": {"class": "Parts.BodyBox", "r": [1, 0, 0], "frame_b": {"r_0": {"start": [1e8, 2e8, 0.123], "fixed": true}}}"#,
        "",
    );
    close3(run.get3("body.frame_b.r_0"), [1e8, 2e8, 0.123], 1e-7);
    close3(run.get3("body.frame_a.r_0"), [1e8 - 1.0, 2e8, 0.123], 0.6);
}

#[test]
fn redundant_conditions_are_accepted() {
    let components = |position: &str| {
        format!(
            r#""world": {{"class": "World"}},
               "rev": {{"class": "Joints.Revolute", "phi": {{"start": 1.5707963267948966, "fixed": true}}, "w": {{"start": 1, "fixed": true}}}},
               "arm": {{"class": "Parts.FixedTranslation", "r": [1, 0, 0]}},
               "slide": {{"class": "Joints.Prismatic", "n": [1, 0, 0], "s": {{"start": 0.1}}}},
               "body": {{"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "r_0": {{"start": {position}, "fixed": true}},
                         "angles_fixed": true, "angles_start": [0, 0, 1.5707963267948966]}}"#
        )
    };
    let connections = r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "arm.frame_a"], ["arm.frame_b", "slide.frame_a"],
        ["slide.frame_b", "body.frame_a"]"#;
    // Six conditions, one unknown position.
    let mut run = Run::new(&components("[0, 1.75, 0]"), connections);
    close(run.get("slide.s"), 0.75, 1e-12);

    let mut run = Run::begin("", &components("[0.2, 1.75, 0]"), connections);
    let error = run.error();
    let EvaluationError::ContradictoryConditions { conditions, fixed } = &error else { panic!("{error}") };
    let found = conditions.iter().find(|c| c.name == "body.r_0[1]").unwrap_or_else(|| panic!("{error}"));
    close(found.start, 0.2, 0.0);
    assert!((found.value - found.start).abs() > 0.01);
    assert!(!conditions.iter().any(|c| c.name == "body.r_0[3]"), "that one holds: {error}");
    assert_eq!(fixed, &["rev.phi"], "{error}");
    assert!(error.to_string().contains("body.r_0[1]") && error.to_string().contains("fixed = false"), "{error}");
    // The host can mend it.
    run.set("body.r_0[1]", 0.0).unwrap();
    run.instance.exit_initialization_mode().unwrap();
    close(run.get("slide.s"), 0.75, 1e-12);
}

#[test]
fn contradictions_between_dependent_variables_are_listed() {
    let tip = r#""r_rel_a_1": {"start": 1.5, "fixed": true}, "r_rel_a_2": {"start": 0.2, "fixed": true}"#;
    let mut run = Run::begin("", &double_pendulum(0.1, 1.0, tip), DOUBLE_PENDULUM);
    let error = run.error();
    let EvaluationError::ContradictoryConditions { conditions, fixed } = &error else { panic!("{error}") };
    let names: Vec<&str> = conditions.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["tip.r_rel_a_1", "tip.r_rel_a_2"], "{error}");
    assert!(fixed.is_empty(), "{error}");
    // The nearest point that the tip can reach lies on the way to the target.
    let distance = 1.5_f64.hypot(0.2);
    close(conditions[0].value, 0.9 * 1.5 / distance, 1e-5);
    close(conditions[1].value, 0.9 * 0.2 / distance, 1e-5);
}

/// A slide in x and one in y, and a spring from the origin to the end.
fn slides(spring: &str) -> (String, &'static str) {
    let components = format!(
        r#""world": {{"class": "World"}},
           "x": {{"class": "Joints.Prismatic", "n": [1, 0, 0], "s": {{"start": 3}}, "v": {{"start": 0.7}}}},
           "y": {{"class": "Joints.Prismatic", "n": [0, 1, 0], "s": {{"start": 4}}}},
           "body": {{"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0]}},
           "spring": {{"class": "Forces.Spring", "c": 1, {spring}}}"#
    );
    let connections = r#"["world.frame_b", "x.frame_a"], ["x.frame_b", "y.frame_a"], ["y.frame_b", "body.frame_a"],
        ["world.frame_b", "spring.frame_a"], ["spring.frame_b", "body.frame_a"]"#;
    (components, connections)
}

#[test]
fn free_start_values_move_least() {
    for length in [10.0, 1.0, 0.1] {
        let (components, connections) = slides(&format!(r#""length": {{"start": {length}, "fixed": true}}"#));
        let mut run = Run::new(&components, connections);
        // Along the radius.
        close(run.get("x.s"), 0.6 * length, 1e-8 * length);
        close(run.get("y.s"), 0.8 * length, 1e-8 * length);
        assert_eq!((run.get("x.v"), run.get("y.v")), (0.7, 0.0), "nothing asks the speeds to move");
    }
}

#[test]
fn lengths_are_measured_in_the_size_of_the_model() {
    // An arm of length s at angle phi whose end has x = 0.5: minimize (phi - 0.4)^2 + ((s - 2)/L)^2.
    let mut run = Run::new(
        r#""world": {"class": "World"},
           "rev": {"class": "Joints.Revolute", "phi": {"start": 0.4}},
           "slide": {"class": "Joints.Prismatic", "n": [1, 0, 0], "s": {"start": 2}},
           "body": {"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "r_0": {"start": [0.5, 0, 0], "fixed": [true, false, false]}}"#,
        r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "slide.frame_a"], ["slide.frame_b", "body.frame_a"]"#,
    );
    // The box around all frames has the start position in its corner.
    let size = 2.0;
    let cost = |phi: f64| (phi - 0.4_f64).powi(2) + ((0.5 / phi.cos() - 2.0) / size).powi(2);
    let (mut low, mut high) = (0.0_f64, 1.5_f64);
    while high - low > 1e-9 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if cost(a) < cost(b) { high = b } else { low = a }
    }
    close(run.get("rev.phi"), low, 1e-6);
    close(run.get("slide.s") * run.get("rev.phi").cos(), 0.5, 1e-12);
}

#[test]
fn fixed_elements_of_arrays() {
    // A rigid triangle of three points: six of nine coordinates fix it.
    let mut run = Run::new(
        r#""world": {"class": "World", "gravityType": "NoGravity"},
           "p1": {"class": "Parts.PointMass", "m": 1, "r_0": {"start": [3, 1, 2], "fixed": true}, "v_0": {"start": [1, 0, 0], "fixed": true}},
           "p2": {"class": "Parts.PointMass", "m": 1, "r_0": {"start": [9, 1.8, 2], "fixed": [false, true, true]},
                  "v_0": {"start": [9, 0, 0.5], "fixed": [false, true, true]}},
           "p3": {"class": "Parts.PointMass", "m": 1, "r_0": {"start": [9, 9, 2.5], "fixed": [false, false, true]},
                  "v_0": {"start": [9, 9, 0], "fixed": [false, false, true]}},
           "t12": {"class": "Parts.FixedTranslation", "r": [1, 0, 0]},
           "t13": {"class": "Parts.FixedTranslation", "r": [0, 1, 0]}"#,
        r#"["p1.frame_a", "t12.frame_a"], ["t12.frame_b", "p2.frame_a"], ["p1.frame_a", "t13.frame_a"], ["t13.frame_b", "p3.frame_a"]"#,
    );
    close3(run.get3("p1.r_0"), [3.0, 1.0, 2.0], 0.0);
    let (p2, p3) = (run.get3("p2.r_0"), run.get3("p3.r_0"));
    close(p2[1], 1.8, 1e-12);
    close(p2[2], 2.0, 1e-12);
    close(p3[2], 2.5, 1e-12);
    close((p2[0] - 3.0).abs(), 0.6, 1e-12);
    close(run.get("p2.v_0[3]"), 0.5, 1e-12);
    close(run.get("p3.v_0[3]"), 0.0, 1e-12);
}

#[test]
fn a_free_motion_entered_from_behind_keeps_its_start_values() {
    // frame_b hangs on the world, frame_a is free.
    let motion = r#""world": {"class": "World", "gravityType": "NoGravity"},
        "motion": {"class": "Joints.FreeMotion", "r_rel_a": {"start": [0.1, 0.2, 0.3], "fixed": true},
                   "v_rel_a": {"start": [1, -1, 2], "fixed": true}, "angles_fixed": true, "angles_start": [0.4, 0.5, -0.6],
                   "w_rel_a_fixed": true, "w_rel_a_start": [0.5, 0.6, 0.7]},
        "body": {"class": "Parts.Body", "m": 1, "r_CM": [0.1, 0, 0]}"#;
    let mut backward = Run::new(motion, r#"["world.frame_b", "motion.frame_b"], ["motion.frame_a", "body.frame_a"]"#);
    let mut forward = Run::new(motion, r#"["world.frame_b", "motion.frame_a"], ["motion.frame_b", "body.frame_a"]"#);
    assert!(!forward.model.initialization.has_equations());
    for name in ["motion.r_rel_a", "motion.v_rel_a", "motion.w_rel_b"] {
        close3(backward.get3(name), forward.get3(name), 1e-12);
    }
    close3(forward.get3("motion.r_rel_a"), [0.1, 0.2, 0.3], 0.0);
}

/// The start values of a FreeMotion that is entered from frame_b are the host's as all others, whether they are fixed or not.
#[test]
fn the_host_sets_the_start_of_a_free_motion_entered_from_behind() {
    let body = r#""body": {"class": "Parts.Body", "m": 1, "r_CM": [0.1, 0, 0]}"#;
    let connections = r#"["world.frame_b", "motion.frame_b"], ["motion.frame_a", "body.frame_a"]"#;
    let turned = r#""angles_start": [0.4, 0.5, -0.6], "w_rel_a_start": [0.5, 0.6, 0.7]"#;
    let all =
        r#", "angles_fixed": true, "w_rel_a_fixed": true, "r_rel_a": {"fixed": true}, "v_rel_a": {"fixed": true}"#;
    for fixed in ["", all] {
        let components = format!(r#""motion": {{"class": "Joints.FreeMotion", {turned}{fixed}}}, {body}"#);
        let mut run = Run::begin("", &components, connections);
        for (k, value) in [0.3, -1.2, 2.5].into_iter().enumerate() {
            run.set(&format!("motion.r_rel_a[{}]", k + 1), value).unwrap();
            run.set(&format!("motion.v_rel_a[{}]", k + 1), 2.0 * value).unwrap();
        }
        close3(run.get3("motion.r_rel_a"), [0.3, -1.2, 2.5], 1e-12);
        close3(run.get3("motion.v_rel_a"), [0.6, -2.4, 5.0], 1e-12);
        // r_rel_a is the position of the world as the body sees it.
        let r = run.get3("body.r_0");
        let seen = |i: usize, run: &mut Run| {
            (0..3).map(|k| -run.get(&format!("body.frame_a.R.T[{},{}]", i + 1, k + 1)) * r[k]).sum::<f64>()
        };
        close3([seen(0, &mut run), seen(1, &mut run), seen(2, &mut run)], [0.3, -1.2, 2.5], 1e-12);
        run.instance.exit_initialization_mode().unwrap();
        close3(run.get3("motion.v_rel_a"), [0.6, -2.4, 5.0], 1e-12);
    }
}

/// A variable of a whole that is a variable of a part is that variable: one value reference, one start value, and a set through either
/// name.
#[test]
fn aliases_are_set_as_what_they_are() {
    let mut run = Run::begin(
        "",
        r#""shape": {"class": "Parts.BodyShape", "m": 1, "r": [1, 0, 0], "r_CM": [0.5, 0, 0], "r_0": {"start": [1, 2, 3], "fixed": true}},
           "cylindrical": {"class": "Joints.Cylindrical", "s": {"start": 0.5, "fixed": true}}, "load": {"class": "Parts.PointMass", "m": 1},
           "arm": {"class": "Parts.BodyBox", "r": [0, 1, 0]}"#,
        r#"["world.frame_b", "cylindrical.frame_a"], ["cylindrical.frame_b", "arm.frame_a"], ["arm.frame_b", "load.frame_a"]"#,
    );
    let catalogue = run.model.catalogue.clone();
    let names = [
        ("shape.r_0[2]", "shape.body.r_0[2]"),
        ("shape.v_0[1]", "shape.body.v_0[1]"),
        ("cylindrical.s", "cylindrical.prismatic.s"),
        ("cylindrical.phi", "cylindrical.revolute.phi"),
        ("cylindrical.w", "cylindrical.revolute.w"),
    ];
    for (alias, state) in names {
        let [alias_index, index] = [alias, state].map(|name| catalogue.find(name).unwrap());
        assert_eq!((catalogue.reference(alias_index), catalogue.reference(index)), (index, index), "{alias}");
        let [alias_variable, variable] = [alias_index, index].map(|index| &catalogue.variables[index]);
        // Of an alias set one variable has the start value; type, unit and variability are the same.
        assert!(alias_variable.start.is_none() && variable.start.is_some(), "{alias}");
        assert_eq!(alias_variable.initial, Some(Initial::Calculated));
        assert_eq!(alias_variable.data_type, variable.data_type);
        assert_eq!(alias_variable.variability, variable.variability);
        run.set(alias, 0.25).unwrap();
        assert_eq!((run.get(alias), run.get(state)), (0.25, 0.25), "{alias}");
        run.set(state, -0.75).unwrap();
        assert_eq!((run.get(alias), run.get(state)), (-0.75, -0.75), "{alias}");
    }
    // Nothing sets an acceleration, through whichever name.
    assert!(matches!(run.set("cylindrical.a", 1.0), Err(InstanceError::NotSettable { .. })));
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
fn start_values_of_coordinates_need_no_search() {
    let mut run = Run::new(
        r#""world": {"class": "World"},
           "rev": {"class": "Joints.Revolute", "phi": {"start": 0.3, "fixed": true}, "w": {"start": 0.1, "fixed": true}},
           "arm": {"class": "Parts.BodyBox", "r": [1, 0, 0]},
           "bob": {"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "r_0": {"start": [1, 2, 3], "fixed": true},
                   "angles_fixed": true, "angles_start": [0.1, 0.2, 0.3], "w_0_fixed": true, "w_0_start": [1, 0, 0]}"#,
        r#"["world.frame_b", "rev.frame_a"], ["rev.frame_b", "arm.frame_a"]"#,
    );
    assert!(!run.model.initialization.has_equations());
    assert_eq!((run.get("rev.phi"), run.get("rev.w")), (0.3, 0.1));
    let phi = &run.model.catalogue.variables[run.reference("rev.phi") as usize];
    assert_eq!(phi.initial, Some(Initial::Exact));
    // The speed of the free body is not fixed, and nothing moves it.
    assert!(run.model.initialization.unknowns.iter().all(|u| matches!(u, Unknown::Speed { .. })));
}

#[test]
fn the_host_sets_start_values_and_guesses() {
    let tip = r#""r_rel_a_1": {"start": 0.6, "fixed": true}, "r_rel_a_2": {"start": 0.2, "fixed": true}"#;
    let mut run = Run::begin("", &double_pendulum(0.1, 1.0, tip), DOUBLE_PENDULUM);
    close(run.get("rev2.phi"), elbow(0.6, 0.2, 1.0)[1], 1e-12);
    run.set("tip.r_rel_a_1", 0.3).unwrap();
    close(run.get("rev2.phi"), elbow(0.3, 0.2, 1.0)[1], 1e-12);
    let refused = run.set("rev2.phi", -1.0).unwrap_err();
    assert!(matches!(refused, InstanceError::NotSettable { .. }), "{refused}");
    // Before Initialization Mode a guess may be set: it decides which solution is found.
    run.instance.reset();
    run.set("rev2.phi", -1.0).unwrap();
    run.enter();
    run.instance.exit_initialization_mode().unwrap();
    close(run.get("rev2.phi"), elbow(0.6, 0.2, -1.0)[1], 1e-12);
    let initial = |name: &str| run.model.catalogue.variables[run.reference(name) as usize].initial;
    assert_eq!(initial("rev2.phi"), Some(Initial::Approx));
    assert_eq!(initial("tip.r_rel_a_1"), Some(Initial::Exact));
    assert_eq!(initial("tip.v_rel_a_1"), Some(Initial::Calculated));
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
        matches!(&error, EvaluationError::SolvedParameter { parameter, value, .. } if parameter == "spring.c" && *value < 0.0),
        "{error}"
    );
    assert!(error.to_string().contains("0 or more"), "{error}");
}

#[test]
fn same_solution_on_every_run() {
    let tip = r#""r_rel_a_1": {"start": 0.6, "fixed": true}, "r_rel_a_2": {"fixed": true}"#;
    let bits = || {
        let mut run = Run::new(&double_pendulum(0.0, 0.0, tip), DOUBLE_PENDULUM);
        ["rev1.phi", "rev2.phi"].map(|name| run.get(name).to_bits())
    };
    assert_eq!(bits(), bits());
}

#[test]
fn preferred_start_values_begin_the_search() {
    // Of the two solutions that of the preferred angles is found, and what nothing fixes stays there.
    let scalar = r#""angle_1": {"start": 0.2}, "angle_2": {"start": 0.4}, "angle_3": {"start": 2.0},
        "angle_1_stateSelect": "always", "angle_2_stateSelect": "always", "angle_3_stateSelect": "prefer""#;
    let mut run = Run::new(
        &format!(
            r#""world": {{"class": "World"}},
               "init": {{"class": "Joints.FreeMotionScalarInit", "use_angle": true, "use_r": true,
                         "r_rel_a_2": {{"start": 1.5}}, "r_rel_a_2_stateSelect": "prefer", {scalar}}},
               "body": {{"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "r_0": {{"start": [7, 8, 9]}}}}"#
        ),
        r#"["world.frame_b", "init.frame_a"], ["init.frame_b", "body.frame_a"]"#,
    );
    for (name, value) in [("init.angle_1", 0.2), ("init.angle_2", 0.4), ("init.angle_3", 2.0)] {
        close(run.get(name), value, 1e-12);
    }
    close3(run.get3("body.r_0"), [7.0, 1.5, 9.0], 1e-12);
}

/// The library takes the relative motion in a damper as states (stateSelect = prefer), so that its start values count.
#[test]
fn start_values_of_dampers_count_where_they_are_to_be_states() {
    let start = |select: &str, first: &str, fixed: bool| {
        let mut run = Run::new(
            &format!(
                r#""a": {{"class": "Rotational.Components.Inertia", "J": 2 {first}}},
                   "b": {{"class": "Rotational.Components.Inertia", "J": 1}},
                   "shaft": {{"class": "Rotational.Components.SpringDamper", "c": 10, "d": 0.1, "stateSelect": "{select}",
                             "phi_rel": {{"start": 0.3, "fixed": {fixed}}}, "w_rel": {{"start": -2}}}}"#
            ),
            r#"["a.flange_b", "shaft.flange_a"], ["shaft.flange_b", "b.flange_a"]"#,
        );
        ["a.phi", "b.phi", "a.w", "b.w"].map(|name| run.get(name))
    };
    // What nothing fixes moves least, what is fixed stays.
    let near = |found: [f64; 4], expected: [f64; 4]| {
        found.iter().zip(expected).for_each(|(found, expected)| close(*found, expected, 1e-12));
    };
    near(start("prefer", "", false), [-0.15, 0.15, 1.0, -1.0]);
    let fixed = r#", "phi": {"start": 0.5, "fixed": true}, "w": {"start": 1, "fixed": true}"#;
    near(start("always", fixed, false), [0.5, 0.8, 1.0, -1.0]);
    near(start("default", "", false), [0.0; 4]);
    // A condition besides: it holds, and the rest begins at the preferred values.
    near(start("prefer", fixed, true), [0.5, 0.8, 1.0, -1.0]);

    let mut run = Run::new(
        r#""a": {"class": "Translational.Components.Mass", "m": 2},
           "b": {"class": "Translational.Components.Mass", "m": 1, "s": {"start": 7, "fixed": true}},
           "damper": {"class": "Translational.Components.Damper", "d": 3, "s_rel": {"start": 2}, "v_rel": {"start": 4}}"#,
        r#"["a.flange_b", "damper.flange_a"], ["damper.flange_b", "b.flange_a"]"#,
    );
    close(run.get("a.s"), 5.0, 1e-12);
    close(run.get("damper.v_rel"), 4.0, 1e-12);
}

#[test]
fn scalar_measurements_are_derivatives_of_each_other() {
    let sequences = ["[1, 2, 3]", "[3, 1, 3]", "[2, 3, 1]"];
    for sequence in sequences {
        let mut run = Run::new(
            &format!(
                r#""world": {{"class": "World"}},
                   "base": {{"class": "Joints.Revolute", "n": [1, 2, 3], "phi": {{"start": 0.3}}, "w": {{"start": 2, "fixed": true}}}},
                   "arm": {{"class": "Parts.BodyShape", "r": [0.3, 0.2, 0.1], "r_CM": [0.1, 0.1, 0.1], "m": 1}},
                   "bob": {{"class": "Parts.Body", "m": 1, "r_CM": [0.1, 0, 0.2], "I_11": 0.1, "I_22": 0.2, "I_33": 0.3,
                            "r_0": {{"start": [1, 1, 1]}}, "v_0": {{"start": [0.5, 1, -1]}}, "angles_start": [0.5, 0.7, 0.9],
                            "angles_fixed": true, "w_0_start": [1, -0.6, 0.5], "w_0_fixed": true}},
                   "m": {{"class": "Joints.FreeMotionScalarInit", "use_r": true, "use_v": true, "use_a": true, "use_w": true,
                          "use_z": true, "use_angle": true, "use_angle_d": true, "use_angle_dd": true,
                          "sequence_start": {sequence}}}"#
            ),
            r#"["world.frame_b", "base.frame_a"], ["base.frame_b", "arm.frame_a"], ["arm.frame_b", "m.frame_a"],
               ["m.frame_b", "bob.frame_a"]"#,
        );
        let chain = [
            ("r_rel_a", "v_rel_a"),
            ("v_rel_a", "a_rel_a"),
            ("angle", "angle_d"),
            ("angle_d", "angle_dd"),
            ("w_rel_b", "z_rel_b"),
        ];
        let names = |group: &str| [1, 2, 3].map(|k| format!("m.{group}_{k}"));
        let all = |run: &mut Run, group: &str| names(group).map(|name| run.get(&name));
        let h = 1e-4;
        let before = chain.map(|(x, _)| all(&mut run, x));
        run.instance.do_step(0.0, h).unwrap();
        let middle = chain.map(|(_, d)| all(&mut run, d));
        run.instance.do_step(h, h).unwrap();
        let after = chain.map(|(x, _)| all(&mut run, x));
        for (i, (x, _)) in chain.iter().enumerate() {
            for k in 0..3 {
                let slope = (after[i][k] - before[i][k]) / (2.0 * h);
                assert!((slope - middle[i][k]).abs() < 1e-4, "{sequence} {x}: {slope} {}", middle[i][k]);
            }
        }
        assert_eq!(run.get("m.derdd[2].u").to_bits(), run.get("m.angle_d_2").to_bits());
    }
}

#[test]
fn half_turns_are_told_from_no_turn() {
    let body = format!(r#""angles_fixed": true, "angles_start": [{PI}, 0, 0]"#);
    let mut run = Run::new(&wrist(&body), WRIST);
    close(run.get("body.frame_a.R.T[2,2]"), -1.0, 1e-12);
    close(run.get("body.frame_a.R.T[1,1]"), 1.0, 1e-12);
}

#[test]
fn mistakes_are_named() {
    let with = |init: &str| {
        let components = format!(
            r#""world": {{"class": "World"}}, "body": {{"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0]}},
               "init": {{"class": "Joints.FreeMotionScalarInit", {init}}}"#
        );
        compile("", &components, r#"["world.frame_b", "init.frame_a"], ["init.frame_b", "body.frame_a"]"#).unwrap_err()
    };
    let absent = with(r#""use_r": true, "v_rel_a_1": {"fixed": true}"#);
    assert!(absent.contains("v_rel_a_1"), "{absent}");
    let shape = with(r#""use_r": true, "r_rel_a_1": {"fixed": [true, false]}"#);
    assert!(shape.contains("fixed"), "{shape}");
    let inner = with(r#""frame_b": {"r": {"fixed": true}}"#);
    assert!(inner.contains("`frame_b` has no attribute `r`"), "{inner}");
    let attribute = with(r#""use_r": true, "r_rel_a_1": {"strat": 1}"#);
    assert!(attribute.contains("strat"), "{attribute}");
}

/// Reproducible random numbers (Knuth's MMIX linear congruential generator).
struct Random(u64);

impl Random {
    /// In [-1, 1).
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// In 0..n.
    fn below(&mut self, n: usize) -> usize {
        (((self.number() + 1.0) / 2.0) * n as f64) as usize
    }
}

/// A chain of random joints, each with a body behind it. `attribute` gives what the model says of a variable of a component.
fn chain(kinds: &[(usize, [f64; 3])], attribute: impl Fn(&str, &str) -> String) -> (String, String) {
    let mut components = vec![r#""world": {"class": "World"}"#.to_owned()];
    let mut connections = Vec::new();
    let mut last = "world.frame_b".to_owned();
    for (i, (kind, [x, y, z])) in kinds.iter().enumerate() {
        let (class, [position, speed]) =
            if *kind == 0 { ("Prismatic", ["s", "v"]) } else { ("Revolute", ["phi", "w"]) };
        let joint = format!("j{i}");
        components.push(format!(
            r#""{joint}": {{"class": "Joints.{class}", "n": [{y}, {z}, {x}], "{position}": {}, "{speed}": {}, "a": {}}}"#,
            attribute(&joint, position),
            attribute(&joint, speed),
            attribute(&joint, "a")
        ));
        components.push(format!(
            r#""b{i}": {{"class": "Parts.BodyShape", "r": [{x}, {y}, {z}], "r_CM": [{z}, {x}, {y}], "m": 1, "I_11": 0.1,
                        "I_22": 0.2, "I_33": 0.15, "r_0": {}, "v_0": {}, "a_0": {}, "frame_b": {{"r_0": {}}}}}"#,
            attribute(&format!("b{i}"), "r_0"),
            attribute(&format!("b{i}"), "v_0"),
            attribute(&format!("b{i}"), "a_0"),
            attribute(&format!("b{i}"), "frame_b.r_0")
        ));
        connections.push(format!(r#"["{last}", "{joint}.frame_a"], ["{joint}.frame_b", "b{i}.frame_a"]"#));
        last = format!("b{i}.frame_b");
    }
    (components.join(",\n"), connections.join(",\n"))
}

#[test]
fn random_conditions_that_have_a_solution_are_solved() {
    let mut random = Random(7);
    let mut equations = 0;
    for _ in 0..60 {
        let count = 1 + random.below(5);
        let kinds: Vec<(usize, [f64; 3])> =
            (0..count).map(|_| (random.below(3), [random.number() + 1.2, random.number(), random.number()])).collect();
        // A motion, and what all variables are in it.
        let motion: Vec<[f64; 2]> = (0..count).map(|_| [random.number(), random.number()]).collect();
        let coordinate = |owner: &str, name: &str| {
            let joint: usize = owner[1..].parse().unwrap();
            match (&owner[..1], name) {
                ("j", "phi" | "s") => Some(motion[joint][0]),
                ("j", "w" | "v") => Some(motion[joint][1]),
                _ => None,
            }
        };
        let (components, connections) = chain(&kinds, |owner, name| {
            coordinate(owner, name).map_or_else(|| "{}".to_owned(), |x| format!(r#"{{"start": {x:?}, "fixed": true}}"#))
        });
        let mut truth = Run::new(&components, &connections);
        // A choice of them is fixed; coordinates start next to the motion.
        let noise: Vec<f64> = (0..2 * count).map(|_| 0.1 * random.number()).collect();
        let fixed: Vec<bool> = (0..20 * count).map(|_| random.below(4) == 0).collect();
        let truth = std::cell::RefCell::new(&mut truth);
        let attribute = |owner: &str, name: &str| {
            let i: usize = owner[1..].parse().unwrap();
            if let Some(x) = coordinate(owner, name) {
                let k = usize::from(matches!(name, "w" | "v"));
                let is_fixed = fixed[20 * i + k];
                let start = if is_fixed { x } else { x + noise[2 * i + k] };
                return format!(r#"{{"start": {start:?}, "fixed": {is_fixed}}}"#);
            }
            if name == "a" {
                let start = truth.borrow_mut().get(&format!("{owner}.a"));
                return format!(r#"{{"start": {start:?}, "fixed": {}}}"#, fixed[20 * i + 2]);
            }
            let vectors = ["r_0", "v_0", "a_0", "frame_b.r_0"];
            let first = 20 * i + 3 + 3 * vectors.iter().position(|v| *v == name).unwrap();
            let full = format!("{owner}.{name}");
            let start = truth.borrow_mut().get3(&full);
            format!(r#"{{"start": {start:?}, "fixed": {:?}}}"#, &fixed[first..first + 3])
        };
        let (components, connections) = chain(&kinds, attribute);
        let mut run = Run::begin("", &components, &connections);
        equations += run.model.initialization.conditions.len();
        run.instance.exit_initialization_mode().unwrap_or_else(|error| panic!("{error}\n{components}"));
        let names: Vec<String> = run.model.initialization.conditions.iter().map(|c| c.subject.to_string()).collect();
        for name in names {
            let (found, expected) = (run.get(&name), truth.borrow_mut().get(&name));
            assert!(
                (found - expected).abs() <= 1e-8 * (1.0 + expected.abs()),
                "{name}: {found} {expected}\n{components}"
            );
        }
    }
    assert!(equations > 500, "{equations}");
}

#[test]
fn random_conditions_hold_or_are_refused_by_name() {
    let mut random = Random(11);
    let (mut solved, mut refused) = (0, 0);
    for _ in 0..40 {
        let count = 1 + random.below(4);
        let kinds: Vec<(usize, [f64; 3])> =
            (0..count).map(|_| (random.below(3), [random.number() + 1.2, random.number(), random.number()])).collect();
        let random = std::cell::RefCell::new(&mut random);
        let attribute = |_: &str, name: &str| {
            let mut random = random.borrow_mut();
            if name.len() <= 3 && !name.contains('_') {
                return format!(r#"{{"start": {:?}, "fixed": {}}}"#, random.number(), random.below(12) == 0);
            }
            let start = [0; 3].map(|_| 2.0 * random.number());
            let fixed = [0; 3].map(|_| random.below(12) == 0);
            format!(r#"{{"start": {start:?}, "fixed": {fixed:?}}}"#)
        };
        let (components, connections) = chain(&kinds, attribute);
        let mut run = Run::begin("", &components, &connections);
        let conditions: Vec<_> = run.model.initialization.conditions.iter().map(|c| c.subject.to_string()).collect();
        match run.instance.exit_initialization_mode() {
            Ok(()) => {
                solved += 1;
                for name in conditions {
                    let variable = &run.model.catalogue.variables[run.reference(&name) as usize];
                    let Some(Value::Real(start)) = variable.start else { panic!("{name} has no start value") };
                    let found = run.get(&name);
                    assert!(
                        (found - start).abs() <= 1e-7 * (1.0 + start.abs()),
                        "{name}: {found} {start}\n{components}"
                    );
                }
            }
            Err(InstanceError::Initialization {
                cause:
                    EvaluationError::ContradictoryConditions { conditions: listed, .. }
                    | EvaluationError::InitialConditions { conditions: listed, .. },
                ..
            }) => {
                refused += 1;
                assert!(!listed.is_empty() && listed.iter().all(|l| conditions.contains(&l.name)), "{listed:?}");
            }
            Err(error) => panic!("{error}\n{components}"),
        }
    }
    assert!(solved > 10 && refused > 5, "{solved} {refused}");
}

/// Folder with the shared reference data; none, with a message, when it is not there (a failure in continuous integration).
fn shared() -> Option<PathBuf> {
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("MULTIBODY_SHARED").map_or_else(default, PathBuf::from).join("reference");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(!std::env::var("CI").is_ok_and(|ci| ci == "true"), "no reference data at {}", folder.display());
    eprintln!("skipped: no reference data at {}", folder.display());
    None
}

#[test]
fn initial_values_of_the_reference_models() {
    let Some(folder) = shared() else { return };
    for name in [
        "Modelica.Mechanics.MultiBody.Examples.Elementary.InitSpringConstant",
        "Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulumInitTip",
        "Modelica.Mechanics.MultiBody.Examples.Elementary.PointGravityWithPointMasses2",
        "ModelicaTest.MultiBody.Forces.Spring",
        "ModelicaTest.MultiBody.Joints.PrismaticInit",
        "ModelicaTest.MultiBody.Joints.RevoluteInitialization",
        "ModelicaTest.MultiBody.Joints.FreeMotionScalarInit",
        "ModelicaTest.MultiBody.Joints.FreeMotionScalarInit2",
        "ModelicaTest.MultiBody.Joints.FreeMotionScalarInit4",
        "ModelicaTest.MultiBody.Joints.FreeMotionScalarInit5",
    ] {
        let text = std::fs::read_to_string(folder.join(format!("models/{name}.json"))).unwrap();
        let model = Arc::new(Model::compile(&ModelFile::from_json(&text).unwrap()).unwrap());
        let mut run = Run { instance: Instance::new(Arc::clone(&model)), model };
        run.enter();
        run.instance.exit_initialization_mode().unwrap_or_else(|error| panic!("{name}: {error}"));
        let table = std::fs::read_to_string(folder.join(format!("results/{name}.csv"))).unwrap();
        let mut lines = table.lines();
        let names: Vec<&str> = lines.next().unwrap().split(",\"").skip(1).map(|n| n.trim_end_matches('"')).collect();
        let first: Vec<f64> = lines.next().unwrap().split(',').skip(1).map(|x| x.parse().unwrap()).collect();
        assert_eq!(names.len(), first.len());
        for (variable, expected) in names.iter().zip(first) {
            let found = run.get(variable);
            assert!((found - expected).abs() < 1e-8, "{name}: {variable} is {found} instead of {expected}");
        }
    }
}
