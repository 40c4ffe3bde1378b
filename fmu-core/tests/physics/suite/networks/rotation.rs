//! Inertias, gears and brakes, and masses with lengths.

use super::*;

#[test]
fn two_inertias_on_a_spring_oscillate_against_each_other() {
    let mut run = Run::new(
        r#""one": {"class": "Rotational.Components.Inertia", "J": 2, "phi": {"start": 0.3, "fixed": true}, "w": {"fixed": true, "start": 0.5}},
           "spring": {"class": "Rotational.Components.Spring", "c": 7, "phi_rel0": 0.1},
           "other": {"class": "Rotational.Components.Inertia", "J": 0.5, "phi": {"fixed": true}, "w": {"fixed": true}}"#,
        r#"["one.flange_b", "spring.flange_a"], ["spring.flange_b", "other.flange_a"]"#,
    );
    let omega = (7.0_f64 * (1.0 / 2.0 + 1.0 / 0.5)).sqrt();
    for t in [0.0, 0.7, 3.0] {
        let run = run.to(t);
        let (sin, cos) = (omega * t).sin_cos();
        close(run.get("spring.phi_rel"), 0.1 - 0.4 * cos - 0.5 / omega * sin, 1e-9, "relative angle");
        let momentum = 2.0 * run.get("one.w") + 0.5 * run.get("other.w");
        close(momentum, 1.0, 1e-10, "angular momentum");
        // Nothing is connected outside.
        close(run.get("one.flange_a.tau"), 0.0, 1e-12, "free end");
        close(run.get("one.flange_b.tau"), 2.0 * run.get("one.a"), 1e-11, "cut torque");
        close(run.get("other.flange_a.tau"), -run.get("spring.flange_b.tau"), 1e-12, "cut torque");
    }
}

#[test]
fn a_gear_transmits_inertia_and_torque() {
    let (tau, ratio, motor, load) = (3.0, 5.0, 0.2, 8.0);
    let mut run = Run::new(
        r#""motor": {"class": "Rotational.Components.Inertia", "J": 0.2},
           "gear": {"class": "Rotational.Components.IdealGear", "ratio": 5},
           "load": {"class": "Rotational.Components.Inertia", "J": 8, "phi": {"fixed": true, "start": 1.5}, "w": {"fixed": true}},
           "torque": {"class": "Rotational.Sources.ConstantTorque", "tau_constant": 3},
           "cut": {"class": "Rotational.Sensors.TorqueSensor"},
           "speed": {"class": "Rotational.Sensors.SpeedSensor"},
           "acc": {"class": "Rotational.Sensors.AccSensor"},
           "angle": {"class": "Rotational.Sensors.AngleSensor"}"#,
        r#"["torque.flange", "motor.flange_a"], ["motor.flange_b", "cut.flange_a"], ["cut.flange_b", "gear.flange_a"],
           ["gear.flange_b", "load.flange_a"], ["load.flange_b", "speed.flange"], ["load.flange_b", "acc.flange"],
           ["load.flange_b", "angle.flange"]"#,
    );
    let acceleration = tau / (motor + load / (ratio * ratio));
    assert_eq!(run.states(), ["load.phi", "load.w"], "the inertia with fixed start values is the coordinate");
    for t in [0.0, 1.0, 2.0] {
        let run = run.to(t);
        close(run.get("motor.a"), acceleration, 1e-12, "acceleration");
        close(run.get("motor.w"), acceleration * t, 1e-10, "speed");
        close(run.get("load.phi"), 1.5 + acceleration * t * t / 2.0 / ratio, 1e-10, "angle");
        close(run.get("motor.phi"), ratio * run.get("load.phi"), 1e-12, "gear");
        let through = tau - motor * acceleration;
        close(run.get("gear.flange_a.tau"), through, 1e-11, "torque into the gear");
        close(run.get("cut.tau"), through, 1e-11, "measured torque");
        close(run.get("gear.flange_b.tau"), -ratio * through, 1e-11, "torque out of the gear");
        close(run.get("load.flange_a.tau"), load * acceleration / ratio, 1e-11, "torque on the load");
        close(run.get("speed.w"), run.get("load.w"), 1e-12, "speed sensor");
        close(run.get("acc.a"), run.get("load.a"), 1e-12, "acceleration sensor");
        close(run.get("angle.phi"), run.get("load.phi"), 1e-12, "angle sensor");
    }
}

