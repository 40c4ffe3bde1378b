//! Motions for the tests of sensors, forces and blocks, and what their independent computations need.

pub(crate) use crate::common;

pub use common::circles::CIRCLES;
pub use common::{Host, Rig, near, near3, try_compile, unskew};

use mechanism::scalar::{Matrix3, Vector3};

/// Relative tolerance of the integrator: rounding decides the error of a short way.
const TOLERANCE: f64 = 1e-13;

/// The model in a TOML text at time 0.
pub fn moving(text: &str) -> Rig {
    moving_with(text, &[])
}

/// The model at time 0 with these inputs and parameters.
pub fn moving_with(text: &str, values: &[(&str, f64)]) -> Rig {
    let mut rig = Rig::uninitialized(common::compile(text)).with_tolerance(TOLERANCE);
    for (name, value) in values {
        rig.set(name, *value);
    }
    rig.initialize(0.0).unwrap();
    rig
}

/// Maps world coordinates to the coordinates of a frame connector; the identity for `world`.
pub fn axes(rig: &mut Rig, frame: &str) -> Matrix3<f64> {
    if frame == "world" { Matrix3::identity() } else { rig.t(frame) }
}

/// First and second time derivative of a vector along the trajectory.
pub fn derivatives(rig: &mut Rig, f: impl Fn(&mut Rig) -> Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
    let first = rig.rate3(&f);
    (first, rig.rate3(|rig| rig.rate3(&f)))
}

/// Angular velocity of a frame in world coordinates from the change of its axes: `skew(w) = der(T') T`.
pub fn turning(rig: &mut Rig, frame: &str) -> Vector3<f64> {
    let rates = rig.rates(|rig| rig.t(frame).transpose().as_slice().to_vec());
    unskew(&(Matrix3::from_column_slice(&rates) * rig.t(frame)))
}

/// Three free bodies that tumble, tied by springs at points off their centres; each carries a rotated frame `fa`, `fb`, `fc`.
pub const TUMBLING: &str = r#"
name = "Tumbling"
connections = [
  ["a.frame_a", "fa.frame_a"], ["b.frame_a", "fb.frame_a"], ["c.frame_a", "fc.frame_a"],
  ["ab.frame_a", "fa.frame_b"], ["ab.frame_b", "fb.frame_b"],
  ["bc.frame_a", "fb.frame_b"], ["bc.frame_b", "fc.frame_b"],
  ["wc.frame_a", "world.frame_b"], ["wc.frame_b", "fc.frame_b"],
  CONNECTIONS
]
[components.world]
class = "World"
g = 3.0
n = [0.2, -1, 0.4]
[components.a]
class = "Parts.Body"
m = 1.5
r_CM = [0.1, -0.2, 0.05]
I_11 = 0.3
I_22 = 0.5
I_33 = 0.4
I_21 = 0.05
I_31 = -0.03
I_32 = 0.02
r_0 = { start = [0.3, 0.4, -0.2] }
v_0 = { start = [0.5, -0.2, 0.7] }
angles_start = [0.4, -0.7, 1.1]
w_0_start = [1.3, -0.8, 0.6]
[components.b]
class = "Parts.Body"
m = 0.8
r_CM = [-0.1, 0.1, 0.2]
I_11 = 0.2
I_22 = 0.15
I_33 = 0.25
r_0 = { start = [-0.9, 0.6, 0.8] }
v_0 = { start = [-0.3, 0.9, 0.1] }
angles_start = [-1.2, 0.3, 0.5]
w_0_start = [-0.7, 1.9, 1.1]
[components.c]
class = "Parts.Body"
m = 2.0
r_CM = [0.0, 0.15, 0.0]
I_11 = 0.6
I_22 = 0.4
I_33 = 0.5
r_0 = { start = [0.2, -1.1, 0.5] }
v_0 = { start = [0.4, 0.3, -0.6] }
angles_start = [0.2, 0.9, -0.4]
w_0_start = [0.9, 0.4, -1.5]
[components.fa]
class = "Parts.FixedRotation"
r = [0.3, 0.1, -0.2]
n = [1, 2, -1]
angle = 35
[components.fb]
class = "Parts.FixedRotation"
r = [-0.2, 0.25, 0.1]
n = [-1, 1, 3]
angle = 70
[components.fc]
class = "Parts.FixedRotation"
r = [0.1, -0.15, 0.4]
n = [2, 0.5, 1]
angle = -110
[components.ab]
class = "Forces.Spring"
c = 12
s_unstretched = 0.4
[components.bc]
class = "Forces.Spring"
c = 7
s_unstretched = 0.6
[components.wc]
class = "Forces.Spring"
c = 9
s_unstretched = 0.3
"#;

/// The tumbling bodies with more components and connections.
pub fn tumbling(components: &str, connections: &[(String, String)]) -> String {
    let lines: Vec<String> = connections.iter().map(|(from, to)| format!("[\"{from}\", \"{to}\"],")).collect();
    TUMBLING.replace("CONNECTIONS", &lines.join("\n  ")) + components
}
