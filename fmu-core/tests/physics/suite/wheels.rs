//! Wheels that roll on the plane z = 0.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Rig, near, near3, try_compile};
use mechanism::scalar::Vector3;

const WORLD: &str = "\n[components.world]\nclass = \"World\"\nn = [0, 0, -1]\n";

/// A disc with these start angles and derivatives.
fn wheel(angles: [f64; 3], rates: [f64; 3]) -> String {
    format!(
        "name = \"Wheel\"{WORLD}[components.wheel]\nclass = \"Parts.RollingWheel\"\nradius = 0.3\nm = 2\nI_axis = 0.06\nI_long = 0.12\n\
         x = {{ start = 0.2 }}\ny = {{ start = 0.1 }}\nangles = {{ start = {angles:?} }}\nder_angles = {{ start = {rates:?} }}\n"
    )
}

/// Velocity of the material point at the contact.
fn slip(rig: &mut Rig) -> Vector3<f64> {
    let frame = "wheel.frame_a";
    let arm = rig.vector("wheel.rollingWheel.r_road_0") - rig.r_0(frame);
    let (v, w) = (rig.v_0(frame), rig.w_0(frame));
    v + w.cross(&arm)
}

/// Up to where the second angle is a right angle and the three angles are singular, as those of the library are.
#[test]
fn a_wheel_rolls_straight() {
    let mut rig = Rig::new(&wheel([0.4, -1.4, 0.0], [0.0, 10.0, 0.0])).with_tolerance(1e-8);
    for t in [0.0, 0.1, 0.25] {
        rig.run(t);
        let way = 0.3 * 10.0 * t;
        near(rig.get("wheel.x"), 0.2 + way * 0.4_f64.cos(), 1e-7, "x");
        near(rig.get("wheel.y"), 0.1 + way * 0.4_f64.sin(), 1e-7, "y");
        near(rig.get("wheel.rollingWheel.z"), 0.3, 1e-10, "height");
        near(rig.get("wheel.rollingWheel.err"), 0.0, 1e-12, "radius");
        near(rig.get("wheel.rollingWheel.f_n"), 2.0 * 9.80665, 1e-7, "weight");
        near(rig.get("wheel.rollingWheel.f_lat"), 0.0, 1e-7, "lateral force");
        near(rig.get("wheel.rollingWheel.f_long"), 0.0, 1e-7, "longitudinal force");
        let w = rig.w_0("wheel.frame_a");
        near3(w, Vector3::new(-10.0 * 0.4_f64.sin(), 10.0 * 0.4_f64.cos(), 0.0), 1e-7, "angular velocity");
    }
}

/// The wheel of the library's example over a long way: it does not slip, and keeps its energy.
#[test]
fn a_free_wheel_keeps_its_energy() {
    let mut rig = Rig::new(&wheel([0.0; 3], [0.0, 5.0, 1.0])).with_tolerance(1e-9);
    let energy = |rig: &mut Rig| rig.kinetic_energy() + rig.potential_energy();
    let start = energy(&mut rig);
    for k in 0..=10 {
        rig.run(f64::from(k));
        near(energy(&mut rig), start, 1e-5 * start, "energy");
        near3(slip(&mut rig), Vector3::zeros(), 1e-8, "slip");
        near(rig.get("wheel.rollingWheel.r_road_0[3]"), 0.0, 1e-9, "height of the contact point");
        let [along, across, up] =
            ["f_long", "f_lat", "f_n"].map(|force| rig.get(&format!("wheel.rollingWheel.{force}")));
        let force = rig.vector("wheel.rollingWheel.f_wheel_0");
        near(force.norm(), (along * along + across * across + up * up).sqrt(), 1e-8, "force of the road");
        near3(force, (rig.vector("wheel.body.a_0") + Vector3::new(0.0, 0.0, 9.80665)) * 2.0, 1e-6, "Newton");
    }
}

/// A disc of constant inclination `lean` rolls in a circle: with the turning rate `turn` about the vertical the moment of momentum
/// asks for the spin `p = (A turn^2 sin cos - m g r sin)/(turn cos (C + m r^2))` about the axis.
#[test]
fn an_inclined_disc_rolls_in_a_circle() {
    let (m, r, c, a, g) = (2.0, 0.3, 0.06, 0.12, 9.80665);
    for (lean, turn) in [(0.3_f64, 1.5), (-0.5, 4.0), (0.9, -2.5)] {
        let (sin, cos) = lean.sin_cos();
        let p = (a * turn * turn * sin * cos - m * g * r * sin) / (turn * cos * (c + m * r * r));
        let spin = p - turn * sin;
        let mut rig = Rig::new(&wheel([0.0, 0.0, lean], [turn + spin * sin, spin * cos, 0.0])).with_tolerance(1e-10);
        let speed = r * p;
        let centre = Vector3::new(0.2, 0.1 + speed / turn, r * cos);
        for t in [0.0, 0.3, 0.8] {
            rig.run(t);
            let (sin_t, cos_t) = (turn * t).sin_cos();
            let expected = centre + Vector3::new(sin_t, -cos_t, 0.0) * (speed / turn);
            near3(rig.r_0("wheel.frame_a"), expected, 1e-6, "circle");
            near(rig.get("wheel.rollingWheel.f_n"), m * g, 1e-4, "weight");
            near(rig.get("wheel.rollingWheel.f_lat"), m * turn * speed, 1e-4, "centripetal force");
            near(rig.get("wheel.rollingWheel.f_long"), 0.0, 1e-4, "driving force");
        }
    }
}