#[test]
fn a_gear_turns_relative_to_its_support() {
    let mut run = Run::new(
        r#""gear": {"class": "Rotational.Components.IdealGear", "ratio": -3, "useSupport": true},
           "housing": {"class": "Rotational.Components.Fixed", "phi0": 0.2},
           "one": {"class": "Rotational.Components.Inertia", "J": 2, "phi": {"start": 0.7, "fixed": true}, "w": {"start": 1.2, "fixed": true}},
           "other": {"class": "Rotational.Components.Inertia", "J": 4},
           "spring": {"class": "Rotational.Components.Spring", "c": 3}"#,
        r#"["one.flange_b", "gear.flange_a"], ["gear.flange_b", "other.flange_a"], ["gear.support", "housing.flange"],
           ["other.flange_b", "spring.flange_b"], ["spring.flange_a", "housing.flange"]"#,
    );
    for t in [0.0, 1.0] {
        let run = run.to(t);
        close(run.get("one.phi") - 0.2, -3.0 * (run.get("other.phi") - 0.2), 1e-12, "angles");
        close(run.get("gear.phi_a"), run.get("one.phi") - 0.2, 1e-12, "angle to the support");
        let [a, b, support] = ["flange_a", "flange_b", "support"].map(|f| run.get(&format!("gear.{f}.tau")));
        close(a + b + support, 0.0, 1e-12, "balance of the gear");
        close(b, 3.0 * a, 1e-12, "transmission");
        let spring = run.get("spring.flange_a.tau");
        close(run.get("housing.flange.tau"), -support - spring, 1e-12, "torque on the housing");
        close(run.get("other.a"), -run.get("spring.tau") / (4.0 + 9.0 * 2.0), 1e-12, "acceleration");
    }
}

/// A pendulum whose joint turns a flywheel through a gear: like a pendulum with a larger moment of inertia about the joint, but the
/// reaction at the bearing does not hold the flywheel.
#[test]
fn a_flywheel_on_the_axis_of_a_joint() {
    let mut run = Run::new(
        r#""joint": {"class": "Joints.Revolute", "useAxisFlange": true, "n": [0, 0, 2], "phi": {"start": -1, "fixed": true}, "w": {"fixed": true, "start": 0.4}},
           "body": {"class": "Parts.Body", "m": 2, "r_CM": [0.5, 0, 0], "I_33": 0.1},
           "gear": {"class": "Rotational.Components.IdealGear", "ratio": 4},
           "wheel": {"class": "Rotational.Components.Inertia", "J": 0.05},
           "brake": {"class": "Rotational.Components.Damper", "d": 0.03}"#,
        r#"["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"], ["joint.axis", "gear.flange_b"],
           ["gear.flange_a", "wheel.flange_a"], ["wheel.flange_b", "brake.flange_b"], ["brake.flange_a", "joint.support"]"#,
    );
    let inertia = 0.1 + 2.0 * 0.25 + 16.0 * 0.05;
    for t in [0.0, 0.5, 2.0] {
        let run = run.to(t);
        let (phi, w) = (run.get("joint.phi"), run.get("joint.w"));
        let torque = -2.0 * 9.80665 * 0.5 * phi.cos() - 16.0 * 0.03 * w;
        let a = torque / inertia;
        close(run.get("joint.a"), a, 1e-12, "acceleration");
        close(run.get("wheel.w"), 4.0 * w, 1e-12, "speed of the wheel");
        // The torque of the axis flange on the body.
        let drive = -16.0 * (0.05 * a + 0.03 * w);
        close(run.get("joint.tau"), drive, 1e-10, "driving torque");
        close(run.get("joint.axis.tau"), drive, 1e-10, "torque at the axis");
        close(run.get("joint.frame_b.t[3]"), -drive, 1e-10, "torque on the body");
        close(run.get("joint.frame_a.t[3]"), drive, 1e-10, "torque on the bearing");
        close(run.get("gear.flange_b.tau"), -drive, 1e-10, "torque at the gear");
    }
}

