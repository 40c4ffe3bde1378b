//! Sources that act relative to a support which moves.

use super::*;

/// Two wheels on one shaft, the second one driven relative to the first: momentum is kept, and the torque is that of the reduced inertia,
/// `J1 J2/(J1 + J2)` times the acceleration of the angle between them.
#[test]
fn a_motion_relative_to_a_moving_support_keeps_the_momentum() {
    let wheels = r#""a": {"class": "Rotational.Components.Inertia", "J": 2, "phi": {"fixed": true}, "w": {"start": 0.3, "fixed": true}},
        "b": {"class": "Rotational.Components.Inertia", "J": 3}"#;
    let connections = r#"["a.flange_b", "drive.support"], ["drive.flange", "b.flange_a"]"#;
    let mut run = Run::new(
        &format!(
            r#"{wheels}, "drive": {{"class": "Rotational.Sources.ConstantSpeed", "w_fixed": 0.8, "useSupport": true}}"#
        ),
        connections,
    );
    for t in [0.0, 1.5] {
        let run = run.to(t);
        close(run.get("b.w"), 1.1, 1e-11, "speed");
        close(run.get("drive.phi"), 0.8 * t, 1e-10, "angle between them");
        close(run.get("drive.phi"), run.get("b.phi") - run.get("a.phi"), 1e-10, "what the angle is");
        close(run.get("drive.flange.tau"), 0.0, 1e-10, "torque");
    }
    let wave = r#""wave": {"class": "Blocks.Sources.Sine", "amplitude": 0.3, "f": 0.5},
        "drive": {"class": "Rotational.Sources.Position", "exact": true, "useSupport": true}"#;
    let mut run = Run::new(&format!("{wheels}, {wave}"), &format!(r#"{connections}, ["wave.y", "drive.phi_ref"]"#));
    let drive = TAU * 0.5;
    for t in [0.0, 0.4, 2.0] {
        let run = run.to(t);
        let (angle, speed) = (0.3 * (drive * t).sin(), 0.3 * drive * (drive * t).cos());
        close(run.get("drive.phi"), angle, 1e-10, "angle between them");
        close(run.get("drive.w"), speed, 1e-10, "speed between them");
        close(run.get("b.w") - run.get("a.w"), speed, 1e-9, "speeds");
        let total = 2.0 * run.get("a.w") + 3.0 * run.get("b.w");
        close(total, 2.0 * 0.3 + 3.0 * (0.3 + 0.3 * drive), 1e-9, "momentum");
        let torque = -(6.0 / 5.0) * drive * drive * angle;
        close(run.get("drive.flange.tau"), -torque, 1e-9, "torque into the flange of the source");
        close(run.get("drive.support.tau"), torque, 1e-9, "torque into its support");
    }
}

/// The filter of a source acts on the angle to the support, as if that were at rest.
#[test]
fn a_filtered_motion_is_relative_to_the_moving_support() {
    let source = r#""step": {"class": "Blocks.Sources.Step", "height": 0.4},
        "drive": {"class": "Rotational.Sources.Position", "f_crit": 2, "useSupport": true},
        "b": {"class": "Rotational.Components.Inertia", "J": 3}"#;
    let connections = r#"["step.y", "drive.phi_ref"], ["drive.flange", "b.flange_a"]"#;
    let mut moving = Run::new(
        &format!(r#"{source}, "a": {{"class": "Rotational.Components.Inertia", "J": 2}}"#),
        &format!(r#"{connections}, ["a.flange_b", "drive.support"]"#),
    );
    let mut resting = Run::new(
        &format!(r#"{source}, "wall": {{"class": "Rotational.Components.Fixed"}}"#),
        &format!(r#"{connections}, ["wall.flange", "drive.support"]"#),
    );
    for t in [0.1, 0.3, 1.0] {
        let (moving, resting) = (moving.to(t), resting.to(t));
        for name in ["drive.phi", "drive.w", "drive.a"] {
            close(moving.get(name), resting.get(name), 1e-8, name);
        }
        // The reduced inertia, 1.2, instead of 3.
        close(moving.get("drive.flange.tau"), 0.4 * resting.get("drive.flange.tau"), 1e-7, "torque");
    }
}

/// A carriage of mass M that pushes a spring: `M x'' = -c (x + u)` with `u = A sin(w t)`, from rest.
#[test]
fn a_source_on_a_carriage_moves_a_flange_without_mass() {
    let mut run = Run::new(
        r#""wave": {"class": "Blocks.Sources.Sine", "amplitude": 0.3, "f": 0.5},
           "carriage": {"class": "Translational.Components.Mass", "m": 2, "L": 0, "s": {"fixed": true}, "v": {"fixed": true}},
           "rod": {"class": "Translational.Sources.Position", "exact": true, "useSupport": true},
           "spring": {"class": "Translational.Components.Spring", "c": 40},
           "wall": {"class": "Translational.Components.Fixed"}"#,
        r#"["wave.y", "rod.s_ref"], ["carriage.flange_b", "rod.support"], ["rod.flange", "spring.flange_a"],
           ["spring.flange_b", "wall.flange"]"#,
    );
    let (omega, drive, amplitude) = (20.0_f64.sqrt(), TAU * 0.5, 0.3);
    let gain = -amplitude * omega * omega / (omega * omega - drive * drive);
    for t in [0.0, 0.4, 2.0] {
        let run = run.to(t);
        let x = gain * ((drive * t).sin() - drive / omega * (omega * t).sin());
        close(run.get("carriage.s"), x, 1e-8, "carriage");
        close(run.get("rod.flange.s"), x + amplitude * (drive * t).sin(), 1e-8, "end of the spring");
        close(run.get("rod.flange.f"), -40.0 * run.get("rod.flange.s"), 1e-7, "force");
        close(run.get("rod.support.f"), 40.0 * run.get("rod.flange.s"), 1e-7, "force on the support");
    }
}

/// Move gives position, speed and acceleration, here those of a carriage that is thrown off another one.
#[test]
fn a_move_may_be_relative_to_a_moving_support() {
    let mut run = Run::new(
        r#""a": {"class": "Translational.Components.Mass", "m": 2, "L": 0, "s": {"fixed": true}, "v": {"start": 1, "fixed": true}},
           "b": {"class": "Translational.Components.Mass", "m": 3, "L": 0},
           "move": {"class": "Translational.Sources.Move", "useSupport": true},
           "u": {"class": "Blocks.Sources.RealExpression", "y": "0.2 + 0.5*time^2"},
           "v": {"class": "Blocks.Sources.RealExpression", "y": "time"},
           "w": {"class": "Blocks.Sources.Constant", "k": 1}"#,
        r#"["a.flange_b", "move.support"], ["move.flange", "b.flange_a"], ["u.y", "move.u[1]"], ["v.y", "move.u[2]"],
           ["w.y", "move.u[3]"]"#,
    );
    for t in [0.0, 0.7, 1.5] {
        let run = run.to(t);
        close(run.get("move.s"), 0.2 + 0.5 * t * t, 1e-10, "distance");
        // Of the relative acceleration 1 m/s2 the first mass takes 3/5 backwards.
        close(run.get("a.s"), t - 0.3 * t * t, 1e-9, "first mass");
        close(run.get("b.v"), 1.0 + 0.4 * t, 1e-9, "second mass");
        close(run.get("move.flange.f"), -1.2, 1e-9, "force");
    }
}
