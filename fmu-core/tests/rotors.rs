//! Rotors and mountings on moving bodies.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod run;

use run::{Run, all_close, close, refusal};

const BODY: &str = r#""class": "Parts.Body", "m": 3, "r_CM": [0.1, -0.2, 0.15], "I_11": 0.5, "I_22": 0.4, "I_33": 0.6, "I_21": 0.05,
    "r_0": {"fixed": true}, "v_0": {"fixed": true, "start": [0.1, 0.2, 0.3]},
    "angles_fixed": true, "angles_start": [0.2, 0.3, 0.4], "w_0_fixed": true, "w_0_start": [1, -2, 0.5]"#;
/// Unit vector {1, 2, 2}/3.
const E: [f64; 3] = [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0];

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn rotor(more: &str) -> String {
    format!(
        r#""rotor": {{"class": "Parts.Rotor1D", "J": 0.3, "n": [1, 2, 2], "phi": {{"fixed": true}}, "w": {{"start": 15, "fixed": true}}{more}}}"#
    )
}

/// A free body with a rotor whose own inertia is part of the body's, and the same with a wheel on a revolute joint. The torque on the
/// rotor is supported by a mounting, that on the wheel by the joint.
#[test]
fn a_rotor_is_a_wheel_on_a_joint() {
    let mut rotor = Run::new(
        &format!(
            r#""world": {{"class": "World", "gravityType": "NoGravity"}}, "body": {{{BODY}}}, {},
               "torque": {{"class": "Rotational.Sources.Torque", "useSupport": true}}, "sine": {{"class": "Blocks.Sources.Sine", "amplitude": 2, "f": 0.7}},
               "mounting": {{"class": "Parts.Mounting1D", "n": [0.3333333333333333, 0.6666666666666666, 0.6666666666666666]}}"#,
            rotor("")
        ),
        r#"["body.frame_a", "rotor.frame_a"], ["torque.flange", "rotor.flange_a"], ["torque.support", "mounting.flange_b"],
           ["mounting.frame_a", "body.frame_a"], ["sine.y", "torque.tau"]"#,
    );
    // The wheel: 0.3 about {1, 2, 2}/3 only; the body without it.
    let mut wheel = Run::new(
        r#""world": {"class": "World", "gravityType": "NoGravity"},
           "body": {"class": "Parts.Body", "m": 3, "r_CM": [0.1, -0.2, 0.15], "I_11": "0.5 - 0.3/9", "I_22": "0.4 - 0.3*4/9",
             "I_33": "0.6 - 0.3*4/9", "I_21": "0.05 - 0.3*2/9", "I_31": "-0.3*2/9", "I_32": "-0.3*4/9",
             "r_0": {"fixed": true}, "v_0": {"fixed": true, "start": [0.1, 0.2, 0.3]},
             "angles_fixed": true, "angles_start": [0.2, 0.3, 0.4], "w_0_fixed": true, "w_0_start": [1, -2, 0.5]},
           "joint": {"class": "Joints.Revolute", "n": [1, 2, 2], "useAxisFlange": true, "phi": {"fixed": true}, "w": {"start": 15, "fixed": true}},
           "wheel": {"class": "Parts.Body", "m": 0, "r_CM": [0, 0, 0], "I_11": "0.3/9", "I_22": "0.3*4/9", "I_33": "0.3*4/9",
             "I_21": "0.3*2/9", "I_31": "0.3*2/9", "I_32": "0.3*4/9"},
           "torque": {"class": "Rotational.Sources.Torque", "useSupport": true}, "sine": {"class": "Blocks.Sources.Sine", "amplitude": 2, "f": 0.7}"#,
        r#"["body.frame_a", "joint.frame_a"], ["joint.frame_b", "wheel.frame_a"], ["torque.flange", "joint.axis"],
           ["torque.support", "joint.support"], ["sine.y", "torque.tau"]"#,
    );
    for t in [0.0, 0.5, 2.0] {
        let (rotor, wheel) = (rotor.to(t), wheel.to(t));
        for what in ["body.r_0", "body.v_0", "body.a_0", "body.w_a", "body.z_a"] {
            all_close(rotor.vector(what), wheel.vector(what), 2e-8, what);
        }
        close(rotor.get("rotor.phi"), wheel.get("joint.phi"), 1e-8, "angle");
        close(rotor.get("rotor.w"), wheel.get("joint.w"), 1e-8, "speed");
        close(rotor.get("rotor.a"), wheel.get("joint.a"), 1e-8, "acceleration");
    }
}