#[test]
fn masses_have_lengths() {
    let mut run = Run::new(
        r#""wall": {"class": "Translational.Components.Fixed", "s0": 0.5},
           "spring": {"class": "Translational.Components.Spring", "c": 50, "s_rel0": 0.3},
           "rod": {"class": "Translational.Components.Rod", "L": 0.1},
           "mass": {"class": "Translational.Components.Mass", "m": 2, "L": 0.2, "s": {"start": 1.2, "fixed": true}, "v": {"fixed": true}},
           "position": {"class": "Translational.Sensors.PositionSensor"},
           "force": {"class": "Translational.Sensors.ForceSensor"},
           "second": {"class": "Translational.Components.Mass", "m": 3, "L": 0.4}"#,
        r#"["wall.flange", "spring.flange_a"], ["spring.flange_b", "rod.flange_a"], ["rod.flange_b", "mass.flange_a"],
           ["mass.flange_b", "force.flange_a"], ["force.flange_b", "second.flange_a"], ["second.flange_b", "position.flange"]"#,
    );
    assert_eq!(run.states(), ["mass.s", "mass.v"]);
    let omega = (50.0_f64 / 5.0).sqrt();
    // At rest: 0.5 + 0.3 + 0.1 + 0.1.
    for t in [0.0, 0.4, 2.0] {
        let run = run.to(t);
        let s = 1.0 + 0.2 * (omega * t).cos();
        close(run.get("mass.s"), s, 1e-9, "position");
        close(run.get("mass.v"), -0.2 * omega * (omega * t).sin(), 1e-9, "velocity");
        close(run.get("spring.s_rel"), s - 0.7, 1e-9, "length of the spring");
        close(run.get("second.s"), s + 0.3, 1e-9, "position of the second mass");
        close(run.get("position.s"), s + 0.5, 1e-9, "position sensor");
        close(run.get("rod.flange_a.s"), s - 0.2, 1e-9, "rod");
        close(run.get("force.f"), 3.0 * run.get("second.a"), 1e-10, "force sensor");
    }
}

/// Distances count as distances: a sum of two positions is as good at 150 m as at 1 m, and of two unknown ones the smaller step is taken.
#[test]
fn distances_of_networks_are_lengths() {
    let mut run = Run::new(
        r#""mass": {"class": "Translational.Components.Mass", "m": 2, "v": {"start": 3, "fixed": true}},
           "rod": {"class": "Translational.Components.Rod", "L": 10},
           "end": {"class": "Translational.Components.Mass", "m": 1, "s": {"start": 150, "fixed": true}}"#,
        r#"["mass.flange_b", "rod.flange_a"], ["rod.flange_b", "end.flange_a"]"#,
    );
    close(run.get("end.s"), 150.0, 1e-12, "fixed position");
    close(run.to(2.0).get("mass.s"), 146.0, 1e-9, "position of the mass");
}

#[test]
fn a_quadratic_brake_slows_down_hyperbolically() {
    let mut run = Run::new(
        r#""fan": {"class": "Rotational.Sources.QuadraticSpeedDependentTorque", "tau_nominal": -2, "TorqueDirection": false, "w_nominal": 10},
           "rotor": {"class": "Rotational.Components.Inertia", "J": 0.5, "w": {"start": -20, "fixed": true}}"#,
        r#"["fan.flange", "rotor.flange_a"]"#,
    );
    for t in [0.0, 1.0, 5.0] {
        close(run.to(t).get("rotor.w"), -20.0 / (1.0 + 0.04 * 20.0 * t), 1e-9, "speed");
    }
}

/// Distances count as such: 150 m are not 150 rad.
#[test]
fn a_mass_may_start_far_away() {
    let mut run = Run::new(
        r#""mass": {"class": "Translational.Components.Mass", "m": 2, "L": 1, "flange_b": {"s": {"start": 150, "fixed": true}},
                     "v": {"start": 3, "fixed": true}}"#,
        "",
    );
    run.to(2.0);
    close(run.get("mass.s"), 149.5 + 6.0, 1e-9, "position");
}

#[test]
fn what_cannot_be_solved_is_refused_by_name() {
    let inertia = r#"{"class": "Rotational.Components.Inertia", "J": 1}"#;
    let ring = refusal(
        &format!(r#""a": {inertia}, "b": {inertia}"#),
        r#"["a.flange_b", "b.flange_a"], ["b.flange_b", "a.flange_a"]"#,
    );
    assert!(ring.contains("rigidly"), "{ring}");
    let massless = refusal(
        r#""a": {"class": "Rotational.Components.Spring", "c": 1}, "b": {"class": "Rotational.Components.Spring", "c": 1}"#,
        r#"["a.flange_b", "b.flange_a"]"#,
    );
    assert!(massless.contains("the position of the flange"), "{massless}");
    let follows = refusal(
        &format!(
            r#""a": {inertia}, "b": {inertia}, "position": {{"class": "Rotational.Sources.Position", "exact": true}}, "sensor": {{"class": "Rotational.Sensors.AngleSensor"}}"#
        ),
        r#"["a.flange_b", "sensor.flange"], ["sensor.phi", "position.phi_ref"], ["position.flange", "b.flange_a"]"#,
    );
    assert!(follows.contains("position"), "{follows}");
}
