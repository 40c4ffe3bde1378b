//! What a kind of joint says of itself, and what it is told when it takes part in a pass over the tree.

use super::super::constraints::ConstraintKind;
use super::super::link::{JointPlacement, LinkMotion};
use super::super::parameters::Shape;
use super::super::slots::Slot3;
use super::super::spatial::algebra::{Vector, add, compose};
use super::super::spatial::articulated_inertia::{ArticulatedInertia, Column, Elimination};
use super::super::spatial::factorization::RotationElimination;
use super::super::spatial::pair::Pair;
use crate::frames::quaternions::{self, Quaternion};
use crate::scalar::{Scalar, Vector3};
use serde::{Deserialize, Serialize};

/// A kind of joint. The functions know nothing of the tree: slices of coordinates begin at the joint's first one.
pub(crate) trait Kind {
    /// Addresses of the start values.
    type Start;
    /// Number of position coordinates.
    const NQ: usize;
    /// Number of velocity coordinates.
    const NV: usize;
    /// Where the quaternion Q = (x, y, z, w) begins among the position coordinates, if there is one. It maps the joint frame to the link
    /// frame (resolve2). The angular velocity of the link relative to the joint frame, resolved in the link frame, begins at the same
    /// place among the velocity coordinates.
    const QUATERNION: Option<usize> = None;
    /// The position coordinate is an angle; the kinematics reads its sine and cosine.
    const ANGLE: bool = false;
    /// The elimination leaves a [`RotationElimination`].
    const ROTATES_FREELY: bool = false;
    /// The link has an orientation.
    const ORIENTED: bool = true;
    /// The link has no mass, and its motion follows from the balance of the forces on it; its speeds are no states.
    const MASSLESS: bool = false;
    /// The coordinate moves no link: its inertia is the armature, and the link a frame fixed to the parent.
    const LONE: bool = false;
    /// What the joint is as a constraint that closes a loop, if it needs no coordinates for that.
    const CLOSES: Option<ConstraintKind> = None;
    /// What the joint transmits.
    const TRANSMITS: Transmits = Transmits::Wrench;

    /// Names, units and start values of the coordinates.
    fn coordinates(start: &Self::Start, sense: Sense) -> Coordinates;

    /// Sets the coordinates to the start values.
    fn begin<T: Scalar>(start: &Self::Start, sense: Sense, parameters: &[T], q: &mut [T], v: &mut [T]);

    /// The motion of the link relative to its parent along velocity coordinate `k`.
    fn axis<T: Scalar>(k: usize, place: &Place<'_, T>) -> Axis<T>;

    /// From root to leaves: orientation, position and velocity of the link.
    fn kinematics<T: Scalar>(
        state: &State<'_, T>,
        parent: &LinkMotion<T>,
        placement: &JointPlacement<T>,
        link: &mut LinkMotion<T>,
    ) -> VelocityProducts<T>;

    /// From leaves to root: eliminates the joint's own acceleration; what is left is what the joint lets through of the articulated
    /// inertia of its link, about the same origin. None when the joint moves no mass.
    fn eliminate<T: Scalar>(
        joint: &Driven<'_, T>,
        subtree: &ArticulatedInertia<T>,
        kept: &mut Kept<'_, T>,
    ) -> Option<ArticulatedInertia<T>>;

    /// From root to leaves: angular acceleration of the link and acceleration of its origin. The derivatives of the velocity coordinates
    /// are written, or read if the motion is prescribed.
    fn accelerate<T: Scalar>(joint: &Carried<'_, T>, vdot: &mut [T]) -> (Vector<T>, Vector<T>);

    /// Derivatives of the position coordinates.
    fn position_derivatives<T: Scalar>(_q: &[T], v: &[T], qdot: &mut [T]) {
        qdot[..Self::NQ].copy_from_slice(&v[..Self::NQ]);
    }

    /// Rotation from the parent's node to the child's node; `axis` is the unit axis of the joint, seen from the parent.
    fn rotation<T: Scalar>(_axis: Vector3<T>, _q: &[T]) -> Quaternion<T> {
        quaternions::null_rotation()
    }
}

/// Who decides the acceleration of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Motion {
    /// Forces.
    Dynamic,
    /// It is given (hybrid dynamics, Featherstone 2008, 9.2); only joints with one degree of freedom.
    Prescribed,
}

/// What a joint transmits besides its generalised forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transmits {
    /// Force and torque.
    Wrench,
    /// Force, and torque across its axis.
    AcrossAxis,
    /// A force and no torque about its point.
    Force,
    /// Nothing: it is no constraint.
    Nothing,
}