/// `J a = tau - J e der(w_a)` and `frame_a.t = cross(w_a, e J w) - e J e der(w_a)`; without `exact` the first one loses its last term.
#[test]
fn the_equations_of_the_rotor_hold() {
    for (more, exact) in [("", 1.0), (r#", "exact": false"#, 0.0)] {
        let mut run = Run::new(
            &format!(
                r#""body": {{{BODY}}}, {}, "torque": {{"class": "Rotational.Sources.ConstantTorque", "tau_constant": 1.7}},
                   "wheel": {{"class": "Rotational.Components.Inertia", "J": 0.1}}, "gear": {{"class": "Rotational.Components.IdealGear", "ratio": 3}}"#,
                rotor(more)
            ),
            r#"["body.frame_a", "rotor.frame_a"], ["torque.flange", "wheel.flange_a"], ["wheel.flange_b", "gear.flange_a"],
               ["gear.flange_b", "rotor.flange_a"]"#,
        );
        for t in [0.0, 0.8] {
            let run = run.to(t);
            let (w, z, spin, a) =
                (run.vector("body.w_a"), run.vector("body.z_a"), run.get("rotor.w"), run.get("rotor.a"));
            let tau = run.get("rotor.flange_a.tau") + run.get("rotor.flange_b.tau");
            close(0.3 * a, tau - exact * 0.3 * dot(E, z), 1e-10, "equation of the rotor");
            close(tau, 3.0 * (1.7 - 0.1 * 3.0 * a), 1e-10, "torque on the rotor");
            let momentum = E.map(|e| e * 0.3 * spin);
            let gyroscopic = cross(w, momentum);
            let expected = [0, 1, 2].map(|k| gyroscopic[k] - E[k] * 0.3 * dot(E, z));
            all_close(run.vector("rotor.frame_a.t"), expected, 1e-10, "frame_a.t");
            // Euler's equation of the carrier, from its own reaction.
            let flow = run.vector("body.frame_a.t");
            all_close(flow, expected.map(|x| -x), 1e-9, "torque on the body");
        }
    }
}

/// A free body without gravity and a rotor with a drive in between: the total angular momentum stays.
#[test]
fn a_carrier_and_its_rotor_keep_their_angular_momentum() {
    let body = r#""class": "Parts.Body", "m": 3, "r_CM": [0, 0, 0], "I_11": 0.5, "I_22": 0.4, "I_33": 0.6, "angles_fixed": true,
        "angles_start": [0.2, 0.3, 0.4], "w_0_fixed": true, "w_0_start": [1, -2, 0.5]"#;
    let mut run = Run::new(
        &format!(
            r#""world": {{"class": "World", "gravityType": "NoGravity"}}, "body": {{{body}}}, {},
               "drive": {{"class": "Rotational.Components.SpringDamper", "c": 2, "d": 0.1}},
               "mounting": {{"class": "Parts.Mounting1D", "n": [0.3333333333333333, 0.6666666666666666, 0.6666666666666666]}}"#,
            rotor("")
        ),
        r#"["body.frame_a", "rotor.frame_a"], ["drive.flange_b", "rotor.flange_a"], ["drive.flange_a", "mounting.flange_b"],
           ["mounting.frame_a", "body.frame_a"]"#,
    );
    let mut momentum = |t: f64| {
        let run = run.to(t);
        let (w, spin) = (run.vector("body.w_a"), run.get("rotor.w"));
        let inertia = [0.5, 0.4, 0.6];
        let l = [0, 1, 2].map(|k| inertia[k] * w[k] + E[k] * 0.3 * spin);
        let rows = [1, 2, 3].map(|i| [1, 2, 3].map(|j| run.get(&format!("body.frame_a.R.T[{i},{j}]"))));
        [0, 1, 2].map(|k| (0..3).map(|i| rows[i][k] * l[i]).sum::<f64>())
    };
    let start = momentum(0.0);
    for t in [0.5, 3.0] {
        all_close(momentum(t), start, 1e-8, "angular momentum");
    }
}

/// A gyroscope on its stand: steady precession at `m g l/(J w)` keeps the axis level.
#[test]
fn a_gyroscope_precesses() {
    let rate = 2.0 * 9.80665 * 0.3 / (0.05 * 120.0);
    let mut run = Run::new(
        &format!(
            r#""joint": {{"class": "Joints.Spherical", "angles_fixed": true, "w_rel_a_fixed": true, "w_rel_a_start": [0, {rate}, 0]}},
               "body": {{"class": "Parts.Body", "m": 2, "r_CM": [0.3, 0, 0], "I_11": 0.06, "I_22": 0.03, "I_33": 0.03}},
               "rotor": {{"class": "Parts.Rotor1D", "J": 0.05, "phi": {{"fixed": true}}, "w": {{"start": 120, "fixed": true}}}},
               "tip": {{"class": "Parts.FixedTranslation", "r": [1, 0, 0]}}"#
        ),
        r#"["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"], ["body.frame_a", "rotor.frame_a"],
           ["body.frame_a", "tip.frame_a"]"#,
    );
    for t in [0.0, 1.0, 4.0] {
        let tip = run.to(t).vector("tip.frame_b.r_0");
        all_close(tip, [(rate * t).cos(), 0.0, -(rate * t).sin()], 1e-7, "axis");
    }
}

#[test]
fn without_three_dimensional_effects_a_rotor_is_an_inertia() {
    let mut run = Run::new(
        &format!(
            r#""world": {{"class": "World", "driveTrainMechanics3D": false}}, "body": {{{BODY}}}, {},
               "torque": {{"class": "Rotational.Sources.ConstantTorque", "tau_constant": 1.2, "useSupport": true}},
               "mounting": {{"class": "Parts.Mounting1D"}}"#,
            rotor("")
        ),
        r#"["body.frame_a", "rotor.frame_a"], ["torque.flange", "rotor.flange_a"], ["torque.support", "mounting.flange_b"]"#,
    );
    let mut alone = Run::new(&format!(r#""body": {{{BODY}}}"#), "");
    for t in [0.0, 1.0] {
        let (run, alone) = (run.to(t), alone.to(t));
        close(run.get("rotor.w"), 15.0 + 4.0 * t, 1e-10, "speed");
        all_close(run.vector("body.w_a"), alone.vector("body.w_a"), 1e-9, "angular velocity of the body");
        all_close(run.vector("rotor.frame_a.t"), [0.0; 3], 1e-12, "torque on the frame");
        close(run.get("mounting.flange_b.tau"), -1.2, 1e-12, "torque on the mounting");
    }
}

#[test]
fn a_mounting_that_holds_an_accelerating_gear_is_refused() {
    let message = refusal(
        &format!(
            r#""body": {{{BODY}}}, {}, "mounting": {{"class": "Parts.Mounting1D"}}, "wheel": {{"class": "Rotational.Components.Inertia", "J": 1}},
               "gear": {{"class": "Rotational.Components.IdealGear", "ratio": 3, "useSupport": true}}"#,
            rotor("")
        ),
        r#"["body.frame_a", "rotor.frame_a"], ["rotor.flange_b", "gear.flange_a"], ["gear.flange_b", "wheel.flange_a"],
           ["gear.support", "mounting.flange_b"], ["mounting.frame_a", "body.frame_a"]"#,
    );
    assert!(message.contains("mounting") && message.contains("accelerations"), "{message}");
}

/// Two rotors on a stiff spring, the first with a fixed initial acceleration, which decides the angle of the second.
#[test]
fn an_initial_acceleration_decides_an_angle() {
    let mut run = Run::new(
        r#""one": {"class": "Parts.Rotor1D", "J": 1, "phi": {"start": 0.1, "fixed": true}, "w": {"start": 0.03, "fixed": true},
              "a": {"start": 0.05, "fixed": true}},
           "other": {"class": "Parts.Rotor1D", "J": 1, "w": {"fixed": true}},
           "spring": {"class": "Rotational.Components.Spring", "c": 1e4}"#,
        r#"["world.frame_b", "one.frame_a"], ["world.frame_b", "other.frame_a"], ["one.flange_b", "spring.flange_a"],
           ["spring.flange_b", "other.flange_a"]"#,
    );
    close(run.get("other.phi"), 0.1 + 0.05 / 1e4, 1e-14, "angle of the second rotor");
    let omega = 2e4_f64.sqrt();
    for t in [0.0, 0.2, 1.1] {
        let relative = 0.03 * (omega * t).cos() + 2.0 * 0.05 / omega * (omega * t).sin();
        close(run.to(t).get("one.w"), 0.015 + 0.5 * relative, 1e-9, "speed");
    }
}
