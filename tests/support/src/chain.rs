//! The chain on which multibody codes are compared: `n` links of 0.1 m and 1 kg on revolute joints.

use std::fmt::Write;

use mechanism::{JointKind, JointPlacement, LinkMotion, Motion, RigidInertia, Tree, TreeConstants, TreeJoint, Wrench};
use simulation::dynamics::articulated_body::{SingularJoint, Workspace, accelerations, kinematics};

/// Position and velocity coordinates, rad and rad/s, of state `k`.
pub fn state(n: usize, k: u32) -> (Vec<f64>, Vec<f64>) {
    let (k, n) = (f64::from(k), n as u32);
    let q = |i| (0.7 * f64::from(i) + 0.3 * k).sin();
    let v = |i| 0.1 * (1.3 * f64::from(i) + 0.2 * k).cos();
    ((1..=n).map(q).collect(), (1..=n).map(v).collect())
}

/// Gravitational acceleration, m/s2.
pub const GRAVITY: [f64; 3] = [0.0, 0.0, -9.81];

/// Directions of the joint axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axes {
    /// All y.
    Planar,
    /// x, y, z in turn.
    Spatial,
}

impl Axes {
    /// World axis (0: x, 1: y, 2: z) of joint `i` at q = 0.
    fn of(self, i: usize) -> usize {
        match self {
            Self::Planar => 1,
            Self::Spatial => i % 3,
        }
    }
}

/// The same as a model file: joints `j1`, `j2`, .. with the angles and speeds of state `k`; `more` is called for each joint with its number
/// from 1, and adds to the connections and the components.
pub fn model_text(n: usize, axes: Axes, k: u32, more: impl Fn(usize) -> [String; 2]) -> String {
    let (q, v) = state(n, k);
    let (mut connections, mut components) = (String::new(), String::new());
    let mut end = "world.frame_b".to_owned();
    for i in 0..n {
        let number = i + 1;
        let n = [0, 1, 2].map(|axis| i32::from(axis == axes.of(i)));
        let [own_connections, own_components] = more(number);
        writeln!(
            connections,
            r#"["{end}", "j{number}.frame_a"], ["j{number}.frame_b", "b{number}.frame_a"], {own_connections}"#
        )
        .unwrap();
        writeln!(
            components,
            "components.j{number} = {{ class = \"Joints.Revolute\", useAxisFlange = true, n = {n:?}, phi = {{ start = {:?}, fixed = true }}, \
             w = {{ start = {:?}, fixed = true }} }}\n\
             components.b{number} = {{ class = \"Parts.BodyShape\", r = [0, 0, -0.1], r_CM = [0, 0, -0.05], m = 1, I_11 = 0.01, I_22 = 0.02, \
             I_33 = 0.03 }}\n{own_components}",
            q[i], v[i]
        )
        .unwrap();
        end = format!("b{number}.frame_b");
    }
    format!(
        "name = \"Chain\"\nconnections = [\n{connections}]\ncomponents.world = {{ class = \"World\", n = [0, 0, -1], g = 9.81 }}\n{components}"
    )
}

/// For [`model_text`]: a spring and damper between the flanges of each joint.
pub fn spring_damper(number: usize, c: f64, d: f64) -> [String; 2] {
    [
        format!(r#"["j{number}.support", "s{number}.flange_a"], ["j{number}.axis", "s{number}.flange_b"],"#),
        format!("components.s{number} = {{ class = \"Rotational.Components.SpringDamper\", c = {c:?}, d = {d:?} }}"),
    ]
}

/// A chain with everything that an evaluation needs.
pub struct Chain {
    tree: Tree,
    constants: TreeConstants<f64>,
    wrenches: Vec<Wrench<f64>>,
    links: Vec<LinkMotion<f64>>,
    work: Workspace<f64>,
    joint_force: Vec<f64>,
    vdot: Vec<f64>,
}

impl Chain {
    /// `n` links in series, hanging along -z at q = 0.
    pub fn new(n: usize, axes: Axes) -> Self {
        let joint = |i| TreeJoint { kind: JointKind::Revolute, motion: Motion::Dynamic, parent: i, q: i, v: i };
        let tree = Tree { joints: (0..n).map(joint).collect(), nq: n, nv: n, clusters: Vec::new() };
        let constants = TreeConstants {
            placements: (0..n).map(|i| placement(i, axes)).collect(),
            inertias: (0..n).map(|i| inertia(axes.of(i))).collect(),
            armature: vec![0.0; n],
        };
        Self {
            work: Workspace::new(&tree),
            tree,
            constants,
            wrenches: vec![Wrench::default(); n + 1],
            links: vec![LinkMotion::ground(); n + 1],
            joint_force: vec![0.0; n],
            vdot: vec![0.0; n],
        }
    }

    /// All joint accelerations, rad/s2, from the coordinates q, rad, and v, rad/s: one evaluation.
    pub fn evaluate(&mut self, q: &[f64], v: &[f64]) -> Result<&[f64], SingularJoint> {
        self.kinematics(q, v);
        self.accelerations()
    }

    /// The first half.
    pub fn kinematics(&mut self, q: &[f64], v: &[f64]) {
        kinematics(&self.tree, &self.constants, q, v, &mut self.links, &mut self.work);
    }

    /// The second half.
    pub fn accelerations(&mut self) -> Result<&[f64], SingularJoint> {
        let (tau, wrenches) = (&self.joint_force, &self.wrenches);
        let (links, work) = (&mut self.links, &mut self.work);
        accelerations(&self.tree, &self.constants, GRAVITY, tau, wrenches, links, work, &mut self.vdot)?;
        Ok(&self.vdot)
    }
}

/// Columns: axes of a frame that is turned cyclically until its z is the world axis `k`.
fn frame(k: usize) -> [[f64; 3]; 3] {
    std::array::from_fn(|column| std::array::from_fn(|row| f64::from(row == (k + 1 + column) % 3)))
}

/// `frame(k)^T v`.
fn resolved(k: usize, v: [f64; 3]) -> [f64; 3] {
    frame(k).map(|axis| axis.iter().zip(v).map(|(a, b)| a * b).sum())
}

fn placement(i: usize, axes: Axes) -> JointPlacement<f64> {
    let Some(parent) = i.checked_sub(1) else {
        return JointPlacement { axes: frame(axes.of(0)), position: [0.0; 3] };
    };
    let k = axes.of(parent);
    JointPlacement { axes: frame(axes.of(i)).map(|axis| resolved(k, axis)), position: resolved(k, [0.0, 0.0, -0.1]) }
}

/// 1 kg at (0, 0, -0.05) m, diag(0.01, 0.02, 0.03) kg.m2 about it, resolved in `frame(k)`.
fn inertia(k: usize) -> RigidInertia<f64> {
    let parallel = 0.05 * 0.05;
    let [xx, yy, zz] = resolved(k, [0.01 + parallel, 0.02 + parallel, 0.03]);
    RigidInertia { mass: 1.0, moment: resolved(k, [0.0, 0.0, -0.05]), inertia: [xx, yy, zz, 0.0, 0.0, 0.0] }
}
