//! Forces between two frames: action and reaction, power, and the frame in which the inputs are resolved.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::moving;

use mechanism::scalar::{Matrix3, Vector3};
use moving::{Rig, axes, moving_with, near, near3, turning};

const CHOICES: [(&str, &str); 4] =
    [("world", "world"), ("frame_a", "fa.frame_b"), ("frame_b", "fb.frame_b"), ("frame_resolve", "c.frame_a")];
const CLASSES: [(&str, bool, bool); 3] =
    [("Force", true, false), ("Torque", false, true), ("ForceAndTorque", true, true)];
const FORCE: Vector3<f64> = Vector3::new(1.5, -2.5, 0.7);
const TORQUE: Vector3<f64> = Vector3::new(-0.4, 0.3, 0.9);
/// Truncation and rounding of a first difference.
const FIRST: f64 = 2e-9;

/// Two free bodies with a force between points off their centres, and a third one whose axes may be used; no gravity.
fn model(class: &str, resolve: &str) -> String {
    let frame_resolve = if resolve == "frame_resolve" { "[\"push.frame_resolve\", \"c.frame_a\"]," } else { "" };
    let body = |name: &str, m: f64, i: f64, r: [f64; 3], w: [f64; 3]| {
        format!(
            "[components.{name}]\nclass = \"Parts.Body\"\nm = {m}\nr_CM = [0.1, -0.05, 0.2]\nI_11 = {i}\nI_22 = 0.3\nI_33 = 0.4\n\
             r_0 = {{ start = {r:?} }}\nv_0 = {{ start = [0.2, 0.1, -0.3] }}\nangles_start = [0.3, {i}, -0.8]\nw_0_start = {w:?}\n"
        )
    };
    format!(
        "name = \"Push\"\nconnections = [[\"a.frame_a\", \"fa.frame_a\"], [\"b.frame_a\", \"fb.frame_a\"],\
         [\"push.frame_a\", \"fa.frame_b\"], [\"push.frame_b\", \"fb.frame_b\"], {frame_resolve}]\n\
         [components.world]\nclass = \"World\"\ngravityType = \"NoGravity\"\n\
         {}{}{}\
         [components.fa]\nclass = \"Parts.FixedRotation\"\nr = [0.3, 0.1, -0.2]\nn = [1, 2, -1]\nangle = 35\n\
         [components.fb]\nclass = \"Parts.FixedRotation\"\nr = [-0.2, 0.25, 0.1]\nn = [-1, 1, 3]\nangle = 70\n\
         [components.push]\nclass = \"Forces.{class}\"\nresolveInFrame = \"{resolve}\"\n",
        body("a", 1.5, 0.25, [0.0, 0.0, 0.0], [0.4, -0.9, 1.2]),
        body("b", 0.8, 0.35, [1.0, 0.4, -0.7], [-1.4, 0.5, 0.3]),
        body("c", 1.0, 0.45, [-2.0, 1.0, 0.0], [1.1, 1.7, -0.6]),
    )
}

fn pushed(class: &str, resolve: &str, force: bool, torque: bool) -> Rig {
    let names = |kind: &str, v: Vector3<f64>| -> Vec<(String, f64)> {
        (0..3).map(|k| (format!("push.{kind}[{}]", k + 1), v[k])).collect()
    };
    let mut values = Vec::new();
    if force {
        values.extend(names("force", FORCE));
    }
    if torque {
        values.extend(names("torque", TORQUE));
    }
    let values: Vec<_> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let mut m = moving_with(&model(class, resolve), &values);
    m.run(0.6);
    m
}

/// Momentum, angular momentum about the world's origin, and kinetic energy of a body.
fn momenta(m: &mut Rig, name: &str) -> [f64; 7] {
    let (mass, i) = if name == "a" { (1.5, 0.25) } else { (0.8, 0.35) };
    let inertia = Matrix3::from_diagonal(&Vector3::new(i, 0.3, 0.4));
    let to_world = m.t(&format!("{name}.frame_a")).transpose();
    let (w, arm) = (m.vector(&format!("{name}.w_a")), to_world * Vector3::new(0.1, -0.05, 0.2));
    let r = m.r_0(&format!("{name}.frame_a")) + arm;
    let p = (m.vector(&format!("{name}.v_0")) + (to_world * w).cross(&arm)) * mass;
    let l = to_world * (inertia * w) + r.cross(&p);
    let energy = p.norm_squared() / mass / 2.0 + w.dot(&(inertia * w)) / 2.0;
    [p.x, p.y, p.z, l.x, l.y, l.z, energy]
}

#[test]
fn the_input_acts_at_frame_b_and_its_reaction_at_frame_a() {
    for (class, has_force, has_torque) in CLASSES {
        for (resolve, frame) in CHOICES {
            let mut m = pushed(class, resolve, has_force, has_torque);
            let what = format!("{class} {resolve}");
            let to_world = axes(&mut m, frame).transpose();
            let force = if has_force { to_world * FORCE } else { Vector3::zeros() };
            let torque = if has_torque { to_world * TORQUE } else { Vector3::zeros() };
            let about_origin = torque + m.r_0("fb.frame_b").cross(&force);
            for (body, sign) in [("b", 1.0), ("a", -1.0)] {
                let rates = m.rates(|m| momenta(m, body).to_vec());
                near3(Vector3::from_column_slice(&rates[..3]), force * sign, FIRST, &what);
                near3(Vector3::from_column_slice(&rates[3..6]), about_origin * sign, FIRST, &what);
            }
        }
    }
}

#[test]
fn power_is_that_of_the_relative_motion() {
    for (class, has_force, has_torque) in CLASSES {
        for (resolve, frame) in CHOICES {
            let mut m = pushed(class, resolve, has_force, has_torque);
            let to_world = axes(&mut m, frame).transpose();
            let mut power = 0.0;
            let r = m.r_0("fb.frame_b") - m.r_0("fa.frame_b");
            let v = m.rate3(|m| m.r_0("fb.frame_b") - m.r_0("fa.frame_b"));
            let (w_a, w_b) = (turning(&mut m, "fa.frame_b"), turning(&mut m, "fb.frame_b"));
            if has_force {
                // Seen from frame_a, which carries the lever arm.
                power += (to_world * FORCE).dot(&(v - w_a.cross(&r)));
            }
            if has_torque {
                power += (to_world * TORQUE).dot(&(w_b - w_a));
            }
            let energy = m.rates(|m| [momenta(m, "a")[6] + momenta(m, "b")[6]].to_vec());
            near(energy[0], power, 5e-9, &format!("{class} {resolve}"));
        }
    }
}

#[test]
fn connectors_show_the_flows_resolved_in_their_frames() {
    let mut m = pushed("ForceAndTorque", "world", true, true);
    let r = m.r_0("fb.frame_b") - m.r_0("fa.frame_b");
    let (a, b) = (m.t("push.frame_a"), m.t("push.frame_b"));
    near3(m.vector("push.frame_b.f"), -(b * FORCE), 1e-14, "frame_b.f");
    near3(m.vector("push.frame_b.t"), -(b * TORQUE), 1e-14, "frame_b.t");
    near3(m.vector("push.frame_a.f"), a * FORCE, 1e-14, "frame_a.f");
    near3(m.vector("push.frame_a.t"), a * (TORQUE + r.cross(&FORCE)), 1e-14, "frame_a.t");
    let mut m = pushed("ForceAndTorque", "frame_resolve", true, true);
    assert_eq!(m.vector("push.frame_resolve.f"), Vector3::zeros());
    assert_eq!(m.vector("push.frame_resolve.t"), Vector3::zeros());
}
