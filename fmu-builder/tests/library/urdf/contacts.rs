//! Dry friction and end stops of joints, when they are asked for.

use compiler::compile;
use std::sync::Arc;

use fmu_builder::urdf::UrdfOptions;
use fmu_core::instance::{Experiment, Instance};

use crate::urdf::rig::{close, read, read_with};
use crate::urdf::text::{empty, joint, link, robot};

/// Moment of inertia of the rotor about its axis, and mass of the slider.
const J: f64 = 0.5;
const M: f64 = 2.0;

fn options() -> UrdfOptions {
    UrdfOptions { gravity: 0.0, friction: true, limits: true, ..UrdfOptions::default() }
}

/// A rotor about z on the ground.
fn rotor(kind: &str, rest: &str) -> String {
    let axis = format!(r#"<axis xyz="0 0 1"/>{rest}"#);
    robot(&[empty("ground"), link("rotor", 1.0, "0 0 0", [1.0, 1.0, J]), joint("turn", kind, "ground", "rotor", &axis)])
}

/// A mass on a rail along x.
fn slider(rest: &str) -> String {
    robot(&[
        empty("ground"),
        link("block", M, "0 0 0", [1.0, 1.0, 1.0]),
        joint("slide", "prismatic", "ground", "block", rest),
    ])
}

/// A robot that moves, events included.
struct Run {
    instance: Instance,
    time: f64,
}

impl Run {
    fn new(text: &str, options: &UrdfOptions, values: &[(&str, f64)]) -> Self {
        let file = read_with(text, options).file;
        let model = Arc::new(compile(&file).unwrap_or_else(|problems| panic!("{problems:?}")));
        let mut instance = Instance::new(model);
        instance.setup_experiment(Experiment { tolerance: Some(1e-10), ..Experiment::default() }).unwrap();
        instance.enter_initialization_mode().unwrap();
        for (name, value) in values {
            let reference = reference(&instance, name);
            instance.set(&[reference], &[*value]).unwrap();
        }
        instance.exit_initialization_mode().unwrap();
        Self { instance, time: 0.0 }
    }

    fn to(&mut self, time: f64) -> &mut Self {
        self.instance.do_step(self.time, time - self.time).unwrap();
        self.time = time;
        self
    }

    fn get(&mut self, name: &str) -> f64 {
        let reference = reference(&self.instance, name);
        let mut value = [0.0];
        self.instance.get(&[reference], &mut value).unwrap();
        value[0]
    }
}

fn reference(instance: &Instance, name: &str) -> u32 {
    let catalogue = instance.catalogue();
    let index = catalogue.find(name).unwrap_or_else(|| panic!("no variable {name}"));
    u32::try_from(catalogue.reference(index)).unwrap()
}

#[test]
fn dry_friction_holds_and_brakes() {
    const F: f64 = 3.0;
    let turning = rotor("continuous", &format!(r#"<dynamics friction="{F}"/>"#));
    let sliding = slider(&format!(r#"<dynamics friction="{F}"/>"#));
    for (text, name, [position, speed], inertia) in
        [(&turning, "turn", ["turn.phi", "turn.w"], J), (&sliding, "slide", ["slide.s", "slide.v"], M)]
    {
        let effort = format!("{name}.effort");
        let mut held = Run::new(text, &options(), &[(&effort, 0.99 * F)]);
        assert_eq!(held.to(1.0).get(position), 0.0, "{name}");
        assert_eq!(held.get(speed), 0.0, "{name}");
        let mut pushed = Run::new(text, &options(), &[(&effort, -2.0 * F)]);
        close(pushed.to(0.8).get(position), -0.5 * F / inertia * 0.64, 1e-8, name);
        // From a speed of its own it comes to rest, and stays.
        let mut braked = Run::new(text, &options(), &[(speed, 4.0)]);
        let stop = 4.0 * inertia / F;
        close(braked.to(0.5 * stop).get(speed), 2.0, 1e-8, name);
        let rest = braked.to(2.0 * stop).get(position);
        close(rest, 8.0 * inertia / F, 1e-8, name);
        assert!(braked.get(speed).abs() < 1e-15, "{name}");
        close(braked.to(3.0 * stop).get(position), rest, 1e-15, name);
        // Without the option it slides on.
        let mut free = Run::new(text, &UrdfOptions { friction: false, ..options() }, &[(speed, 4.0)]);
        close(free.to(1.0).get(position), 4.0, 1e-9, name);
    }
}

#[test]
fn stops_hold_a_joint_at_its_limits() {
    // The largest effort pushes it 0.01 rad or 1 mm beyond.
    let turning = rotor("revolute", r#"<limit lower="-0.5" upper="0.25" effort="8" velocity="3"/>"#);
    let sliding = slider(r#"<limit lower="-0.5" upper="0.25" effort="8" velocity="3"/>"#);
    for (text, name, position, inertia, depth) in
        [(&turning, "turn", "turn.phi", J, 0.01), (&sliding, "slide", "slide.s", M, 0.001)]
    {
        let effort = format!("{name}.effort");
        for (force, end) in [(8.0, 0.25 + depth), (-8.0, -0.5 - depth), (4.0, 0.25 + 0.5 * depth)] {
            let mut run = Run::new(text, &options(), &[(&effort, force)]);
            // Free between the stops.
            close(run.to(0.1).get(position), 0.5 * force / inertia * 0.01, 1e-9, name);
            close(run.to(60.0).get(position), end, 1e-6, name);
        }
    }
}

#[test]
fn a_stop_is_as_stiff_as_documented_without_an_effort() {
    let mut turning = Run::new(&rotor("revolute", r#"<limit upper="0.1"/>"#), &options(), &[("turn.effort", 20.0)]);
    close(turning.to(30.0).get("turn.phi"), 0.1 + 20.0 / 1e4, 1e-7, "turn");
    let mut sliding = Run::new(&slider(r#"<limit lower="-0.1" effort="0"/>"#), &options(), &[("slide.effort", -20.0)]);
    close(sliding.to(30.0).get("slide.s"), -0.1 - 20.0 / 1e6, 1e-7, "slide");
}

#[test]
fn joints_start_within_their_limits() {
    let text = rotor("revolute", r#"<limit lower="0.4" upper="2" effort="8" velocity="3"/>"#);
    let model = read_with(&text, &options());
    assert_eq!(
        model.warnings,
        [
            "limits of speed and effort are not enforced: joint turn",
            "starts at its limit, since zero is beyond it: joint turn"
        ]
    );
    let mut run = Run::new(&text, &options(), &[]);
    assert_eq!(run.to(1.0).get("turn.phi"), 0.4);
    // Without the option nothing of it is there.
    assert_eq!(Run::new(&text, &UrdfOptions::default(), &[]).get("turn.phi"), 0.0);
}

/// Two rotors, the second of which turns twice as fast, the other way round.
fn coupled() -> String {
    let turn = |rest: &str| format!(r#"<axis xyz="0 0 1"/>{rest}"#);
    robot(&[
        empty("ground"),
        link("a", 1.0, "0 0 0", [1.0, 1.0, J]),
        link("b", 1.0, "0 0 0", [1.0, 1.0, J]),
        joint(
            "j",
            "revolute",
            "ground",
            "a",
            &turn(r#"<dynamics friction="1"/><limit lower="-1" upper="1" effort="9"/>"#),
        ),
        joint(
            "k",
            "revolute",
            "ground",
            "b",
            &turn(
                r#"<dynamics friction="0.5"/><mimic joint="j" multiplier="-2"/><limit lower="-0.6" upper="3" effort="6"/>"#,
            ),
        ),
    ])
}

#[test]
fn coupled_joints_share_friction_and_stops() {
    // 1 N.m on one axis and 2 x 0.5 N.m of the other.
    let mut held = Run::new(&coupled(), &options(), &[("j.effort", 1.95)]);
    assert_eq!(held.to(1.0).get("j.phi"), 0.0);
    let mut pushed = Run::new(&coupled(), &options(), &[("j.effort", 3.0)]);
    let acceleration = (3.0 - 2.0) / (J + 4.0 * J);
    close(pushed.to(0.5).get("j.phi"), 0.5 * acceleration * 0.25, 1e-8, "leader");
    close(pushed.get("k.phi"), -acceleration * 0.25, 1e-8, "follower");
    // The follower's stop comes first, at j = 0.3: it is held between the friction of both directions.
    let end = pushed.to(40.0).get("k.phi");
    let depth = |torque: f64| 0.6 + torque / 2.0 / (6.0 / 0.01);
    assert!(-end > depth(1.0) - 1e-9 && -end < depth(5.0) + 1e-9, "{end}");
}

#[test]
fn what_friction_and_limits_cannot_do_is_named() {
    let all = r#"<dynamics friction="1"/><limit lower="-1" upper="1"/>"#;
    let text = robot(&[
        empty("ground"),
        link("a", 1.0, "0 0 0", [1.0, 1.0, 1.0]),
        link("b", 1.0, "0 0 0", [1.0, 1.0, 1.0]),
        empty("tip"),
        joint("plane", "planar", "ground", "a", all),
        joint("turn", "revolute", "a", "b", r#"<limit lower="1" upper="-1"/>"#),
        joint("idle", "revolute", "b", "tip", all),
    ]);
    assert_eq!(
        read_with(&text, &options()).warnings,
        [
            "no stops, since the lower limit is not below the upper one: joint turn",
            "limits of the position are left out; stops are supported for moving revolute, continuous and prismatic joints only: joint plane, idle",
            "dry friction is left out; it is supported for moving revolute, continuous and prismatic joints only: joint plane, idle",
            "fixed, since they move no mass: joint idle",
        ]
    );
    assert_eq!(
        read(&text).warnings[..2],
        [
            "limits are not enforced (--limits adds stops at the position limits): joint plane, turn, idle",
            "dry friction is left out (--friction adds it): joint plane, idle",
        ]
    );
    // A continuous joint has no ends.
    let endless = rotor("continuous", r#"<limit lower="-1" upper="1" effort="1"/>"#);
    let mut run = Run::new(&endless, &options(), &[("turn.effort", 1.0)]);
    close(run.to(4.0).get("turn.phi"), 0.5 / J * 16.0, 1e-8, "turn");
}
