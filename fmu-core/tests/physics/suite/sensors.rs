//! Sensors measure what the frames do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Rig, compile, near, near3};
use mechanism::frames::{Sequence, axes_rotations};
use mechanism::scalar::{Matrix3, Vector3};
use std::f64::consts::PI;

/// A tool on two joints, a carousel to resolve in, and a sensor of the tool for each mode.
const RIG: &str = r#"
name = "Sensors"
connections = [
  ["world.frame_b", "shoulder.frame_b"], ["shoulder.frame_a", "arm.frame_a"], ["arm.frame_b", "elbow.frame_a"], ["elbow.frame_b", "tool.frame_a"],
  ["base.frame_b", "tower.frame_a"], ["tower.frame_b", "carousel.frame_a"],
  ["in_world.frame_a", "tool.frame_b"], ["in_a.frame_a", "tool.frame_b"], ["in_resolve.frame_a", "tool.frame_b"],
  ["in_resolve.frame_resolve", "carousel.frame_b"], ["gap.frame_a", "tool.frame_b"], ["gap.frame_b", "carousel.frame_b"],
]
components.world = { class = "World", n = [0.3, -1, 0.2] }
components.base = { class = "Parts.Fixed", r = [1, -0.5, 0.3] }
components.shoulder = { class = "Joints.Revolute", n = [1, 2, -0.5], phi = { start = 0.6 }, w = { start = 1.3 } }
components.arm = { class = "Parts.BodyShape", r = [0.4, 0.3, -0.2], r_CM = [0.15, 0.2, -0.1], m = 2.3 }
components.elbow = { class = "Joints.Revolute", n = [-0.3, 0.4, 1], phi = { start = -0.5 }, w = { start = -2.1 } }
components.tool = { class = "Parts.BodyShape", r = [0.2, -0.3, 0.25], r_CM = [0.1, -0.1, 0.1], m = 1.2 }
components.tower = { class = "Joints.Revolute", n = [0.2, 1, -0.3], w = { start = 1.8 } }
components.carousel = { class = "Parts.BodyShape", r = [0.5, 0.1, 0.4], r_CM = [0.2, 0.1, 0.3], m = 3 }
components.in_world = { class = "Sensors.AbsoluteSensor", resolveInFrame = "world", get_r = true, get_v = true, get_a = true, get_w = true, get_z = true }
components.in_a = { class = "Sensors.AbsoluteSensor", resolveInFrame = "frame_a", get_r = true, get_v = true, get_a = true, get_w = true, get_z = true }
components.in_resolve = { class = "Sensors.AbsoluteSensor", resolveInFrame = "frame_resolve", get_r = true, get_v = true, get_a = true, get_w = true, get_z = true }
components.gap = { class = "Sensors.Distance" }
"#;

/// Derivatives are taken in the world, then resolved.
#[test]
fn absolute_sensors_resolve_derivatives_taken_in_the_world() {
    let mut rig = Rig::new(RIG);
    for time in [0.0, 0.33, 0.9] {
        rig.run(time);
        let frame = "tool.frame_b";
        let r = rig.r_0(frame);
        let v = rig.rate3(|rig| rig.r_0(frame));
        let a = rig.rate3(|rig| rig.v_0(frame));
        let w = rig.w_0(frame);
        let z = rig.rate3(|rig| rig.w_0(frame));
        for (sensor, t) in
            [("in_world", Matrix3::identity()), ("in_a", rig.t(frame)), ("in_resolve", rig.t("carousel.frame_b"))]
        {
            near3(rig.vector(&format!("{sensor}.r")), t * r, 1e-13, sensor);
            near3(rig.vector(&format!("{sensor}.v")), t * v, 2e-9, sensor);
            near3(rig.vector(&format!("{sensor}.a")), t * a, 2e-8, sensor);
            near3(rig.vector(&format!("{sensor}.w")), t * w, 1e-13, sensor);
            near3(rig.vector(&format!("{sensor}.z")), t * z, 2e-8, sensor);
        }
        near(rig.get("gap.distance"), (rig.r_0("carousel.frame_b") - r).norm(), 1e-14, "distance");
        // A sensor carries nothing.
        near3(rig.force("in_a.frame_a"), Vector3::zeros(), 0.0, "force");
    }
    // Sensors are outputs.
    for name in ["in_world.r[1]", "in_a.z[3]", "gap.distance"] {
        let variable = &rig.model.catalogue.variables.at(rig.index(name));
        assert_eq!(variable.causality, simulation::variables::Causality::Output, "{name}");
    }
}

