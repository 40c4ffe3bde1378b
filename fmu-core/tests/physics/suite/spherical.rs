//! Spherical joints: closed forms, both directions, Cardan angles as states.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::run;
use compiler::compile;

use compiler::model_file::ModelFile;
use run::{Run, all_close, close, json};
use std::sync::Arc;

const START: &str = r#""angles_fixed": true, "angles_start": [0.3, -0.4, 0.9], "sequence_start": [3, 1, 2],
    "w_rel_a_fixed": true, "w_rel_a_start": [0.7, -1.1, 2.0]"#;

/// A body on a spherical joint that is entered from frame_a, and one that is entered from frame_b, with the same motion: the second
/// joint's relative motion is the inverse of the first one's.
#[test]
fn a_joint_entered_from_frame_b_moves_as_from_frame_a() {
    let body = r#""class": "Parts.Body", "m": 2, "r_CM": [0.2, 0.1, -0.3], "I_11": 0.2, "I_22": 0.1, "I_33": 0.15"#;
    // R_rel of the second is the transpose of R_rel of the first: opposite angles in the opposite sequence.
    let forward = format!(r#""class": "Joints.Spherical", {START}"#);
    let mut one = Run::new(
        &format!(
            r#""joint": {{{forward}}}, "body": {{{body}}}, "arm": {{"class": "Parts.FixedTranslation", "r": [0.1, 0.2, 0.3]}}"#
        ),
        r#"["world.frame_b", "joint.frame_a"], ["joint.frame_b", "arm.frame_a"], ["arm.frame_b", "body.frame_a"]"#,
    );
    let w_b = one.vector("joint.w_rel");
    let backward = format!(
        r#""class": "Joints.Spherical", "angles_fixed": true, "angles_start": [-0.9, 0.4, -0.3], "sequence_start": [2, 1, 3],
           "w_rel_a_fixed": true, "w_rel_a_start": [{}, {}, {}]"#,
        -w_b[0], -w_b[1], -w_b[2]
    );
    let mut other = Run::new(
        &format!(
            r#""joint": {{{backward}}}, "body": {{{body}}}, "arm": {{"class": "Parts.FixedTranslation", "r": [0.1, 0.2, 0.3]}}"#
        ),
        r#"["world.frame_b", "joint.frame_b"], ["joint.frame_a", "arm.frame_a"], ["arm.frame_b", "body.frame_a"]"#,
    );
    for t in [0.0, 0.4, 1.3] {
        let (one, other) = (one.to(t), other.to(t));
        for what in ["body.r_0", "body.v_0", "body.a_0", "body.w_a", "body.z_a", "body.frame_a.f", "body.frame_a.t"] {
            all_close(other.vector(what), one.vector(what), 1e-8, what);
        }
        // The angular velocity of frame_b relative to frame_a, resolved in frame_b, which is the world for the second joint.
        let w_b = one.vector("joint.w_rel");
        let mut row = |i: usize| [1, 2, 3].map(|k| one.get(&format!("joint.frame_b.R.T[{i},{k}]")));
        let t = [1, 2, 3].map(&mut row);
        let in_world = [0, 1, 2].map(|k| -(0..3).map(|i| t[i][k] * w_b[i]).sum::<f64>());
        all_close(other.vector("joint.w_rel"), in_world, 1e-8, "w_rel");
        for k in 1..=4 {
            let name = format!("joint.Q[{k}]");
            let sign = if k == 4 { 1.0 } else { -1.0 };
            close(other.get(&name), sign * one.get(&name), 1e-8, &name);
        }
        all_close(other.vector("joint.frame_a.t"), [0.0; 3], 1e-12, "torque");
        all_close(one.vector("joint.frame_b.t"), [0.0; 3], 1e-12, "torque");
    }
}

/// A symmetric top on its tip: the angular momentum about the vertical, about its own axis, and the energy stay.
#[test]
fn a_symmetric_top_keeps_its_integrals() {
    let mut top = Run::new(
        r#""joint": {"class": "Joints.Spherical", "angles_fixed": true, "angles_start": [0.4, 0, 0], "w_rel_a_fixed": true,
              "w_rel_a_start": [0.2, 12, 5]},
           "body": {"class": "Parts.Body", "m": 1.5, "r_CM": [0, 0.3, 0], "I_11": 0.05, "I_22": 0.02, "I_33": 0.05}"#,
        r#"["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"]"#,
    );
    // About the tip: m l^2 added across the axis.
    let inertia = [0.05 + 1.5 * 0.09, 0.02, 0.05 + 1.5 * 0.09];
    let mut integrals = |t: f64| {
        let top = top.to(t);
        let w = top.vector("body.w_a");
        let l: [f64; 3] = std::array::from_fn(|k| inertia[k] * w[k]);
        // World y in the body's axes.
        let up = [1, 2, 3].map(|i| top.get(&format!("body.frame_a.R.T[{i},2]")));
        let vertical: f64 = (0..3).map(|k| l[k] * up[k]).sum();
        let energy = 0.5 * (0..3).map(|k| l[k] * w[k]).sum::<f64>() + 1.5 * 9.80665 * 0.3 * up[1];
        [vertical, l[1], energy]
    };
    let start = integrals(0.0);
    for t in [0.5, 1.0, 3.0] {
        for (found, expected) in integrals(t).into_iter().zip(start) {
            close(found, expected, 1e-8, "integral of the motion");
        }
    }
}

