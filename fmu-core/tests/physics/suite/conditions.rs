//! Conditions on variables in expressions: they change at state events, unless inside `noEvent` or `smooth`.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common;

use common::{Host, compile, near, try_compile};
use std::sync::Arc;

fn host(text: &str, tolerance: f64) -> Host {
    let mut host = Host::new(compile(text), tolerance);
    host.start();
    host
}

/// A mass of 1.5 kg that a force pushes, which is an expression.
fn pushed(force: &str) -> String {
    format!(
        r#"
name = "Pushed"
connections = [["force", "push.f"], ["push.flange", "mass.flange_a"]]
parameters = {{ F = 4, d = 0.2, level = 0.0 }}
variables.force = "{force}"
components.mass = {{ class = "Translational.Components.Mass", m = 1.5, s = {{ start = 0.3, fixed = true }}, v = {{ start = 0, fixed = true }} }}
components.push = {{ class = "Translational.Sources.Force" }}
"#
    )
}

/// Number of event indicators of a model.
fn indicators(text: &str) -> usize {
    jets::system(Arc::new(compile(text))).indicator_count()
}

const BANG_BANG: &str = "if mass.s > level then -F else F";

/// Quarter of a period of the mass under a force that always points to the middle, from rest at `amplitude`.
fn quarter(amplitude: f64) -> f64 {
    (2.0 * amplitude * 1.5 / 4.0_f64).sqrt()
}

#[test]
fn a_force_that_changes_its_sign_swings_the_mass() {
    let mut run = host(&pushed(BANG_BANG), 1e-11);
    let (period, top) = (4.0 * quarter(0.3), 4.0 / 1.5 * quarter(0.3));
    let mut events = 0;
    for k in 0..10 {
        let time = run.instance.time();
        events += run.instance.do_step(time, period * f64::from(k + 1) / 4.0 + 1e-3 - time).unwrap().state_events;
        // Behind a quarter by a millisecond: near an end, or just through the middle.
        let (side, late) = (if matches!(k % 4, 0 | 1) { -1.0 } else { 1.0 }, 1e-3);
        let (s, v) = if k % 2 == 0 {
            (side * (top * late - 2.0 / 1.5 * late * late), side * (top - 4.0 / 1.5 * late))
        } else {
            (side * (0.3 - 2.0 / 1.5 * late * late), -side * 4.0 / 1.5 * late)
        };
        // Each change is late by the shift of its indicator, 1e-10 m, in which the force adds energy.
        let tolerance = 2e-9 * f64::from(k + 1);
        near(run.get("mass.s"), s, tolerance, &format!("position behind quarter {}", k + 1));
        near(run.get("mass.v"), v, tolerance, &format!("speed behind quarter {}", k + 1));
    }
    assert_eq!(events, 5, "one event each time it comes through the middle");
}

/// A threshold that a host changes in flight acts from then on.
#[test]
fn a_threshold_may_be_changed() {
    let mut run = host(&pushed(BANG_BANG), 1e-10);
    run.steps(1, quarter(0.3));
    // At the middle with full speed to the left; the force points to the left until -0.5.
    let speed = 4.0 / 1.5 * quarter(0.3);
    run.set("level", -0.5);
    run.steps(1, 0.1);
    near(run.get("mass.s"), -speed * 0.1 - 2.0 / 1.5 * 0.01, 1e-9, "still pushed to the left");
}

#[test]
fn branches_inside_no_event_raise_none() {
    for (force, expected) in [
        (BANG_BANG, 1),
        ("noEvent(if mass.s > level then -F else F)", 0),
        ("smooth(0, if mass.s > level then -F*mass.s else F*mass.s)", 0),
        ("noEvent(if mass.s > 0 then -F else F) + (if mass.v > 0 then -d*mass.v else 0)", 1),
        ("if mass.s > 0 and not mass.v < 1 or time < 1 then -F else F", 2),
        ("min(mass.s, 0)*F - abs(mass.v)", 0),
        ("if time < 0.5 then 1 else F", 0),
    ] {
        assert_eq!(indicators(&pushed(force)), expected, "{force}");
    }
}