const SEQUENCES: [[i32; 3]; 12] = [
    [1, 2, 1],
    [1, 2, 3],
    [1, 3, 1],
    [1, 3, 2],
    [2, 1, 2],
    [2, 1, 3],
    [2, 3, 1],
    [2, 3, 2],
    [3, 1, 2],
    [3, 1, 3],
    [3, 2, 1],
    [3, 2, 3],
];

fn angle_sensor(sequence: [i32; 3], guess: f64, angles: [f64; 3]) -> Rig {
    let text = format!(
        r#"
name = "Angles"
connections = [["body.frame_a", "sensor.frame_a"]]
components.world = {{ class = "World" }}
components.body = {{ class = "Parts.Body", m = 1, r_CM = [0, 0, 0], angles_start = {angles:?}, sequence_start = {sequence:?}, w_0_start = [1, 2, 3] }}
components.sensor = {{ class = "Sensors.AbsoluteSensor", get_angles = true, get_w = true, sequence = {sequence:?}, guessAngle1 = {guess:?} }}
"#
    );
    Rig::new(&text)
}

#[test]
fn angles_of_all_sequences_rotate_the_world_into_the_frame() {
    let mut random = common::Random(7);
    for sequence in SEQUENCES {
        for _ in 0..6 {
            let start = random.vector().map(|x| 3.0 * x);
            let guess = 3.0 * random.number();
            let mut rig = angle_sensor(sequence, guess, start);
            rig.run(0.2);
            let angles: [f64; 3] = rig.vector("sensor.angles").into();
            let rates = rig.rate3(|rig| rig.vector("sensor.angles"));
            let orientation = axes_rotations(sequence, angles, rates.into()).unwrap();
            assert!((orientation.t - rig.t("body.frame_a")).amax() < 1e-13, "{sequence:?}");
            near3(orientation.w, rig.vector("body.w_a"), 1e-5 * (1.0 + rates.amax()), &format!("w of {sequence:?}"));
            // Of the two solutions the first angle nearer to the guess, which is half a turn from the other.
            let other = if angles[0] > 0.0 { angles[0] - PI } else { angles[0] + PI };
            assert!((angles[0] - guess).abs() <= (other - guess).abs() + 1e-12, "{sequence:?} {angles:?} {guess}");
            assert!(angles.iter().all(|angle| angle.abs() <= PI + 1e-15));
        }
    }
}

/// When the first and the third axis are parallel the first angle is the guess.
#[test]
fn singular_orientations_take_the_guess() {
    for sequence in SEQUENCES {
        let middle = if sequence[0] == sequence[2] { 0.0 } else { 0.5 * PI };
        for guess in [0.0, 0.4, -1.1] {
            let mut rig = angle_sensor(sequence, guess, [0.7, middle, -0.3]);
            let angles: [f64; 3] = rig.vector("sensor.angles").into();
            near(angles[0], guess, 1e-15, &format!("{sequence:?}"));
            let t = Sequence::try_from(sequence).unwrap().matrix(angles);
            assert!((t - rig.t("body.frame_a")).amax() < 1e-14, "{sequence:?}");
        }
    }
}

