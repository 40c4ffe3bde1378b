//! Every kinematic variable is the derivative of its integral, along a motion of the zoo.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::{Rig, near, near3, skew, unskew};
use mechanism::frames::quaternions::{self, Quaternion};
use mechanism::scalar::{Matrix3, Vector3};

/// Rounding and truncation of the difference formula, relative to numbers of order 10.
const DIFFERENCE: f64 = 2e-9;

fn zoo() -> Rig {
    common::zoo::zoo()
}

#[test]
fn transformation_matrices_are_rotations_and_turn_with_w() {
    let mut rig = zoo();
    for frame in rig.frames() {
        let t = rig.t(&frame);
        assert!((t * t.transpose() - nalgebra::Matrix3::identity()).amax() < 1e-14, "{frame}");
        near(t.determinant(), 1.0, 1e-14, &frame);
        let rates = rig.rates(|rig| rig.t(&frame).as_slice().to_vec());
        let der_t = nalgebra::Matrix3::from_column_slice(&rates);
        // skew(w) = T der(T') with w resolved in the frame.
        let w = rig.vector(&format!("{frame}.R.w"));
        let product = t * der_t.transpose();
        assert!((product - skew(w)).amax() < DIFFERENCE, "{frame}: {product} {w}");
        near3(unskew(&product), w, DIFFERENCE, &frame);
    }
}

#[test]
fn fixed_rotations_show_their_rotation() {
    let mut rig = zoo();
    for part in ["mount", "wrist", "twist"] {
        let expected = rig.t(&format!("{part}.frame_b")) * rig.t(&format!("{part}.frame_a")).transpose();
        let off = (rig.matrix(&format!("{part}.R_rel.T")) - expected).amax();
        assert!(off < 1e-14, "{part}: {off:e}");
        assert!((expected - Matrix3::identity()).amax() > 0.1, "{part} turns nothing");
        assert_eq!(rig.vector(&format!("{part}.R_rel.w")), Vector3::zeros(), "{part}");
    }
}

#[test]
fn velocities_of_frames_are_derivatives_of_positions() {
    let mut rig = zoo();
    for frame in rig.frames() {
        let v = rig.rate3(|rig| rig.r_0(&frame));
        near3(rig.v_0(&frame), v, DIFFERENCE, &frame);
    }
    let v = rig.rate3(|rig| rig.r_0("tool.frame_a"));
    near3(rig.vector("tip_velocity"), v, DIFFERENCE, "der(tool.frame_a.r_0)");
}

#[test]
fn variables_of_bodies_are_derivatives() {
    let mut rig = zoo();
    let bodies = rig.bodies();
    assert_eq!(bodies.len(), 7, "{bodies:?}");
    for body in bodies.iter().chain(&rig.points()) {
        let name = |variable: &str| format!("{body}.{variable}");
        let v = rig.rate3(|rig| rig.vector(&name("r_0")));
        near3(rig.vector(&name("v_0")), v, DIFFERENCE, &name("v_0"));
        let a = rig.rate3(|rig| rig.vector(&name("v_0")));
        near3(rig.vector(&name("a_0")), a, 10.0 * DIFFERENCE, &name("a_0"));
    }
    for body in bodies {
        let name = |variable: &str| format!("{body}.{variable}");
        near3(rig.vector(&name("w_a")), rig.vector(&name("frame_a.R.w")), 1e-15, &name("w_a"));
        let z = rig.rate3(|rig| rig.vector(&name("w_a")));
        near3(rig.vector(&name("z_a")), z, 10.0 * DIFFERENCE, &name("z_a"));
        let g = rig.uniform_gravity();
        near3(rig.vector(&name("g_0")), g, 1e-14, &name("g_0"));
    }
}

#[test]
fn quaternions_are_orientations_and_stay_continuous() {
    let mut rig = zoo();
    let quaternion =
        |rig: &mut Rig, body: &str| Quaternion(std::array::from_fn(|k| rig.get(&format!("{body}.Q[{}]", k + 1))));
    let bodies = rig.bodies();
    let mut last: Vec<_> = bodies.iter().map(|body| quaternion(&mut rig, body)).collect();
    for step in 1..=300 {
        rig.run(0.37 + 0.02 * f64::from(step));
        for (body, last) in bodies.iter().zip(&mut last) {
            let q = quaternion(&mut rig, body);
            near(q.dot(&q), 1.0, 1e-13, body);
            let t = rig.t(&format!("{body}.frame_a"));
            assert!((quaternions::to_t(&q) - t).amax() < 1e-13, "{body}");
            let w = rig.vector(&format!("{body}.w_a")).norm();
            assert!(q.dot(last) > 1.0 - 0.02 * (1.0 + w * w), "{body} jumps at {}", rig.t);
            *last = q;
        }
    }
}

