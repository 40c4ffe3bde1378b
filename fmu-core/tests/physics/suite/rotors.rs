//! Rotors and mountings on moving bodies.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::run;

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

/// Adds vectors.
fn sum(vectors: &[[f64; 3]]) -> [f64; 3] {
    vectors.iter().fold([0.0; 3], |sum, v| [0, 1, 2].map(|k| sum[k] + v[k]))
}

/// A gear that holds on to a housing on a moving body: the housing takes the opposite of what its flanges take, and the body moves
/// under nothing but what its rotor and the housing do to it.
#[test]
fn a_gear_holds_on_to_a_mounting_that_moves() {
    let mut run = Run::new(
        &format!(
            r#""world": {{"class": "World", "gravityType": "NoGravity"}}, "body": {{{BODY}}}, {},
               "mounting": {{"class": "Parts.Mounting1D", "n": [0, 0, 1]}}, "wheel": {{"class": "Rotational.Components.Inertia", "J": 1.5}},
               "spring": {{"class": "Rotational.Components.Spring", "c": 7}},
               "gear": {{"class": "Rotational.Components.IdealGear", "ratio": 3, "useSupport": true}}"#,
            rotor("")
        ),
        r#"["body.frame_a", "rotor.frame_a"], ["rotor.flange_b", "gear.flange_a"], ["gear.flange_b", "wheel.flange_a"],
           ["gear.support", "mounting.flange_b"], ["mounting.frame_a", "body.frame_a"], ["wheel.flange_b", "spring.flange_a"],
           ["spring.flange_b", "mounting.flange_b"]"#,
    );
    for t in [0.0, 0.3, 1.5] {
        let run = run.to(t);
        let a = run.get("rotor.a");
        let tau = run.get("rotor.flange_b.tau");
        close(0.3 * (a + dot(E, run.vector("body.z_a"))), tau, 1e-9, "equation of the rotor");
        let spring = 7.0 * run.get("rotor.phi") / 3.0;
        close(1.5 * a / 3.0 + spring, -3.0 * tau, 1e-9, "equation of the wheel");
        let housing = run.get("mounting.flange_b.tau");
        close(housing, 2.0 * tau + spring, 1e-9, "torque on the housing");
        all_close(run.vector("mounting.frame_a.t"), [0.0, 0.0, -housing], 1e-9, "mounting.frame_a.t");
        let torques = ["body.frame_a.t", "rotor.frame_a.t", "mounting.frame_a.t"].map(|t| run.vector(t));
        all_close(sum(&torques), [0.0; 3], 1e-9, "torques at the body");
    }
}

/// A bevel gear on the ground: the shafts accelerate as one inertia, and the bearings take what the shafts do not balance.
#[test]
fn a_bevel_gear_on_the_ground_takes_the_torques_of_its_shafts() {
    let mut run = Run::new(
        r#""gear": {"class": "Parts.BevelGear1D", "ratio": 4, "n_a": [2, 0, 0], "n_b": [0, 3, 4]},
           "one": {"class": "Rotational.Components.Inertia", "J": 0.5, "phi": {"start": 0.8, "fixed": true}, "w": {"start": 2, "fixed": true}},
           "other": {"class": "Rotational.Components.Inertia", "J": 24},
           "torque": {"class": "Rotational.Sources.ConstantTorque", "tau_constant": 3}"#,
        r#"["world.frame_b", "gear.frame_a"], ["torque.flange", "one.flange_a"], ["one.flange_b", "gear.flange_a"],
           ["gear.flange_b", "other.flange_a"]"#,
    );
    // 0.5 + 24/16 = 2.
    for t in [0.0, 1.0, 3.0] {
        let run = run.to(t);
        close(run.get("one.phi"), 0.8 + 2.0 * t + 0.75 * t * t, 1e-10, "driving shaft");
        close(run.get("other.phi"), run.get("one.phi") / 4.0, 1e-14, "driven shaft");
        // The rest for the gear after 0.5*1.5 has accelerated the driving shaft.
        close(run.get("gear.flange_a.tau"), 2.25, 1e-12, "torque of the driving shaft");
        close(run.get("gear.flange_b.tau"), -9.0, 1e-12, "torque of the driven shaft");
        all_close(run.vector("gear.frame_a.t"), [-2.25, 9.0 * 0.6, 9.0 * 0.8], 1e-12, "gear.frame_a.t");
        all_close(run.vector("gear.frame_a.f"), [0.0; 3], 1e-12, "gear.frame_a.f");
    }
}

