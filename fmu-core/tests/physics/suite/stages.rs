//! No stage is evaluated before something asks for it, nor again for the same arguments.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::Rig;
use common::zoo::{INPUTS, ZOO, zoo_with_derivatives};
use mechanism::{Source, Stage};

/// Stages with work of their own.
const STAGES: [Stage; 4] = [Stage::Motion, Stage::Signals, Stage::Acceleration, Stage::Reaction];

fn counts(rig: &Rig) -> [u64; 4] {
    STAGES.map(|stage| rig.system.evaluations(stage))
}

fn sources(rig: &Rig) -> Vec<Source> {
    rig.model.catalogue.variables.iter().map(|variable| variable.source.clone()).collect()
}

/// A pendulum with a spring, a sensor of each kind and a force that reads a sensor.
const PENDULUM: &str = r#"
name = "Pendulum"
connections = [
  ["world.frame_b", "joint.frame_a"], ["joint.frame_b", "arm.frame_a"], ["spring.frame_a", "world.frame_b"], ["spring.frame_b", "arm.frame_b"],
  ["pose.frame_a", "arm.frame_b"], ["cut.frame_a", "arm.frame_b"], ["cut.frame_b", "bob.frame_a"], ["pose.r[1]", "double.u"],
  ["double.y", "push.force[1]"], ["push.frame_b", "arm.frame_b"], ["pose.r[2]", "shown.u"],
]
components.world = { class = "World" }
components.joint = { class = "Joints.Revolute", phi = { start = 0.4, fixed = true } }
components.arm = { class = "Parts.BodyBox", r = [1, 0, 0] }
components.bob = { class = "Parts.Body", m = 1, r_CM = [0.1, 0, 0] }
components.spring = { class = "Forces.Spring", c = 20, s_unstretched = 0.5 }
components.pose = { class = "Sensors.AbsoluteSensor", get_r = true, get_a = true }
components.cut = { class = "Sensors.CutForce" }
components.double = { class = "Blocks.Math.Gain", k = 2 }
components.shown = { class = "Blocks.Math.Gain", k = 3 }
components.push = { class = "Forces.WorldForce" }
"#;

#[test]
fn reading_what_the_motion_decides_evaluates_no_accelerations() {
    let mut rig = Rig::new(PENDULUM);
    for name in ["joint.phi", "joint.w", "bob.frame_a.r_0[2]", "pose.r[1]", "double.y", "shown.y", "spring.f"] {
        rig.x[0] += 0.01;
        let before = counts(&rig);
        assert!(rig.get(name).is_finite());
        let [motion, _, accelerations, reactions] = counts(&rig);
        assert_eq!([motion, accelerations, reactions], [before[0] + 1, before[2], before[3]], "{name}");
    }
    rig.x[0] += 0.01;
    let before = counts(&rig);
    rig.get("bob.frame_a.r_0[2]");
    rig.get("joint.phi");
    assert_eq!(counts(&rig), [before[0] + 1, before[1], before[2], before[3]]);
    rig.get("pose.a[1]");
    assert_eq!(counts(&rig), [before[0] + 1, before[1] + 1, before[2] + 1, before[3]]);
    rig.get("cut.force[1]");
    assert_eq!(counts(&rig), before.map(|count| count + 1));
}

/// At the end of an integration everything but the cut forces is known, and that once it was read, too.
#[test]
fn reading_after_a_step_evaluates_nothing_that_the_step_knows() {
    let mut rig = Rig::new(PENDULUM);
    rig.run(0.3);
    let before = counts(&rig);
    assert!(!rig.system.project(rig.t, &mut rig.x));
    rig.system.advance_inputs(rig.t);
    rig.system.look_for_warnings(rig.t, &rig.x);
    assert!(rig.system.take_warnings().is_empty());
    let sources = sources(&rig);
    let read = |rig: &mut Rig| -> Vec<u64> { sources.iter().map(|source| rig.source(source).to_bits()).collect() };
    let values = read(&mut rig);
    rig.derivatives();
    assert_eq!(counts(&rig), [before[0], before[1], before[2], before[3] + 1]);
    assert_eq!(read(&mut rig), values);
    rig.system.time_derivatives(rig.t, &rig.x, &sources[0]).unwrap();
    assert_eq!(counts(&rig), [before[0], before[1], before[2], before[3] + 1]);
    // An argument that changes is noticed.
    rig.t += 0.1;
    assert_ne!(read(&mut rig), values);
    assert_eq!(counts(&rig), [before[0] + 1, before[1] + 1, before[2] + 1, before[3] + 2]);
}

