//! Time events are hit exactly, and results do not depend on where a host communicates.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Host, Rig, compile, near};

/// A disc of inertia 1 about a tilted axis, driven by each source.
fn driven(source: &str) -> String {
    format!(
        r#"
name = "Driven"
connections = [["world.frame_b", "joint.frame_a"], ["joint.frame_b", "disc.frame_a"], ["motor.flange", "joint.axis"], ["source.y", "motor.tau"]]
components.world = {{ class = "World", gravityType = "NoGravity" }}
components.joint = {{ class = "Joints.Revolute", n = [1, 2, -0.5], useAxisFlange = true }}
components.disc = {{ class = "Parts.Body", m = 1, r_CM = [0, 0, 0], I_11 = 1, I_22 = 1, I_33 = 1 }}
components.motor = {{ class = "Rotational.Sources.Torque" }}
components.source = {{ {source} }}
"#
    )
}

#[test]
fn a_step_acts_from_its_start_time_on() {
    let start = 0.1 + 0.2;
    let text = driven(&format!(r#"class = "Blocks.Sources.Step", height = 2, offset = 0.5, startTime = {start:?}"#));
    let mut rig = Rig::new(&text);
    assert_eq!(rig.system.next_time_event(0.0), Some(start));
    rig.run(start);
    assert_eq!(rig.t.to_bits(), start.to_bits());
    // Right limit at the event, and nothing of it before.
    assert_eq!(rig.get("source.y"), 2.5);
    near(rig.get("joint.w"), 0.5 * start, 1e-14, "w at the event");
    near(rig.get("joint.phi"), 0.25 * start * start, 1e-14, "phi at the event");
    rig.run(1.0);
    near(rig.get("joint.w"), 0.5 * start + 2.5 * (1.0 - start), 1e-13, "w");
    // From the left.
    let mut rig = Rig::new(&text);
    rig.run(start - 1e-9);
    assert_eq!(rig.get("source.y"), 0.5);
    assert_eq!(rig.system.next_time_event(rig.t), Some(start));
}

#[test]
fn a_step_in_the_past_and_one_at_the_start_act_at_once() {
    for start in [-1.0, 0.0] {
        let mut rig =
            Rig::new(&driven(&format!(r#"class = "Blocks.Sources.Step", height = 2, startTime = {start:?}"#)));
        assert_eq!(rig.get("source.y"), 2.0, "{start}");
        assert_eq!(rig.get("joint.tau"), 2.0);
        assert_eq!(rig.system.next_time_event(0.0), None);
    }
    // A run that begins later.
    let mut rig = Rig::uninitialized(compile(&driven(r#"class = "Blocks.Sources.Step", height = 2, startTime = 1"#)));
    rig.initialize(1.5).unwrap();
    assert_eq!(rig.get("source.y"), 2.0);
}

#[test]
fn a_ramp_has_two_corners() {
    let mut rig = Rig::new(&driven(
        r#"class = "Blocks.Sources.Ramp", height = 3, duration = 0.7, offset = -0.4, startTime = 0.3"#,
    ));
    assert_eq!(rig.system.next_time_event(0.0), Some(0.3));
    assert_eq!(rig.system.next_time_event(0.3), Some(1.0));
    for (time, y) in [(0.0, -0.4), (0.2, -0.4), (0.3, -0.4), (0.65, 1.1), (1.0, 2.6), (1.7, 2.6)] {
        rig.run(time);
        near(rig.get("source.y"), y, 1e-14, &format!("y at {time}"));
        // w is the integral of y.
        let slope = 3.0 / 0.7;
        let rise = (time.clamp(0.3, 1.0) - 0.3_f64).powi(2) * 0.5 * slope + (time - 1.0).max(0.0) * 3.0;
        near(rig.get("joint.w"), -0.4 * time + rise, 1e-12, &format!("w at {time}"));
    }
    // Without duration it is a step.
    let mut rig = Rig::new(&driven(r#"class = "Blocks.Sources.Ramp", height = 3, duration = 0, startTime = 0.3"#));
    rig.run(0.299);
    assert_eq!(rig.get("source.y"), 0.0);
    rig.run(0.3);
    assert_eq!(rig.get("source.y"), 3.0);
    rig.run(1.3);
    near(rig.get("joint.w"), 3.0, 1e-12, "w");
}

#[test]
fn a_clock_runs_from_its_start_time_on() {
    let mut rig = Rig::new(&driven(r#"class = "Blocks.Sources.ContinuousClock", offset = -0.4, startTime = 0.3"#));
    assert_eq!(rig.system.next_time_event(0.0), Some(0.3));
    assert_eq!(rig.system.next_time_event(0.3), None);
    for (time, y) in [(0.0, -0.4), (0.3, -0.4), (0.65, -0.05), (1.7, 1.0)] {
        rig.run(time);
        near(rig.get("source.y"), y, 1e-14, &format!("y at {time}"));
        let rise = 0.5 * (time - 0.3_f64).max(0.0).powi(2);
        near(rig.get("joint.w"), -0.4 * time + rise, 1e-12, &format!("w at {time}"));
    }
}

#[test]
fn a_sine_begins_at_its_start_time() {
    let tau = 2.0 * std::f64::consts::PI;
    for (continuous, before) in [(false, 0.0), (true, 1.5 * 0.6_f64.sin())] {
        let source = format!(
            r#"class = "Blocks.Sources.Sine", amplitude = 1.5, f = 0.8, phase = 0.6, offset = 0.2, startTime = 0.35, continuous = {continuous}"#
        );
        let mut rig = Rig::new(&driven(&source));
        near(rig.get("source.y"), 0.2 + before, 1e-15, "before");
        rig.run(0.35);
        near(rig.get("source.y"), 0.2 + 1.5 * 0.6_f64.sin(), 1e-14, "at the start");
        rig.run(2.0);
        near(rig.get("source.y"), 0.2 + 1.5 * (tau * 0.8 * 1.65 + 0.6).sin(), 1e-13, "y");
        let integral = 0.2 * 2.0 + before * 0.35 + 1.5 * (0.6_f64.cos() - (tau * 0.8 * 1.65 + 0.6).cos()) / (tau * 0.8);
        near(rig.get("joint.w"), integral, 1e-9, "w");
    }
}

/// One big step, ten, a thousand, and steps that end at, just before and just after the events.
#[test]
fn results_do_not_depend_on_the_communication_step() {
    let text = r#"
name = "Communicating"
connections = [
  ["world.frame_b", "joint.frame_a"], ["joint.frame_b", "arm.frame_a"], ["arm.frame_b", "elbow.frame_b"], ["elbow.frame_a", "hand.frame_a"],
  ["motor.flange", "joint.axis"], ["jump.y", "motor.tau"], ["push.frame_b", "hand.frame_a"], ["slope.y", "push.force[1]"], ["wave.y", "push.force[3]"],
  ["follow.flange", "elbow.axis"], ["slope.y", "follow.phi_ref"],
]
components.world = { class = "World", n = [0.3, -1, 0.2] }
components.joint = { class = "Joints.Revolute", n = [1, 2, -0.5], useAxisFlange = true }
components.arm = { class = "Parts.BodyShape", r = [0.4, 0.3, -0.2], r_CM = [0.15, 0.2, -0.1], m = 2.3 }
components.elbow = { class = "Joints.Revolute", n = [-0.3, 0.4, 1], useAxisFlange = true }
components.hand = { class = "Parts.Body", m = 1.1, r_CM = [0.2, 0.1, 0.1] }
components.motor = { class = "Rotational.Sources.Torque" }
components.push = { class = "Forces.WorldForce", resolveInFrame = "frame_b" }
components.follow = { class = "Rotational.Sources.Position", f_crit = 3 }
components.jump = { class = "Blocks.Sources.Step", height = 5, startTime = 0.3 }
components.slope = { class = "Blocks.Sources.Ramp", height = 1.3, duration = 0.25, startTime = 0.4 }
components.wave = { class = "Blocks.Sources.Sine", amplitude = 4, f = 2, startTime = 0.123456789 }
"#;
    let run = |steps: &[f64]| {
        let mut host = Host::new(compile(text), 1e-10);
        host.start();
        let mut events = 0;
        for step in steps {
            let time = host.instance.time();
            events += host.instance.do_step(time, *step).unwrap().time_events;
        }
        near(host.instance.time(), 1.0, 1e-12, "time");
        let values =
            ["joint.phi", "joint.w", "elbow.phi", "elbow.w", "joint.a", "elbow.tau"].map(|name| host.get(name));
        (values, events)
    };
    let (expected, events) = run(&[1.0]);
    assert_eq!(events, 4);
    assert!(expected[0].abs() > 0.1 && expected[2].abs() > 0.1);
    let uneven = [0.123456789, 0.3 - 0.123456789, 0.1 - 1e-10, 2e-10, 0.25 - 1e-10, 0.2, 0.15];
    for steps in [vec![0.1; 10], vec![0.001; 1000], uneven.to_vec(), vec![0.7, 0.3]] {
        let (values, events) = run(&steps);
        assert_eq!(events, 4, "{} steps", steps.len());
        for (found, expected) in values.iter().zip(expected) {
            near(*found, expected, 1e-7 * (1.0 + expected.abs()), &format!("{} steps", steps.len()));
        }
    }
}

/// Equal calls give equal bits.
#[test]
fn runs_repeat_to_the_last_bit() {
    let run = || {
        let mut rig = common::zoo::zoo();
        rig.run(1.0);
        rig.x.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

/// A held input: what the host sets between steps acts from there on.
#[test]
fn inputs_are_held_between_communication_points() {
    let text = r#"
name = "Held"
connections = [["world.frame_b", "guide.frame_a"], ["guide.frame_b", "body.frame_a"], ["push.flange", "guide.axis"]]
components.world = { class = "World", gravityType = "NoGravity" }
components.guide = { class = "Joints.Prismatic", n = [1, 2, -0.5], useAxisFlange = true }
components.body = { class = "Parts.Body", m = 2, r_CM = [0.3, 0.1, 0] }
components.push = { class = "Translational.Sources.Force" }
[inputs]
force = "push.f"
"#;
    let mut host = Host::new(compile(text), 1e-10);
    host.set("force", 3.0);
    host.start();
    near(host.get("guide.a"), 1.5, 1e-14, "at the start");
    let (mut s, mut v) = (0.0, 0.0);
    for k in 0..20 {
        let force = if k % 3 == 0 { 4.0 } else { -1.0 };
        host.set("force", force);
        near(host.get("guide.a"), 0.5 * force, 1e-14, "at once");
        host.steps(1, 0.1);
        s += v * 0.1 + 0.25 * force * 0.01;
        v += 0.5 * force * 0.1;
        near(host.get("guide.s"), s, 1e-12, "s");
        near(host.get("guide.v"), v, 1e-12, "v");
    }
}
