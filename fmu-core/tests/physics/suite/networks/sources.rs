//! Sources of forces and motions.

use super::*;

/// Move prescribes angle, speed and acceleration of one side of a gear; it needs what the other side's inertia needs.
#[test]
fn a_prescribed_motion_goes_through_a_gear() {
    let mut run = Run::new(
        r#""move": {"class": "Rotational.Sources.Move"},
           "angle": {"class": "Blocks.Sources.Sine", "amplitude": 0.5, "f": 1},
           "gear": {"class": "Rotational.Components.IdealGear", "ratio": 2},
           "load": {"class": "Rotational.Components.Inertia", "J": 3}"#,
        r#"["angle.y", "move.u[1]"], ["move.flange", "gear.flange_a"], ["gear.flange_b", "load.flange_a"]"#,
    );
    let omega = TAU;
    for t in [0.0, 0.13, 0.4] {
        let run = run.to(t);
        run.set_input("move.u[2]", 0.5 * omega * (omega * t).cos());
        run.set_input("move.u[3]", -0.5 * omega * omega * (omega * t).sin());
        close(run.get("load.phi"), 0.25 * (omega * t).sin(), 1e-12, "angle");
        close(run.get("load.w"), 0.25 * omega * (omega * t).cos(), 1e-12, "speed");
        let a = -0.25 * omega * omega * (omega * t).sin();
        close(run.get("load.a"), a, 1e-12, "acceleration");
        close(run.get("move.flange.tau"), -3.0 * a / 2.0, 1e-10, "torque of the source");
    }
}

#[test]
fn torque_between_two_inertias() {
    let mut run = Run::new(
        r#""one": {"class": "Rotational.Components.Inertia", "J": 2}, "other": {"class": "Rotational.Components.Inertia", "J": 5},
           "motor": {"class": "Rotational.Sources.Torque2"}, "drive": {"class": "Blocks.Sources.Constant", "k": 3}"#,
        r#"["one.flange_b", "motor.flange_a"], ["motor.flange_b", "other.flange_a"], ["drive.y", "motor.tau"]"#,
    );
    let run = run.to(2.0);
    close(run.get("one.w"), -3.0, 1e-11, "speed of the left inertia");
    close(run.get("other.w"), 1.2, 1e-11, "speed of the right inertia");
}

/// Translational sources and sensors: a force between two masses, a constant force, and a third mass that is moved.
#[test]
fn sources_and_sensors_of_translation() {
    let mut run = Run::new(
        r#""one": {"class": "Translational.Components.Mass", "m": 2}, "other": {"class": "Translational.Components.Mass", "m": 5},
           "motor": {"class": "Translational.Sources.Force2"}, "drive": {"class": "Blocks.Sources.Constant", "k": 3},
           "push": {"class": "Translational.Sources.ConstantForce", "f_constant": 10},
           "speed": {"class": "Translational.Sensors.SpeedSensor"}, "acc": {"class": "Translational.Sensors.AccSensor"},
           "moved": {"class": "Translational.Components.Mass", "m": 4, "L": 0.2}, "move": {"class": "Translational.Sources.Move", "useSupport": true},
           "wall": {"class": "Translational.Components.Fixed", "s0": 1.5}"#,
        r#"["one.flange_b", "motor.flange_a"], ["motor.flange_b", "other.flange_a"], ["drive.y", "motor.f"],
           ["push.flange", "other.flange_b"], ["one.flange_a", "speed.flange"], ["other.flange_b", "acc.flange"],
           ["move.flange", "moved.flange_a"], ["move.support", "wall.flange"]"#,
    );
    run.set_input("move.u[1]", 0.4);
    run.set_input("move.u[2]", -0.3);
    run.set_input("move.u[3]", 2.0);
    let run = run.to(2.0);
    close(run.get("speed.v"), -3.0, 1e-11, "speed sensor");
    close(run.get("acc.a"), 13.0 / 5.0, 1e-12, "acceleration sensor");
    close(run.get("acc.v"), run.get("other.v"), 1e-12, "speed");
    close(run.get("push.s"), run.get("other.s"), 1e-12, "position of the push");
    close(run.get("moved.s"), 1.5 + 0.4 + 0.1, 1e-12, "position relative to the support");
    close(run.get("moved.v"), -0.3, 1e-12, "prescribed speed");
    close(run.get("move.s"), 0.4, 1e-12, "distance from the support");
    close(run.get("move.flange.f"), -8.0, 1e-12, "force of the source");
    close(run.get("move.support.f"), 8.0, 1e-12, "force on the support");
    close(run.get("wall.flange.f"), -8.0, 1e-12, "force on the wall");
}

/// A road moves one end of a tyre spring: `m x'' = c (r - x)`, from rest on `r = A sin(w t)`.
#[test]
fn a_source_moves_a_flange_without_mass() {
    let mut run = Run::new(
        r#""wave": {"class": "Blocks.Sources.Sine", "amplitude": 0.3, "f": 0.5},
           "road": {"class": "Translational.Sources.Position", "exact": true},
           "tyre": {"class": "Translational.Components.Spring", "c": 40},
           "wheel": {"class": "Translational.Components.Mass", "m": 2, "L": 0, "s": {"fixed": true}, "v": {"fixed": true}}"#,
        r#"["wave.y", "road.s_ref"], ["road.flange", "tyre.flange_a"], ["tyre.flange_b", "wheel.flange_a"]"#,
    );
    assert_eq!(run.states(), ["wheel.s", "wheel.v"]);
    let (omega, drive, amplitude) = (20.0_f64.sqrt(), TAU * 0.5, 0.3);
    let gain = amplitude * omega * omega / (omega * omega - drive * drive);
    for t in [0.0, 0.4, 2.0] {
        let run = run.to(t);
        let expected = gain * ((drive * t).sin() - drive / omega * (omega * t).sin());
        close(run.get("wheel.s"), expected, 1e-9, "position");
        close(run.get("road.v"), amplitude * drive * (drive * t).cos(), 1e-12, "speed of the road");
        close(run.get("road.flange.f"), 40.0 * (run.get("wheel.s") - run.get("road.s")), 1e-9, "force of the road");
    }
}

#[test]
fn a_constant_speed_winds_a_spring() {
    let mut run = Run::new(
        r#""turn": {"class": "Rotational.Sources.ConstantSpeed", "w_fixed": 0.8},
           "gear": {"class": "Rotational.Components.IdealGear", "ratio": 4},
           "spring": {"class": "Rotational.Components.Spring", "c": 3},
           "wall": {"class": "Rotational.Components.Fixed"}"#,
        r#"["turn.flange", "gear.flange_a"], ["gear.flange_b", "spring.flange_a"], ["spring.flange_b", "wall.flange"]"#,
    );
    assert_eq!(run.states(), ["turn.phi"]);
    run.to(2.0);
    close(run.get("turn.phi"), 1.6, 1e-12, "angle");
    close(run.get("spring.tau"), -3.0 * 0.4, 1e-12, "torque");
    close(run.get("turn.flange.tau"), -3.0 * 0.4 / 4.0, 1e-12, "torque of the source");
}