/// From where to where the coordinates of a joint lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// From the world to the frame of a body.
    Root,
    /// From frame_a to frame_b.
    Forward,
    /// From frame_b to frame_a: the joint is entered from frame_b.
    Reversed,
}

/// One coordinate as the catalogue of variables has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Variable of the component.
    pub variable: &'static str,
    /// Number of the element, from 1, if the variable is a vector.
    pub element: Option<usize>,
    /// Unit.
    pub unit: &'static str,
    /// Address of the start value; none when it follows from start values of other variables.
    pub start: Option<usize>,
}

impl Coordinate {
    /// Name of the scalar variable in the component.
    pub fn name(&self) -> String {
        let subscript = self.element.map(|k| Shape::Vector(k).subscript(k - 1));
        [self.variable, subscript.as_deref().unwrap_or_default()].concat()
    }

    /// The elements of a vector.
    pub(super) fn vector(
        variable: &'static str,
        size: usize,
        unit: &'static str,
        start: Option<Slot3>,
    ) -> impl Iterator<Item = Self> {
        let element = move |k: usize| Self { variable, element: Some(k + 1), unit, start: start.map(|s| s.0 + k) };
        (0..size).map(element)
    }
}

/// All coordinates of a joint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// Position coordinates.
    pub positions: Vec<Coordinate>,
    /// Velocity coordinates.
    pub speeds: Vec<Coordinate>,
}

/// Motion of a link along one velocity coordinate, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis<T> {
    /// Rotation about an axis through the link's origin, or else translation.
    pub(crate) rotation: bool,
    /// Unit vector of the axis.
    pub(crate) direction: Vector<T>,
}

/// Coordinates of all joints, and where those of this one begin.
#[derive(Debug)]
pub(crate) struct State<'a, T> {
    /// Position coordinates.
    pub(crate) q: &'a [T],
    /// Velocity coordinates.
    pub(crate) v: &'a [T],
    /// Sine and cosine of the position coordinates that are angles.
    pub(crate) sin: &'a [T],
    pub(crate) cos: &'a [T],
    /// First position coordinate and first velocity coordinate of this joint.
    pub(crate) first: (usize, usize),
}

impl<T: Scalar> State<'_, T> {
    /// Position coordinate `k`.
    #[inline(always)]
    pub(super) fn q(&self, k: usize) -> T {
        self.q[self.first.0 + k]
    }

    /// Velocity coordinate `k`.
    #[inline(always)]
    pub(super) fn v(&self, k: usize) -> T {
        self.v[self.first.1 + k]
    }

    /// Sine and cosine of the position coordinate.
    #[inline(always)]
    pub(super) fn turn(&self) -> (T, T) {
        (self.sin[self.first.0], self.cos[self.first.0])
    }
}

/// How the acceleration of a link follows from that of its parent: `alpha = alpha_p + zeta + ..`,
/// `a = a_p + alpha_p x d + gamma + ..`, the dots being the joint's own acceleration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VelocityProducts<T> {
    /// Origin of the link seen from the parent's origin, m.
    pub(crate) d: Vector<T>,
    /// `zeta`, rad/s2, from the Coriolis term, and `gamma`, m/s2, from the centripetal and Coriolis terms.
    pub(crate) accelerations: Vector<Pair<T>>,
}

/// Where a joint is. It looks up what it is asked for: most kinds need only the link's axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a, T> {
    /// Motion of all links.
    pub(crate) links: &'a [LinkMotion<T>],
    /// Placements of all joints.
    pub(crate) placements: &'a [JointPlacement<T>],
    /// Number of the joint.
    pub(crate) joint: usize,
    /// Number of its parent link.
    pub(crate) parent: usize,
}