/// A four-bar of plain revolutes, redundant, with a force that reads a position, and beside it a joint that follows a
/// signal exactly.
const FOUR_BAR: &str = r#"
name = "FourBar"
connections = [
  ["world.frame_b", "j1.frame_a"], ["j1.frame_b", "crank.frame_a"], ["crank.frame_b", "j2.frame_a"], ["j2.frame_b", "coupler.frame_a"],
  ["coupler.frame_b", "j3.frame_a"], ["j3.frame_b", "rocker.frame_a"], ["rocker.frame_b", "j4.frame_a"], ["j4.frame_b", "ground.frame_b"],
  ["world.frame_b", "ground.frame_a"], ["spring.frame_a", "world.frame_b"], ["spring.frame_b", "coupler.frame_b"],
  ["pose.frame_a", "crank.frame_b"], ["pose.r[1]", "gain.u"], ["gain.y", "push.force[2]"], ["push.frame_b", "coupler.frame_b"],
  ["wave.y", "move.phi_ref"], ["move.flange", "beside.axis"], ["world.frame_b", "beside.frame_a"], ["beside.frame_b", "wheel.frame_a"],
]
components.world = { class = "World" }
components.ground = { class = "Parts.FixedTranslation", r = [0.5, 0, 0] }
components.j1 = { class = "Joints.Revolute", phi = { start = 1, fixed = true }, w = { start = 3, fixed = true } }
components.crank = { class = "Parts.BodyBox", r = [0.2, 0, 0], width = 0.04 }
components.j2 = { class = "Joints.Revolute", phi = { start = -0.8 } }
components.coupler = { class = "Parts.BodyBox", r = [0.5, 0, 0], width = 0.04 }
components.j3 = { class = "Joints.Revolute", phi = { start = -1.5 } }
components.rocker = { class = "Parts.BodyBox", r = [0, -0.4, 0], width = 0.04 }
components.j4 = { class = "Joints.Revolute" }
components.spring = { class = "Forces.Spring", c = 20, s_unstretched = 0.5 }
components.pose = { class = "Sensors.AbsoluteSensor", get_r = true }
components.gain = { class = "Blocks.Math.Gain", k = 2 }
components.push = { class = "Forces.WorldForce" }
components.wave = { class = "Blocks.Sources.Sine", f = 1, amplitude = 0.3 }
components.move = { class = "Rotational.Sources.Position", exact = true }
components.beside = { class = "Joints.Revolute", useAxisFlange = true }
components.wheel = { class = "Parts.Body", m = 1, r_CM = [0.1, 0, 0] }
"#;

/// Whatever was read or projected before, a value is the one that a system gives that is asked for nothing else; inputs, time, state and
/// discrete state change in between.
#[test]
fn values_do_not_depend_on_what_was_read_before() {
    let text = zoo_with_derivatives(r#"["wave.y", "lift.phi_ref"],"#);
    for (text, inputs) in [(ZOO, &INPUTS[..]), (&text, &INPUTS), (common::circles::CIRCLES, &[]), (FOUR_BAR, &[])] {
        let mut rig = Rig::uninitialized(common::compile(text));
        inputs.iter().for_each(|(name, value)| rig.set(name, *value));
        rig.initialize(0.0).unwrap();
        rig.run(0.2);
        let sources = sources(&rig);
        let fresh = rig.system.clone();
        for (i, source) in sources.iter().enumerate() {
            let (t, mut x) = (rig.t + 0.1 * (i % 3) as f64, rig.x.clone());
            x[i % rig.x.len()] += 0.01;
            let mut alone = fresh.clone();
            for system in [&mut rig.system, &mut alone] {
                if rig.model.catalogue.inputs.len() > 1 {
                    system.set_input(i % 2, (i % 5) as f64);
                    system.set_input(1 - i % 2, 0.5);
                }
                system.handle_event(t, &mut x, false).unwrap();
            }
            if i % 3 == 0 {
                let drifted = rig.system.project(rig.t, &mut x.clone());
                assert!(drifted || text != FOUR_BAR);
            }
            let expected = alone.value(t, &x, source).unwrap();
            let found = rig.system.value(t, &x, source).unwrap();
            assert_eq!(found.to_bits(), expected.to_bits(), "{}", rig.model.catalogue.variables.at(i).name);
        }
    }
}
