//! The spanning tree of links and joints, and the numbers of one mechanism.
//!
//! Link 0 is the ground (world frame, at rest). Joint `i` moves link `i + 1`, and its parent link has a smaller number. The frame
//! of a link has its origin on the joint that moves it; for a revolute or prismatic joint its z axis is the joint axis.

use crate::scalar::{Scalar, Vector3};

/// How a joint moves its link relative to the parent link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Rotation about z; q: angle, v: angular velocity.
    Revolute,
    /// Rotation about z of a link that has nothing but a moment of inertia about z, and whose driving torque does not act back on the
    /// parent: along z it passes on nothing. The frame of the link does not turn with it.
    Rotor,
    /// Translation along z; q: distance, v: velocity.
    Prismatic,
    /// Three rotations about the common origin. q (4): quaternion Q = (x, y, z, w) that maps the joint frame to the link frame
    /// (resolve2); v (3): angular velocity of the link relative to the joint frame, resolved in the link frame.
    Spherical,
    /// Six degrees of freedom. q (7): position r of the link in the joint frame, then the quaternion Q = (x, y, z, w) that maps the
    /// joint frame to the link frame (resolve2); v (6): der(r) in the joint frame, then the angular velocity of the link relative to
    /// the joint frame, resolved in the link frame. The joint transmits no wrench.
    Free,
    /// Point masses only: three translations in the joint frame, no orientation (the link frame stays parallel to the joint frame).
    /// q (3), v (3). Parent is always the ground.
    Translation,
}

impl JointKind {
    /// Number of position coordinates.
    pub const fn nq(self) -> usize {
        match self {
            Self::Revolute | Self::Rotor | Self::Prismatic => 1,
            Self::Spherical => 4,
            Self::Free => 7,
            Self::Translation => 3,
        }
    }
    /// Number of velocity coordinates.
    pub const fn nv(self) -> usize {
        match self {
            Self::Revolute | Self::Rotor | Self::Prismatic => 1,
            Self::Free => 6,
            Self::Spherical | Self::Translation => 3,
        }
    }
    /// Where the quaternion of four elements begins among the position coordinates, for the kinds that have one.
    pub const fn quaternion(self) -> Option<usize> {
        match self {
            Self::Free => Some(3),
            Self::Spherical => Some(0),
            Self::Revolute | Self::Rotor | Self::Prismatic | Self::Translation => None,
        }
    }
}

/// Who decides the acceleration of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Forces.
    Dynamic,
    /// It is given (hybrid dynamics, Featherstone 2008, 9.2); only revolute and prismatic joints.
    Prescribed,
}

/// One joint of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeJoint {
    /// Kind.
    pub kind: JointKind,
    /// Dynamic or prescribed.
    pub motion: Motion,
    /// Parent link: 0 is the ground, `i + 1` is moved by joint `i`.
    pub parent: usize,
    /// First element in the position coordinates.
    pub q: usize,
    /// First element in the velocity coordinates.
    pub v: usize,
}

/// Topology of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Joints; `joints[i].parent <= i`.
    pub joints: Vec<TreeJoint>,
    /// Number of position coordinates.
    pub nq: usize,
    /// Number of velocity coordinates.
    pub nv: usize,
}

/// Where a joint sits on its parent link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPlacement<T> {
    /// Columns: the axes of the joint frame (the link frame at q = 0), resolved in the parent link frame.
    pub axes: [[T; 3]; 3],
    /// Origin of the joint frame seen from the parent link's origin, in the parent link frame, m.
    pub position: [T; 3],
}

/// Mass properties of a link.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct RigidInertia<T> {
    /// Mass, kg.
    pub mass: T,
    /// First moment, mass times centre of mass, in the link frame, kg.m.
    pub moment: [T; 3],
    /// Inertia about the link's origin in the link frame: xx, yy, zz, xy, xz, yz, kg.m2.
    pub inertia: [T; 6],
}

/// The numbers that the parameters decide.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeConstants<T> {
    /// Per joint.
    pub placements: Vec<JointPlacement<T>>,
    /// Mass properties of the link moved by each joint.
    pub inertias: Vec<RigidInertia<T>>,
    /// Inertia that each joint of one degree of freedom moves besides its link, kg or kg.m2: `armature vdot` is taken from the joint's
    /// generalised force and acts on nothing else. Not read for other joints.
    pub armature: Vec<T>,
}

/// Motion of a link, all vectors in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkMotion<T> {
    /// Columns: the axes of the link frame in world axes (v_world = axes * v_link).
    pub axes: [[T; 3]; 3],
    /// Position of the origin, m.
    pub position: [T; 3],
    /// Angular velocity, rad/s.
    pub omega: [T; 3],
    /// Velocity of the origin, m/s.
    pub velocity: [T; 3],
    /// Angular acceleration, rad/s2.
    pub alpha: [T; 3],
    /// Acceleration of the origin minus the uniform field given to the acceleration stage, m/s2.
    pub acceleration: [T; 3],
}

impl<T: Scalar> LinkMotion<T> {
    /// The ground: world axes, at rest.
    pub fn ground() -> Self {
        let (o, l) = (T::zero(), T::one());
        let zero = [o; 3];
        Self {
            axes: [[l, o, o], [o, l, o], [o, o, l]],
            position: zero,
            omega: zero,
            velocity: zero,
            alpha: zero,
            acceleration: zero,
        }
    }
}

/// Force and torque about a point, in world axes.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Wrench<T> {
    /// Force, N.
    pub force: [T; 3],
    /// Torque, N.m.
    pub torque: [T; 3],
}

impl<T: Scalar> Wrench<T> {
    /// Adds a force, N, and a torque, N.m, about the same point and in the same axes.
    #[inline]
    pub fn add(&mut self, force: Vector3<T>, torque: Vector3<T>) {
        for k in 0..3 {
            self.force[k] += force[k];
            self.torque[k] += torque[k];
        }
    }
}