/// A free body that carries a motor, two rotors at right angles and the bevel gear between them. Inertia 0.5, 0.4, 0.6; motor and first
/// rotor about x, second rotor about y; the gear has the ratio 2.5.
const GEARED_BODY: [&str; 2] = [
    r#""world": {"class": "World", "gravityType": "NoGravity"},
       "body": {"class": "Parts.Body", "m": 3, "r_CM": [0, 0, 0], "I_11": 0.5, "I_22": 0.4, "I_33": 0.6, "angles_fixed": true,
         "angles_start": [0.2, 0.3, 0.4], "w_0_fixed": true, "w_0_start": [1, -2, 0.5]},
       "one": {"class": "Parts.Rotor1D", "J": 0.1, "phi": {"fixed": true}, "w": {"start": 15, "fixed": true}},
       "other": {"class": "Parts.Rotor1D", "J": 0.25, "n": [0, 2, 0]},
       "gear": {"class": "Parts.BevelGear1D", "ratio": 2.5, "n_b": [0, 1, 0]},
       "torque": {"class": "Rotational.Sources.Torque", "useSupport": true}, "sine": {"class": "Blocks.Sources.Sine", "amplitude": 2, "f": 0.7, "phase": 0.4},
       "mounting": {"class": "Parts.Mounting1D"}"#,
    r#"["body.frame_a", "one.frame_a"], ["body.frame_a", "other.frame_a"], ["body.frame_a", "gear.frame_a"],
       ["body.frame_a", "mounting.frame_a"], ["torque.flange", "one.flange_a"], ["one.flange_b", "gear.flange_a"],
       ["gear.flange_b", "other.flange_a"], ["torque.support", "mounting.flange_b"], ["sine.y", "torque.tau"]"#,
];

/// Lagrange's equations of the geared body: with the angular momentum `h = {0.1, 0.25/2.5, 0}` per speed of the first rotor,
/// `I z + h a = -w x (I w + h w_1)` and `h z + (0.1 + 0.25/2.5^2) a = tau`.
#[test]
fn a_bevel_gear_couples_its_shafts_and_its_carrier() {
    let mut run = Run::new(GEARED_BODY[0], GEARED_BODY[1]);
    let (inertia, h): ([f64; 3], [f64; 3]) = ([0.5, 0.4, 0.6], [0.1, 0.1, 0.0]);
    for t in [0.0, 0.4, 2.0] {
        let run = run.to(t);
        let (w, spin) = (run.vector("body.w_a"), run.get("one.w"));
        close(run.get("other.w"), spin / 2.5, 1e-14, "gear");
        let gyroscopic = cross(w, [0, 1, 2].map(|k| inertia[k] * w[k] + h[k] * spin));
        let tau = 2.0 * (1.4 * std::f64::consts::PI * t + 0.4).sin();
        let moment = 0.1 + 0.25 / 6.25 - (0..3).map(|k| h[k] * h[k] / inertia[k]).sum::<f64>();
        let a = (tau + (0..3).map(|k| h[k] * gyroscopic[k] / inertia[k]).sum::<f64>()) / moment;
        close(run.get("one.a"), a, 1e-10, "acceleration of the rotor");
        let z = [0, 1, 2].map(|k| (-gyroscopic[k] - h[k] * a) / inertia[k]);
        all_close(run.vector("body.z_a"), z, 1e-10, "angular acceleration of the body");
        // The torque that the gear passes on drives the second rotor, and its bearings hold both shafts.
        let driven = 0.25 * (a / 2.5 + z[1]);
        close(run.get("gear.flange_b.tau"), -driven, 1e-10, "torque of the driven shaft");
        close(run.get("gear.flange_a.tau"), driven / 2.5, 1e-10, "torque of the driving shaft");
        all_close(run.vector("gear.frame_a.t"), [-driven / 2.5, driven, 0.0], 1e-10, "gear.frame_a.t");
        let frames = ["body", "one", "other", "gear", "mounting"].map(|part| run.vector(&format!("{part}.frame_a.t")));
        all_close(sum(&frames), [0.0; 3], 1e-10, "torques at the body");
    }
}

/// Nothing acts on the geared body from outside: its angular momentum stays, and the motor's work is its energy.
#[test]
fn a_geared_body_keeps_its_angular_momentum() {
    let mut run = Run::new(GEARED_BODY[0], GEARED_BODY[1]);
    let mut momentum = |t: f64| {
        let run = run.to(t);
        let (w, spin) = (run.vector("body.w_a"), run.get("one.w"));
        let l = [0.5 * w[0] + 0.1 * spin, 0.4 * w[1] + 0.1 * spin, 0.6 * w[2]];
        let rows = [1, 2, 3].map(|i| [1, 2, 3].map(|j| run.get(&format!("body.frame_a.R.T[{i},{j}]"))));
        [0, 1, 2].map(|k| (0..3).map(|i| rows[i][k] * l[i]).sum::<f64>())
    };
    let start = momentum(0.0);
    for t in [0.5, 3.0] {
        all_close(momentum(t), start, 1e-8, "angular momentum");
    }
}