/// Below s_small the distance goes over into a polynomial: continuous with its slope, zero at zero.
#[test]
fn short_distances_are_smooth() {
    let text = r#"
name = "Short"
connections = [["world.frame_b", "gap.frame_a"], ["guide.frame_b", "gap.frame_b"], ["world.frame_b", "guide.frame_a"], ["guide.frame_b", "body.frame_a"]]
components.world = { class = "World", gravityType = "NoGravity" }
components.guide = { class = "Joints.Prismatic", n = [1, 2, -0.5] }
components.body = { class = "Parts.Body", m = 1, r_CM = [0, 0, 0] }
components.gap = { class = "Sensors.Distance", s_small = 0.1 }
"#;
    let mut rig = Rig::new(text);
    let mut at = |s: f64| {
        rig.x[0] = s;
        rig.get("gap.distance")
    };
    for s in [0.0, 0.01, 0.05, 0.09, 0.0999] {
        let squared = s * s;
        near(at(s), squared / 0.2 * (3.0 - squared / 0.01), 1e-15, "polynomial");
        near(at(-s), at(s), 1e-15, "even");
    }
    assert_eq!(at(0.0), 0.0);
    for s in [0.11, 0.5, 3.0] {
        near(at(s), s, 1e-15, "distance");
    }
    let h = 1e-6;
    near(at(0.1 + h) - at(0.1 - h), 2.0 * h, 1e-10, "continuous with its slope");
    near((at(0.1) - at(0.1 - h)) / h, 1.0, 1e-4, "slope from below");
    // s_small is an input of the class that is no connector, so it may change in flight.
    let model = compile(text);
    let s_small = &model.catalogue.variables.at(model.catalogue.find("gap.s_small").unwrap());
    assert_eq!(s_small.variability, simulation::variables::Variability::Tunable);
}

/// Sensors as signals: what reads them sees the present, whichever variable is asked for first.
#[test]
fn a_signal_from_a_sensor_is_never_stale() {
    let text = r#"
name = "Servo"
connections = [
  ["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"], ["gap.frame_a", "world.frame_b"], ["gap.frame_b", "stone.frame_a"],
  ["follow.flange", "joint.axis"], ["gap.distance", "follow.phi_ref"], ["gap.distance", "push.force[2]"], ["push.frame_b", "body.frame_a"],
  ["pose.frame_a", "stone.frame_a"], ["pose.r", "pull.force"], ["pull.frame_b", "body.frame_a"],
]
components.world = { class = "World" }
components.joint = { class = "Joints.Revolute", n = [1, 2, -0.5], useAxisFlange = true }
components.body = { class = "Parts.Body", m = 1.3, r_CM = [0.3, 0.1, 0.4] }
components.stone = { class = "Parts.Body", m = 1.3, r_CM = [0.1, 0, 0], r_0 = { start = [0.5, 0.7, 0.1] }, v_0 = { start = [1, 2, 3] } }
components.gap = { class = "Sensors.Distance" }
components.pose = { class = "Sensors.AbsoluteSensor", resolveInFrame = "world", get_r = true }
components.follow = { class = "Rotational.Sources.Position", f_crit = 2 }
components.push = { class = "Forces.WorldForce" }
components.pull = { class = "Forces.WorldForce" }
"#;
    let mut rig = Rig::new(text);
    let distance = |rig: &mut Rig| (rig.r_0("stone.frame_a")).norm();
    // Initially phi = phi_ref.
    let d = distance(&mut rig);
    near(rig.get("joint.phi"), d, 1e-14, "start");
    for time in [0.0, 0.3, 0.7] {
        rig.run(time);
        let d = distance(&mut rig);
        for name in [
            "follow.a",
            "gap.distance",
            "follow.phi_ref",
            "push.force[2]",
            "pull.force[1]",
            "push.frame_b.f[1]",
            "joint.a",
        ] {
            // Each one asked for alone, at another state than the one before.
            let here = rig.x.clone();
            rig.x.iter_mut().for_each(|x| *x += 0.1);
            rig.get("joint.tau");
            rig.x = here;
            let first = rig.get(name);
            rig.get("joint.tau");
            near(rig.get(name), first, 0.0, name);
        }
        near(rig.get("follow.phi_ref"), d, 1e-14, "reference");
        let w = 4.0 * PI;
        let found = rig.get("follow.a");
        let expected = ((d - rig.get("joint.phi")) * w - 1.3617 * rig.get("joint.w")) * w / 0.6180;
        near(found, expected, 1e-10, "follow.a");
        near3(rig.force("pull.frame_b"), -rig.r_0("stone.frame_a"), 1e-13, "pull");
    }
}

