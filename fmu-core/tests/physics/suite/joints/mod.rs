//! Joints mean the same from both ends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod ends;
mod free_motion;

use crate::common;

use common::{Rig, near, near3};
use mechanism::frames::quaternions::{self, Quaternion};
use mechanism::frames::{Sequence, transformation_matrices};
use mechanism::scalar::{Matrix3, Vector3};

/// A hand on two driven, damped joints; each joint entered from frame_a, or from frame_b with the opposite axis.
fn hand(reversed: [bool; 3]) -> String {
    let ends = |k: usize| if reversed[k] { ["frame_b", "frame_a"] } else { ["frame_a", "frame_b"] };
    let n = |k: usize, n: [f64; 3]| format!("{:?}", if reversed[k] { n.map(|x| -x) } else { n });
    let [[s0, s1], [e0, e1], [p0, p1]] = [ends(0), ends(1), ends(2)];
    let (n0, n1, n2) = (n(0, [1.0, 2.0, -0.5]), n(1, [-0.3, 0.4, 1.0]), n(2, [0.7, 0.2, -0.6]));
    format!(
        r#"
name = "Hand"
connections = [
  ["world.frame_b", "mount.frame_a"],
  ["mount.frame_b", "shoulder.{s0}"], ["shoulder.{s1}", "upper.frame_a"],
  ["upper.frame_b", "elbow.{e0}"], ["elbow.{e1}", "lower.frame_a"],
  ["lower.frame_b", "slider.{p0}"], ["slider.{p1}", "palm.frame_a"],
  ["push.frame_b", "palm.frame_a"],
  ["spring.flange_a", "shoulder.support"], ["spring.flange_b", "shoulder.axis"],
  ["motor.flange", "elbow.axis"],
  ["turn.flange", "shoulder.axis"],
  ["damper.flange_a", "slider.support"], ["damper.flange_b", "slider.axis"],
  ["slope.y", "motor.tau"],
]
[components.world]
class = "World"
n = [0.4, -1, 0.1]
[components.mount]
class = "Parts.FixedRotation"
r = [0.1, 0.2, 0.3]
n = [1, 1, 0.2]
angle = 40
[components.shoulder]
class = "Joints.Revolute"
n = {n0}
useAxisFlange = true
phi = {{ start = 0.6 }}
w = {{ start = -0.9 }}
[components.upper]
class = "Parts.BodyShape"
r = [0.4, 0.3, -0.2]
r_CM = [0.15, 0.2, -0.1]
m = 2.3
I_21 = 0.0002
[components.elbow]
class = "Joints.Revolute"
n = {n1}
useAxisFlange = true
phi = {{ start = -0.5 }}
w = {{ start = 1.4 }}
[components.lower]
class = "Parts.BodyShape"
r = [0.2, -0.3, 0.25]
r_CM = [0.1, -0.1, 0.1]
m = 1.2
[components.slider]
class = "Joints.Prismatic"
n = {n2}
useAxisFlange = true
s = {{ start = 0.1 }}
v = {{ start = 0.2 }}
[components.palm]
class = "Parts.Body"
r_CM = [0.05, 0.02, -0.04]
m = 0.6
[components.push]
class = "Forces.WorldForce"
resolveInFrame = "frame_b"
[components.spring]
class = "Rotational.Components.Spring"
c = 5
[components.motor]
class = "Rotational.Sources.Torque"
[components.turn]
class = "Rotational.Sources.Torque"
[components.damper]
class = "Translational.Components.SpringDamper"
c = 40
d = 2
s_rel0 = 0.05
[components.slope]
class = "Blocks.Sources.Ramp"
height = 3
duration = 2
"#
    )
}
