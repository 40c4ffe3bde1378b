//! Motions with closed forms, about axes that are not parallel to anything.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod drives;
mod flights;
mod oscillations;

use crate::common;

use common::{Rig, near, near3};
use mechanism::frames::transformation_matrices::planar_rotation;
use mechanism::scalar::{Matrix3, Vector3};
use std::f64::consts::PI;

/// A physical pendulum about a tilted axis in tilted gravity; the angle of rest is `rest`.
fn pendulum(phi: f64) -> String {
    format!(
        r#"
name = "Pendulum"
connections = [["world.frame_b", "mount.frame_a"], ["mount.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"]]
components.world = {{ class = "World", n = [0.3, -1, 0.2] }}
components.mount = {{ class = "Parts.FixedRotation", r = [3, 4, 5], n = [0.2, 0.5, -1], angle = 20 }}
components.joint = {{ class = "Joints.Revolute", n = [1, 2, -0.5], phi = {{ start = {phi} }} }}
components.body = {{ class = "Parts.Body", m = 1.7, r_CM = [0.5, 0.2, 0.3], I_11 = 0.11, I_22 = 0.12, I_33 = 0.14, I_21 = 0.01, I_31 = 0.02, I_32 = -0.01 }}
"#
    )
}