#[test]
fn derivatives_of_states_are_derivatives() {
    let mut rig = zoo();
    let derivatives = rig.model.catalogue.derivatives.clone();
    let states = rig.model.catalogue.states.clone();
    assert_eq!(states.len(), rig.x.len());
    let dx = rig.derivatives();
    let model = std::sync::Arc::clone(&rig.model);
    for (k, (state, derivative)) in states.into_iter().zip(derivatives).enumerate() {
        let (state, derivative) = (&model.catalogue.variables.at(state), &model.catalogue.variables.at(derivative));
        assert_eq!(rig.get(state.name), rig.x[k], "{}", state.name);
        assert_eq!(derivative.name, format!("der({})", state.name));
        assert_eq!(rig.get(derivative.name), dx[k], "{}", derivative.name);
        let rate = rig.rate(|rig| rig.get(state.name));
        near(dx[k], rate, 10.0 * DIFFERENCE, derivative.name);
    }
}

#[test]
fn variables_of_joints_are_derivatives() {
    let mut rig = zoo();
    for (joint, q, v) in [
        ("shoulder", "phi", "w"),
        ("elbow", "phi", "w"),
        ("slider", "s", "v"),
        ("tower", "phi", "w"),
        ("cart", "s", "v"),
    ] {
        let rate = rig.rate(|rig| rig.get(&format!("{joint}.{q}")));
        near(rig.get(&format!("{joint}.{v}")), rate, DIFFERENCE, joint);
        let rate = rig.rate(|rig| rig.get(&format!("{joint}.{v}")));
        near(rig.get(&format!("{joint}.a")), rate, 10.0 * DIFFERENCE, joint);
    }
    for (variable, derivative) in [("r_rel_a", "v_rel_a"), ("v_rel_a", "a_rel_a"), ("w_rel_b", "z_rel_b")] {
        let rate = rig.rate3(|rig| rig.vector(&format!("flying.{variable}")));
        near3(rig.vector(&format!("flying.{derivative}")), rate, 10.0 * DIFFERENCE, derivative);
    }
    for (law, x, v) in
        [("clutch", "phi_rel", "w_rel"), ("coupler", "s_rel", "v_rel"), ("hinge_damper", "phi_rel", "w_rel")]
    {
        let rate = rig.rate(|rig| rig.get(&format!("{law}.{x}")));
        near(rig.get(&format!("{law}.{v}")), rate, DIFFERENCE, law);
    }
    let rate = rig.rate(|rig| rig.get("clutch.w_rel"));
    near(rig.get("clutch.a_rel"), rate, 10.0 * DIFFERENCE, "clutch.a_rel");
    for (law, x, v, a) in [("follow", "s", "v", "a"), ("turn", "phi", "w", "")] {
        let rate = rig.rate(|rig| rig.get(&format!("{law}.{x}")));
        near(rig.get(&format!("{law}.{v}")), rate, DIFFERENCE, law);
        if !a.is_empty() {
            let rate = rig.rate(|rig| rig.get(&format!("{law}.{v}")));
            near(rig.get(&format!("{law}.{a}")), rate, 10.0 * DIFFERENCE, law);
        }
    }
}

/// phi is the angle about n from frame_a to frame_b, s the way along n, whichever end carries the other.
#[test]
fn coordinates_of_joints_are_the_motion_between_their_frames() {
    let mut rig = zoo();
    for joint in ["shoulder", "elbow", "tower"] {
        let n = rig.vector(&format!("{joint}.n")).normalize();
        near3(rig.vector(&format!("{joint}.e")), n, 1e-15, joint);
        let phi = rig.get(&format!("{joint}.phi"));
        let (a, b) = (rig.t(&format!("{joint}.frame_a")), rig.t(&format!("{joint}.frame_b")));
        let expected = mechanism::frames::transformation_matrices::planar_rotation(n, phi).unwrap();
        assert!((b * a.transpose() - expected).amax() < 1e-14, "{joint}");
        near3(rig.r_0(&format!("{joint}.frame_a")), rig.r_0(&format!("{joint}.frame_b")), 1e-15, joint);
        let w: Vector3<f64> = rig.vector(&format!("{joint}.frame_b.R.w")) - b * rig.w_0(&format!("{joint}.frame_a"));
        near3(w, n * rig.get(&format!("{joint}.w")), 1e-14, joint);
    }
    for joint in ["slider", "cart"] {
        let n = rig.vector(&format!("{joint}.n")).normalize();
        let (a, b) = (format!("{joint}.frame_a"), format!("{joint}.frame_b"));
        let way = rig.r_0(&b) - rig.r_0(&a);
        near3(rig.t(&a) * way, n * rig.get(&format!("{joint}.s")), 1e-14, joint);
        assert!((rig.t(&a) - rig.t(&b)).amax() < 1e-15, "{joint}");
    }
}