/// A wheel set with torques on its axes.
fn wheel_set(tau: [f64; 2], class: &str, rest: &str) -> Rig {
    let mut text = format!(
        "name = \"Set\"\nconnections = [[\"t1.flange\", \"set.axis1\"], [\"t2.flange\", \"set.axis2\"], \
         [\"t1.support\", \"set.support\"], [\"t2.support\", \"set.support\"]{}]{WORLD}[components.set]\nclass = \"{class}\"\ntrack = 0.5\n{rest}\n",
        if class.starts_with("Joints") {
            ", [\"b1.frame_a\", \"set.frame1\"], [\"b2.frame_a\", \"set.frame2\"]"
        } else {
            ""
        }
    );
    for (k, tau) in tau.iter().enumerate() {
        text += &format!(
            "[components.t{}]\nclass = \"Rotational.Sources.ConstantTorque\"\nuseSupport = true\ntau_constant = {tau:?}\n",
            k + 1
        );
        if class.starts_with("Joints") {
            let body = "class = \"Parts.Body\"\nr_CM = [0, 0, 0]\nm = 0.5\nI_11 = 0.02\nI_22 = 0.01\nI_33 = 0.02";
            text += &format!("[components.b{}]\n{body}\n", k + 1);
        }
    }
    Rig::new(&text).with_tolerance(1e-9)
}

#[test]
fn a_wheel_set_drives_straight_and_turns() {
    const PART: &str = "R_wheel = 0.1\nm_wheel = 0.5\nI_wheelAxis = 0.01\nI_wheelLong = 0.02";
    let (r, m, axis, long, track) = (0.1, 0.5, 0.01, 0.02, 0.5);
    for (class, rest) in [("Parts.RollingWheelSet", PART), ("Joints.RollingWheelSet", "radius = 0.1")] {
        let mut rig = wheel_set([0.2, 0.2], class, rest);
        rig.run(1.0);
        let alpha = 0.2 / (axis + m * r * r);
        near(rig.get("set.theta1"), alpha / 2.0, 1e-7, "angle of a wheel");
        near(rig.get("set.x"), r * alpha / 2.0, 1e-7, "way");
        near(rig.get("set.y"), 0.0, 1e-9, "sideways");
        let mut rig = wheel_set([0.2, -0.2], class, rest);
        rig.run(1.0);
        let yaw = 2.0 * (long + m * track * track / 4.0);
        let alpha = 0.2 / (axis + 2.0 * yaw * r * r / (track * track));
        near(rig.get("set.theta1"), alpha / 2.0, 1e-7, "angle of a wheel");
        near(rig.get("set.theta2"), -alpha / 2.0, 1e-7, "angle of a wheel");
        // The first wheel is on the side of +y: it drives the set round clockwise.
        near(rig.get("set.phi"), -2.0 * r / track * alpha / 2.0, 1e-7, "turn");
        near(rig.get("set.x"), 0.0, 1e-8, "place");
    }
}

/// Start values that the class fixes may be loosened; then they are guesses.
#[test]
fn start_values_hold_unless_the_model_says_otherwise() {
    let text = wheel([0.1, 0.2, 0.3], [1.0, 2.0, 3.0]);
    let mut rig = Rig::new(&text);
    for (k, (angle, rate)) in [(0.1, 1.0), (0.2, 2.0), (0.3, 3.0)].into_iter().enumerate() {
        near(rig.get(&format!("wheel.angles[{}]", k + 1)), angle, 1e-12, "angle");
        near(rig.get(&format!("wheel.der_angles[{}]", k + 1)), rate, 1e-10, "rate");
    }
    near3(slip(&mut rig), Vector3::zeros(), 1e-10, "slip");
    let mut rig = Rig::new(&text.replace("x = { start = 0.2 }", "x = { start = 0.2, fixed = false }"));
    near(rig.get("wheel.x"), 0.2, 1e-9, "guess");
    let partly = text.replace(
        "angles = { start = [0.1, 0.2, 0.3] }",
        "angles = { start = [0.1, 0.2, 0.3], fixed = [true, false, false] }",
    );
    assert!(try_compile(&partly).unwrap_err().contains("all three to be fixed"));
}

#[test]
fn a_wheel_that_something_carries_is_refused() {
    let text = format!(
        "name = \"Cart\"\nconnections = [[\"a.frame_a\", \"joint.frame_a\"], [\"joint.frame_b\", \"b.frame_a\"]]{WORLD}\
         [components.a]\nclass = \"Joints.RollingWheel\"\nradius = 0.3\n[components.b]\nclass = \"Joints.RollingWheel\"\nradius = 0.3\n\
         [components.joint]\nclass = \"Joints.Revolute\"\n"
    );
    let problem = try_compile(&text).unwrap_err();
    assert!(problem.contains("`b`") && problem.contains("not fixed to other bodies"), "{problem}");
}
