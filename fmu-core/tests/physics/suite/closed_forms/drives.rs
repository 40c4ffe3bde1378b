//! Motions that drives prescribe.

use super::*;

/// Torque that a motion about the tilted axis needs, from Newton and Euler for the one body on it.
fn needed_torque(rig: &mut Rig, joint: &str, body: &str) -> f64 {
    let e = rig.vector(&format!("{joint}.n")).normalize();
    let (m, c, i) = (rig.get(&format!("{body}.m")), rig.vector(&format!("{body}.r_CM")), rig.inertia(body));
    let g = rig.t(&format!("{body}.frame_a")) * rig.uniform_gravity();
    let (w, z) = (e * rig.get(&format!("{joint}.w")), e * rig.get(&format!("{joint}.a")));
    let a = z.cross(&c) + w.cross(&w.cross(&c));
    e.dot(&(i * z + w.cross(&(i * w)) + c.cross(&(a - g)) * m))
}

fn driven(drive: &str) -> String {
    format!(
        r#"
name = "Driven"
connections = [
  ["world.frame_b", "mount.frame_a"], ["mount.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"],
  ["mount.frame_b", "guide.frame_a"], ["guide.frame_b", "load.frame_a"], ["turn.flange", "joint.axis"], ["slide.flange", "guide.axis"],
  ["friction.flange_a", "joint.support"], ["friction.flange_b", "joint.axis"], ["drag.flange_a", "guide.axis"], ["drag.flange_b", "guide.support"],
]
components.world = {{ class = "World", n = [0.3, -1, 0.2] }}
components.mount = {{ class = "Parts.FixedRotation", n = [0.2, 0.5, -1], angle = 20 }}
components.joint = {{ class = "Joints.Revolute", n = [1, 2, -0.5], useAxisFlange = true, phi = {{ start = 0.3 }}, w = {{ start = 0.8 }} }}
components.body = {{ class = "Parts.Body", m = 1.7, r_CM = [0.5, 0.2, 0.3], I_11 = 0.11, I_22 = 0.12, I_33 = 0.14, I_21 = 0.01 }}
components.guide = {{ class = "Joints.Prismatic", n = [-1, 0.3, 0.8], useAxisFlange = true, s = {{ start = 0.1 }}, v = {{ start = -0.6 }} }}
components.load = {{ class = "Parts.Body", m = 2.1, r_CM = [0.1, 0, 0.3] }}
components.friction = {{ class = "Rotational.Components.Damper", d = 0.9 }}
components.drag = {{ class = "Translational.Components.Damper", d = 3.5 }}
{drive}
"#
    )
}

/// Torque and force at the flanges of the drives are what the motion needs and what friction takes.
fn assert_drives(rig: &mut Rig) {
    let tau = needed_torque(rig, "joint", "body");
    near(rig.get("joint.tau"), tau, 1e-11 * (1.0 + tau.abs()), "tau");
    let given = tau + 0.9 * rig.get("joint.w");
    near(-rig.get("turn.flange.tau"), given, 1e-11 * (1.0 + given.abs()), "turn");
    let e = rig.vector("guide.n").normalize();
    let along = (rig.t("guide.frame_a") * rig.uniform_gravity()).dot(&e);
    let f = 2.1 * (rig.get("guide.a") - along);
    near(rig.get("guide.f"), f, 1e-11 * (1.0 + f.abs()), "f");
    let given = f + 3.5 * rig.get("guide.v");
    near(-rig.get("slide.flange.f"), given, 1e-11 * (1.0 + given.abs()), "slide");
}