/// A rotor that a gear ties to the axis of a revolute joint: a motor on an arm, in the plane.
#[test]
fn a_rotor_turns_with_the_axis_of_a_joint() {
    let mut run = Run::new(
        r#""world": {"class": "World", "gravityType": "NoGravity"},
           "base": {"class": "Joints.Revolute", "n": [0, 0, 1], "phi": {"fixed": true}, "w": {"fixed": true, "start": 1}},
           "carrier": {"class": "Parts.Body", "m": 0, "r_CM": [0, 0, 0], "I_33": 2},
           "joint": {"class": "Joints.Revolute", "n": [0, 0, 1], "useAxisFlange": true, "phi": {"fixed": true}, "w": {"fixed": true}},
           "arm": {"class": "Parts.Body", "m": 0, "r_CM": [0, 0, 0], "I_33": 0.7},
           "gear": {"class": "Parts.BevelGear1D", "ratio": 5, "n_a": [0, 0, 1], "n_b": [0, 0, 1]},
           "motor": {"class": "Parts.Rotor1D", "J": 0.1, "n": [0, 0, 1]},
           "torque": {"class": "Rotational.Sources.ConstantTorque", "tau_constant": 1.3, "useSupport": true},
           "mounting": {"class": "Parts.Mounting1D", "n": [0, 0, 1]}"#,
        r#"["world.frame_b", "base.frame_a"], ["base.frame_b", "carrier.frame_a"], ["base.frame_b", "joint.frame_a"],
           ["joint.frame_b", "arm.frame_a"], ["motor.flange_b", "gear.flange_a"], ["gear.flange_b", "joint.axis"],
           ["gear.frame_a", "carrier.frame_a"], ["motor.frame_a", "carrier.frame_a"], ["torque.flange", "motor.flange_a"],
           ["torque.support", "mounting.flange_b"], ["mounting.frame_a", "carrier.frame_a"]"#,
    );
    // With the torque x of the motor's shaft: 0.1 (5 u + w) = 1.3 - x, 0.7 (w + u) = 5 x, and the carrier has the reactions of the motor,
    // of the gear's bearings and of the joint: 2 w - 0.1 w = -1.3 - (5 - 1) x - 5 x.
    let w = -(1.3 + 1.26 * 1.3 / 0.64) / (3.16 - 1.26 * 0.24 / 0.64);
    let u = (1.3 - 0.24 * w) / 0.64;
    for t in [0.0, 1.0, 2.0] {
        let run = run.to(t);
        close(run.get("joint.a"), u, 1e-10, "acceleration of the arm");
        close(run.get("base.a"), w, 1e-10, "acceleration of the carrier");
        close(run.get("motor.w"), 5.0 * u * t, 1e-9, "speed of the motor");
        close(run.get("motor.phi"), 2.5 * u * t * t, 1e-9, "angle of the motor");
    }
}

#[test]
fn without_three_dimensional_effects_a_bevel_gear_is_a_gear() {
    let mut run = Run::new(
        r#""world": {"class": "World", "driveTrainMechanics3D": false}, "gear": {"class": "Parts.BevelGear1D", "ratio": 4},
           "one": {"class": "Parts.Rotor1D", "J": 0.5, "phi": {"fixed": true}, "w": {"fixed": true}},
           "other": {"class": "Parts.Rotor1D", "J": 24},
           "torque": {"class": "Rotational.Sources.ConstantTorque", "tau_constant": 3}"#,
        r#"["torque.flange", "one.flange_a"], ["one.flange_b", "gear.flange_a"], ["gear.flange_b", "other.flange_a"]"#,
    );
    close(run.to(2.0).get("one.w"), 3.0, 1e-10, "speed");
    all_close(run.vector("gear.frame_a.t"), [0.0; 3], 1e-12, "torque on the frame");
}

#[test]
fn the_axis_of_a_bevel_gear_has_a_direction() {
    let message = refusal(
        r#""gear": {"class": "Parts.BevelGear1D", "ratio": 4, "n_b": [0, 0, 0]},
           "one": {"class": "Rotational.Components.Inertia", "J": 0.5}"#,
        r#"["world.frame_b", "gear.frame_a"], ["one.flange_b", "gear.flange_a"]"#,
    );
    assert!(message.contains("gear") && message.contains("zero"), "{message}");
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

/// Of two angles that one condition ties to each other, each takes half, however large the mechanism is: both count as angles.
#[test]
fn the_angle_of_a_rotor_counts_as_an_angle() {
    let mut run = Run::new(
        r#""world": {"class": "World"}, "rotor": {"class": "Parts.Rotor1D", "J": 0.3},
           "joint": {"class": "Joints.Revolute", "useAxisFlange": true},
           "body": {"class": "Parts.Body", "m": 3, "r_CM": [100, 0, 0]},
           "arm": {"class": "Parts.FixedTranslation", "r": [100, 0, 0]},
           "spring": {"class": "Rotational.Components.Spring", "c": 7, "phi_rel": {"start": 1, "fixed": true}}"#,
        r#"["world.frame_b", "rotor.frame_a"], ["world.frame_b", "joint.frame_a"], ["joint.frame_b", "arm.frame_a"],
           ["arm.frame_b", "body.frame_a"], ["joint.axis", "spring.flange_a"], ["rotor.flange_a", "spring.flange_b"]"#,
    );
    close(run.get("rotor.phi"), 0.5, 1e-9, "angle of the rotor");
    close(run.get("joint.phi"), -0.5, 1e-9, "angle of the joint");
}