impl<T: Scalar> Place<'_, T> {
    /// The link that the joint moves.
    #[inline(always)]
    pub(crate) fn link(&self) -> &LinkMotion<T> {
        &self.links[self.joint + 1]
    }

    /// The link's z axis.
    #[inline(always)]
    pub(super) fn z(&self) -> Vector<T> {
        self.link().axes[2]
    }

    /// Columns: the axes of the joint frame in world axes.
    pub(crate) fn joint_axes(&self) -> [Vector<T>; 3] {
        joint_axes(&self.links[self.parent], &self.placements[self.joint])
    }
}

/// Columns: the axes of a joint frame in world axes.
#[inline(always)]
pub(super) fn joint_axes<T: Scalar>(parent: &LinkMotion<T>, placement: &JointPlacement<T>) -> [Vector<T>; 3] {
    compose(&parent.axes, &placement.axes)
}

/// What drives a joint.
#[derive(Debug)]
pub(crate) struct Driven<'a, T> {
    /// Where it is.
    pub(crate) place: Place<'a, T>,
    /// Dynamic or prescribed.
    pub(crate) motion: Motion,
    /// Accelerations of the link (angular, of the origin) from velocities.
    pub(crate) given: Vector<Pair<T>>,
    /// Generalised forces; see [`crate::dynamics::articulated_body::accelerations`].
    pub(crate) force: &'a [T],
    /// Derivatives of the velocity coordinates, read if the motion is prescribed.
    pub(crate) vdot: &'a [T],
    /// Inertia that the joint moves besides its link.
    pub(crate) armature: T,
}

impl<T: Scalar> Driven<'_, T> {
    /// The articulated inertia with the accelerations that its link has anyway: from velocities, and its own where it is prescribed.
    #[inline(never)] // Nearly every kind needs it.
    pub(super) fn accelerated(
        &self,
        subtree: &ArticulatedInertia<T>,
        own: Option<Vector<Pair<T>>>,
    ) -> ArticulatedInertia<T> {
        subtree.accelerated(own.map_or(self.given, |own| add(self.given, own)))
    }
}

/// What the elimination of a joint leaves for its acceleration.
#[derive(Debug)]
pub(crate) struct Kept<'a, T> {
    /// The eliminated joint acceleration; for a joint that holds nothing the accelerations of the link themselves.
    pub(crate) elimination: &'a mut Elimination<T>,
    /// The same of the joints that rotate freely, per joint.
    pub(crate) rotations: &'a mut [RotationElimination<T>],
}

impl<T: Scalar> Kept<'_, T> {
    /// Lets the joint of `column` move; what is left.
    #[inline(never)] // Every kind with one degree of freedom needs it.
    pub(super) fn eliminate(
        &mut self,
        subtree: &ArticulatedInertia<T>,
        column: &Column<T>,
    ) -> Option<ArticulatedInertia<T>> {
        let (left, elimination) = subtree.eliminate(column)?;
        *self.elimination = elimination;
        Some(left)
    }
}

/// What carries a joint, and what its elimination left.
#[derive(Debug)]
pub(crate) struct Carried<'a, T> {
    /// Where it is.
    pub(crate) place: Place<'a, T>,
    /// Dynamic or prescribed.
    pub(crate) motion: Motion,
    /// Origin of the link seen from the parent's origin, m.
    pub(crate) d: Vector<T>,
    /// Angular acceleration of the parent and acceleration of its origin.
    pub(crate) parent: (Vector<T>, Vector<T>),
    /// The same of the link, without the joint's own acceleration.
    pub(crate) link: (Vector<T>, Vector<T>),
    /// What the elimination left.
    pub(crate) elimination: &'a Elimination<T>,
    /// The same of the joints that rotate freely, per joint.
    pub(crate) rotations: &'a [RotationElimination<T>],
}

impl<T: Scalar> Carried<'_, T> {
    /// The acceleration of a joint with one degree of freedom: found, or given if the motion is prescribed.
    #[inline(always)]
    pub(super) fn own(&self, vdot: &mut [T]) -> T {
        if self.motion == Motion::Dynamic {
            vdot[0] = self.elimination.acceleration(self.d, self.parent);
        }
        vdot[0]
    }
}