/// Cardan angles as states agree with the orientation and run beyond pi.
#[test]
fn cardan_angles_are_continuous() {
    let mut run = Run::new(
        r#""world": {"class": "World", "gravityType": "NoGravity"},
           "joint": {"class": "Joints.Spherical", "enforceStates": true, "useQuaternions": false, "sequence_angleStates": [3, 1, 2],
              "sequence_start": [3, 1, 2], "angles_fixed": true, "angles_start": [7, 0.1, -0.2], "w_rel_a_fixed": true,
              "w_rel_a_start": [0, 0, 3]},
           "body": {"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "I_11": 1, "I_22": 1, "I_33": 1},
           "angles": {"class": "Sensors.AbsoluteSensor", "get_angles": true, "sequence": [3, 1, 2]}"#,
        r#"["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"], ["body.frame_a", "angles.frame_a"]"#,
    );
    // A ball turns uniformly about the world's z axis: only the first angle grows.
    for t in [0.0, 1.0, 4.0] {
        let phi = run.to(t).vector("joint.phi");
        all_close(phi, [7.0 + 3.0 * t, 0.1, -0.2], 1e-9, "phi");
        all_close(run.vector("joint.phi_d"), [3.0, 0.0, 0.0], 1e-9, "phi_d");
        if phi[0].cos() < 0.0 {
            // The sensor takes the other solution, whose first angle is nearer to zero.
            continue;
        }
        let wrapped = run.vector("angles.angles");
        for k in 0..3 {
            close((wrapped[k] - phi[k]).sin(), 0.0, 1e-8, "angle of the orientation");
        }
    }
}

/// All twelve sequences of axes.
fn sequences() -> impl Iterator<Item = [i32; 3]> {
    let all = (0..27).map(|n| [n / 9 + 1, n / 3 % 3 + 1, n % 3 + 1]);
    all.filter(|[a, b, c]| a != b && b != c)
}

/// An unsymmetric body that is thrown turning, with its own Cardan angles, those of a FreeMotion entered from either side, and those of
/// a spherical joint entered from frame_b.
fn thrown(kind: usize, states: &str) -> Run {
    let body = r#""m": 2, "r_CM": [0.2, 0.1, -0.3], "I_11": 0.2, "I_22": 0.1, "I_33": 0.15, "I_21": 0.02"#;
    let angles = r#""angles_fixed": true, "angles_start": [0.7, 0.6, -0.5], "sequence_start": [3, 1, 2]"#;
    let free = format!(
        r#""body": {{"class": "Parts.Body", {body}}}, "joint": {{"class": "Joints.FreeMotion", {states}, {angles}, "r_rel_a": {{"start": [1, 2, 3],
           "fixed": true}}, "v_rel_a": {{"start": [0.3, 4, -0.2], "fixed": true}}, "w_rel_a_fixed": true, "w_rel_a_start": [0.6, -0.8, 1.1]}}"#
    );
    match kind {
        0 => Run::new(
            &format!(
                r#""body": {{"class": "Parts.BodyShape", "r": [1, 0, 0], {body}, {states}, {angles}, "r_0": {{"start": [1, 2, 3], "fixed": true}},
                   "v_0": {{"start": [0.3, 4, -0.2], "fixed": true}}, "w_0_fixed": true, "w_0_start": [0.6, -0.8, 1.1]}}"#
            ),
            "",
        ),
        1 => Run::new(&free, r#"["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"]"#),
        2 => Run::new(&free, r#"["world.frame_b", "joint.frame_b"], ["joint.frame_a", "body.frame_a"]"#),
        _ => Run::new(
            &format!(
                r#""body": {{"class": "Parts.Body", {body}}}, "joint": {{"class": "Joints.Spherical", "enforceStates": true, {states}, {angles},
                   "w_rel_a_fixed": true, "w_rel_a_start": [0.6, -0.8, 1.1]}}"#
            ),
            r#"["world.frame_b", "joint.frame_b"], ["joint.frame_a", "body.frame_a"]"#,
        ),
    }
}