/// A reference that is measured on what it moves gives no initial position, and is refused by name.
#[test]
fn a_reference_that_depends_on_itself_is_refused() {
    let text = r#"
name = "Loop"
connections = [
  ["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"], ["gap.frame_a", "base.frame_b"], ["gap.frame_b", "body.frame_b"],
  ["follow.flange", "joint.axis"], ["gap.distance", "follow.phi_ref"],
]
components.world = { class = "World" }
components.base = { class = "Parts.Fixed", r = [1, -0.5, 0.3] }
components.joint = { class = "Joints.Revolute", n = [1, 2, -0.5], useAxisFlange = true }
components.body = { class = "Parts.BodyShape", r = [0.2, 0.4, -0.3], m = 1.3, r_CM = [0.3, 0.1, 0.4] }
components.gap = { class = "Sensors.Distance" }
components.follow = { class = "Rotational.Sources.Position", f_crit = 2 }
"#;
    let error = Rig::uninitialized(compile(text)).initialize(0.0).unwrap_err().to_string();
    assert!(error.contains("joint") && error.contains("initial position"), "{error}");
}

/// Der gives what the difference of its input gives, also of a signal that acts.
#[test]
fn derivatives_of_signals() {
    let text = r#"
name = "Derivatives"
connections = [
  ["stone.frame_a", "pose.frame_a"], ["world.frame_b", "gap.frame_a"], ["gap.frame_b", "stone.frame_a"],
  ["gap.distance", "push.force[1]"], ["push.frame_b", "stone.frame_a"], ["gap.distance", "first.u"], ["first.y", "second.u"],
  ["pose.v[2]", "a_2.u"], ["pose.angles[3]", "rate.u"], ["wave.y", "slope.u"], ["slope.y", "bend.u"], ["wave.y", "push.force[2]"],
]
components.world = { class = "World" }
components.stone = { class = "Parts.Body", m = 1.3, r_CM = [0.1, 0.2, -0.3], I_11 = 0.2, I_22 = 0.3, I_33 = 0.4, r_0 = { start = [0.5, 0.7, 0.1] }, v_0 = { start = [1, 2, 3] }, w_0_start = [1, -2, 0.7] }
components.pose = { class = "Sensors.AbsoluteSensor", resolveInFrame = "frame_a", get_v = true, get_angles = true }
components.gap = { class = "Sensors.Distance" }
components.push = { class = "Forces.WorldForce" }
components.wave = { class = "Blocks.Sources.Sine", amplitude = 2, f = 0.7, phase = 0.3 }
components.first = { class = "Blocks.Continuous.Der" }
components.second = { class = "Blocks.Continuous.Der" }
components.a_2 = { class = "Blocks.Continuous.Der" }
components.rate = { class = "Blocks.Continuous.Der" }
components.slope = { class = "Blocks.Continuous.Der" }
components.bend = { class = "Blocks.Continuous.Der" }
"#;
    let mut rig = Rig::new(text);
    for time in [0.0, 0.2, 0.6] {
        rig.run(time);
        for (derivative, of) in [
            ("first.y", "gap.distance"),
            ("second.y", "first.y"),
            ("a_2.y", "pose.v[2]"),
            ("rate.y", "pose.angles[3]"),
            ("slope.y", "wave.y"),
            ("bend.y", "slope.y"),
        ] {
            let rate = rig.rate(|rig| rig.get(of));
            near(rig.get(derivative), rate, 1e-7, &format!("{derivative} at {time}"));
        }
    }
}