#[test]
fn constant_speeds_need_what_inverse_dynamics_says() {
    let text = driven(
        r#"components.turn = { class = "Rotational.Sources.ConstantSpeed", w_fixed = -1.7 }
components.slide = { class = "Translational.Sources.ConstantSpeed", v_fixed = 0.4 }"#,
    );
    let mut rig = Rig::new(&text);
    // The speeds are no states: they start at once.
    assert_eq!(rig.x.len(), 2);
    for t in [0.0, 0.5, 2.0] {
        rig.run(t);
        near(rig.get("joint.phi"), 0.3 - 1.7 * t, 1e-11, "phi");
        near(rig.get("guide.s"), 0.1 + 0.4 * t, 1e-11, "s");
        assert_eq!(
            [rig.get("joint.w"), rig.get("turn.w"), rig.get("guide.v"), rig.get("slide.v")],
            [-1.7, -1.7, 0.4, 0.4]
        );
        assert_eq!([rig.get("joint.a"), rig.get("guide.a")], [0.0, 0.0]);
        assert_drives(&mut rig);
    }
}

/// The filter of Position: x'' = ((r - x) w - 1.3617 x') w/0.6180, starting at the reference with the joint's start speed.
#[test]
fn positions_follow_the_filtered_reference() {
    let text = driven(
        r#"components.turn = { class = "Rotational.Sources.Position", f_crit = 0.7 }
components.slide = { class = "Translational.Sources.Position", f_crit = 0.9 }"#,
    );
    let mut rig = Rig::uninitialized(common::compile(&text));
    rig.set("turn.phi_ref", 0.5);
    rig.set("slide.s_ref", -0.2);
    rig.initialize(0.0).unwrap();
    near(rig.get("joint.phi"), 0.5, 0.0, "starts at the reference");
    near(rig.get("guide.s"), -0.2, 0.0, "starts at the reference");
    // The reference jumps at once.
    rig.set("turn.phi_ref", 1.5);
    rig.set("slide.s_ref", 0.3);
    let response = |f: f64, x: f64, v: f64, reference: f64, t: f64| {
        let w = 2.0 * PI * f;
        let (delta, squared) = (0.5 * 1.3617 * w / 0.6180, w * w / 0.6180);
        let omega = (squared - delta * delta).sqrt();
        let x = x - reference;
        reference + (-delta * t).exp() * (x * (omega * t).cos() + (v + delta * x) / omega * (omega * t).sin())
    };
    for t in [0.0, 0.1, 0.4, 1.0, 3.0] {
        rig.run(t);
        let (phi, s) = (response(0.7, 0.5, 0.8, 1.5, t), response(0.9, -0.2, -0.6, 0.3, t));
        near(rig.get("joint.phi"), phi, 1e-9, &format!("phi at {t}"));
        near(rig.get("guide.s"), s, 1e-9, &format!("s at {t}"));
        near(rig.get("turn.phi"), phi, 1e-9, "turn.phi");
        near(rig.get("turn.a"), rig.get("joint.a"), 0.0, "turn.a");
        near(rig.get("slide.v"), rig.get("guide.v"), 0.0, "slide.v");
        assert_drives(&mut rig);
    }
}

/// Exact positions: the reference itself and its derivatives, no state.
#[test]
fn exact_positions_follow_the_reference_itself() {
    let text = driven(
        r#"components.turn = { class = "Rotational.Sources.Position", exact = true }
components.slide = { class = "Translational.Sources.Position", exact = true }
components.wave = { class = "Blocks.Sources.Sine", amplitude = 0.8, f = 0.6, phase = 0.4, offset = 0.1 }"#,
    )
    .replacen(
        "connections = [",
        "connections = [[\"wave.y\", \"turn.phi_ref\"], [\"wave.y\", \"slide.s_ref\"],",
        1,
    );
    let mut rig = Rig::new(&text);
    assert_eq!(rig.x.len(), 0);
    let omega = 2.0 * PI * 0.6;
    for t in [0.0, 0.3, 1.1, 2.0] {
        rig.run(t);
        let (sin, cos) = (omega * t + 0.4).sin_cos();
        for [x, v, a] in
            [["joint.phi", "joint.w", "joint.a"], ["guide.s", "guide.v", "guide.a"], ["turn.phi", "turn.w", "turn.a"]]
        {
            near(rig.get(x), 0.1 + 0.8 * sin, 1e-14, x);
            near(rig.get(v), 0.8 * omega * cos, 1e-13, v);
            near(rig.get(a), -0.8 * omega * omega * sin, 1e-12, a);
        }
        assert_drives(&mut rig);
    }
}