const TIMES: [f64; 3] = [0.0, 0.15, 0.3];
const MOTION: [&str; 5] = ["r_0", "v_0", "a_0", "w_a", "z_a"];

/// A body moves the same way whether its orientation is kept as a quaternion or as three angles, for every sequence of axes, and these
/// angles are the states.
#[test]
fn angles_as_states_give_the_motion_of_quaternions() {
    for (kind, owner) in ["body.body", "joint", "joint", "joint"].into_iter().enumerate() {
        let frame = if kind == 0 { "body.body" } else { "body" };
        let mut reference = thrown(kind, r#""useQuaternions": true"#);
        all_close(reference.vector(&format!("{owner}.phi")), [0.0; 3], 0.0, "angles that are no states");
        let expected = TIMES.map(|t| MOTION.map(|what| reference.to(t).vector(&format!("{frame}.{what}"))));
        for sequence in sequences() {
            let mut run = thrown(kind, &format!(r#""useQuaternions": false, "sequence_angleStates": {sequence:?}"#));
            let states = run.states();
            for k in 1..=3 {
                for name in ["phi", "phi_d"] {
                    let name = format!("{owner}.{name}[{k}]");
                    assert!(states.contains(&name.as_str()), "{name} in {states:?}");
                }
            }
            assert_eq!(states.len(), if kind == 3 { 6 } else { 12 });
            for (t, expected) in TIMES.into_iter().zip(&expected) {
                let run = run.to(t);
                for (what, expected) in MOTION.into_iter().zip(expected) {
                    all_close(run.vector(&format!("{frame}.{what}")), *expected, 1e-8, what);
                }
                let phi = run.vector(&format!("{owner}.phi"));
                assert!(t > 0.0 || phi.iter().any(|phi| phi.abs() > 0.1), "{phi:?}");
            }
        }
    }
}

/// If the second turn makes the third axis parallel to the first, there are no rates: the start is refused by name.
#[test]
fn singular_angles_are_an_error() {
    let file = ModelFile::from_json(&json(
        r#""body": {"class": "Parts.Body", "m": 1, "r_CM": [0, 0, 0], "useQuaternions": false, "sequence_angleStates": [3, 1, 3],
           "w_0_fixed": true, "w_0_start": [0, 1, 0]}"#,
        "",
    ))
    .unwrap();
    let mut system = jets::system(Arc::new(compile(&file).unwrap()));
    system.prepare().unwrap();
    let mut x = vec![0.0; system.dimension()];
    let error = system.initialize(0.0, &mut x).unwrap_err().to_string();
    assert!(error.contains("body") && error.contains("{3, 1, 3}"), "{error}");
}

/// The angles of a body that does not turn freely are no states.
#[test]
fn a_body_on_a_joint_has_no_angles() {
    let mut run = Run::new(
        r#""joint": {"class": "Joints.Revolute", "phi": {"start": 0.3, "fixed": true}},
           "body": {"class": "Parts.Body", "m": 1, "r_CM": [1, 0, 0], "useQuaternions": false}"#,
        r#"["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"]"#,
    );
    assert_eq!(run.states(), ["joint.phi", "joint.w"]);
    all_close(run.vector("body.phi"), [0.0; 3], 0.0, "phi");
}

#[test]
fn rates_of_angles_are_their_derivatives() {
    let h = 1e-3;
    for kind in 0..4 {
        let owner = if kind == 0 { "body.body" } else { "joint" };
        let mut run = thrown(kind, r#""useQuaternions": false, "sequence_angleStates": [3, 2, 3]"#);
        let mut at = |t: f64| ["phi", "phi_d", "phi_dd"].map(|what| run.to(t).vector(&format!("{owner}.{what}")));
        let [before, now, after] = [0.2 - h, 0.2, 0.2 + h].map(&mut at);
        for order in 0..2 {
            let slope = [0, 1, 2].map(|k| (after[order][k] - before[order][k]) / (2.0 * h));
            all_close(now[order + 1], slope, 1e-5, "derivative");
        }
    }
}