/// A damper that is softer in one direction: each half swing has its own decay.
#[test]
fn a_damper_has_two_characteristics() {
    let text = pushed("-6*mass.s - (if mass.v > 0 then 0.9*mass.v else 0.3*mass.v)");
    let mut run = host(&text, 1e-11);
    let half = |d: f64| {
        let decay = d / 3.0;
        let half = std::f64::consts::PI / (4.0 - decay * decay).sqrt();
        (half, (-decay * half).exp())
    };
    let (mut time, mut amplitude) = (0.0, 0.3);
    for k in 0..8 {
        let (length, factor) = half(if k % 2 == 0 { 0.3 } else { 0.9 });
        time += length;
        amplitude *= -factor;
        run.steps(1, time - run.instance.time());
        near(run.get("mass.s"), amplitude, 1e-9, &format!("end of half swing {}", k + 1));
        near(run.get("mass.v"), 0.0, 1e-8, &format!("speed at the end of half swing {}", k + 1));
    }
}

/// All comparisons and their combinations say between events what `noEvent` says.
#[test]
fn conditions_are_true_between_events() {
    let conditions = [
        "mass.s > 0.1",
        "mass.s >= 0.1",
        "mass.s < 0.1",
        "0.1 <= mass.s",
        "mass.s > 0.1 and mass.v > 0.2",
        "mass.s > 0.1 or mass.v > 0.2",
        "not mass.s > 0.1",
        "not (mass.s*mass.v >= 0.05 and mass.v < 0.3) or mass.a > 0.4",
        "sin(3*time) > 0.2 and (mass.s > 0 or time > 4)",
        "mass.v > (if mass.s > 0 then 0.1 else -0.1)",
    ];
    let entries: String = conditions
        .iter()
        .enumerate()
        .map(|(k, condition)| {
            let branch = format!("if {condition} then 1 else 2");
            format!("variables.held{k} = \"{branch}\"\nvariables.free{k} = \"noEvent({branch})\"\n")
        })
        .collect();
    let mut run = host(&(pushed("-6*mass.s") + &entries), 1e-9);
    let mut seen = vec![[false; 2]; conditions.len()];
    for _ in 0..700 {
        run.steps(1, 0.00931);
        for (k, condition) in conditions.iter().enumerate() {
            let (held, free) = (run.get(&format!("held{k}")), run.get(&format!("free{k}")));
            assert_eq!(held, free, "{condition} at {}", run.instance.time());
            seen[k][usize::from(held > 1.5)] = true;
        }
    }
    assert!(seen.iter().all(|both| *both == [true; 2]), "each condition held and did not: {seen:?}");
}

/// Dry friction written as a condition on the speed has no solution at rest: that is said, with the name of the expression.
#[test]
fn what_switches_without_end_is_named() {
    let mut run = host(&pushed("if mass.v > 0 then -F else F").replace("v = { start = 0", "v = { start = 2"), 1e-8);
    let error = run.instance.do_step(0.0, 2.0).unwrap_err().to_string();
    assert!(error.contains("force") && error.contains("0.75"), "{error}");
}

/// Branches in outputs raise no events: nothing depends on them.
#[test]
fn outputs_branch_without_events() {
    let text = pushed("-6*mass.s") + "outputs.side = { expression = \"if mass.s > 0 then 1 else -1\" }\n";
    let mut run = host(&text, 1e-9);
    assert_eq!(indicators(&text), 0);
    let period = std::f64::consts::PI;
    assert_eq!(run.get("side"), 1.0);
    for (time, side) in [(0.24 * period, 1.0), (0.26 * period, -1.0), (0.8 * period, 1.0)] {
        run.steps(1, time - run.instance.time());
        assert_eq!(run.get("side"), side, "{time}");
    }
}

#[test]
fn too_many_conditions_and_branches_of_gravity_are_refused() {
    let many = (0..32).map(|k| format!("(if mass.s > {k} then 1 else 0)")).collect::<Vec<_>>().join(" + ");
    let problem = try_compile(&pushed(&many)).unwrap_err();
    assert!(problem.contains("at most 31 conditions") && problem.contains("force"), "{problem}");
    let gravity = r#"
name = "Field"
connections = [["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"]]
components.world = { class = "World", gravityAcceleration = "if r[1] > 0 then {0, -9, 0} else {0, -8, 0}" }
components.joint = { class = "Joints.Prismatic" }
components.body = { class = "Parts.Body", m = 1, r_CM = [0, 0, 0] }
"#;
    let problem = try_compile(gravity).unwrap_err();
    assert!(problem.contains("a condition on parameters only") && problem.contains("world"), "{problem}");
}
