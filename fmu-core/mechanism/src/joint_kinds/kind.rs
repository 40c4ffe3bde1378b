//! The trait of joint kinds: their properties, and their part in each pass over the tree.

use super::super::constraints::ConstraintKind;
use super::super::link::{JointPlacement, LinkMotion};
use super::super::slots::Slot3;
use super::super::spatial::algebra::{Vector, add, compose};
use super::super::spatial::articulated_inertia::{ArticulatedInertia, Column, Elimination};
use super::super::spatial::factorization::RotationElimination;
use super::super::spatial::pair::Pair;
use crate::expression::Shape;
use crate::frames::quaternions::{self, Quaternion};
use crate::scalar::{Scalar, Vector3};
use binary::Binary;

/// A kind of joint. The functions do not depend on the tree: slices of coordinates begin at the joint's first one.
pub trait Kind {
    /// Addresses of the start values.
    type Start;
    /// Number of position coordinates.
    const NQ: usize;
    /// Number of velocity coordinates.
    const NV: usize;
    /// Index of the first element of the quaternion Q = (x, y, z, w) among the position coordinates, if there is one. It maps the joint frame
    /// to the link frame (resolve2). The angular velocity of the link relative to the joint frame, resolved in the link frame, begins at
    /// the same index among the velocity coordinates.
    const QUATERNION: Option<usize> = None;
    /// The position coordinate is an angle; the kinematics reads its sine and cosine.
    const ANGLE: bool = false;
    /// The elimination leaves a [`RotationElimination`].
    const ROTATES_FREELY: bool = false;
    /// The link has an orientation.
    const ORIENTED: bool = true;
    /// The link has no mass, and its motion follows from the balance of the forces on it; its speeds are not states.
    const MASSLESS: bool = false;
    /// A 1-D coordinate that moves no link: its inertia is the armature, and its link is a frame fixed to the parent.
    const ONE_DIMENSIONAL: bool = false;
    /// The equivalent loop-closing constraint, for joints that close a loop without coordinates.
    const CLOSES: Option<ConstraintKind> = None;
    /// Components of force and torque that the joint transmits.
    const TRANSMITS: Transmits = Transmits::Wrench;

    /// Names, units and start values of the coordinates.
    fn coordinates(start: &Self::Start, sense: Sense) -> Coordinates;

    /// Sets the coordinates to the start values.
    fn begin<T: Scalar>(start: &Self::Start, sense: Sense, parameters: &[T], q: &mut [T], v: &mut [T]);

    /// The motion of the link relative to its parent along velocity coordinate `k`.
    fn axis<T: Scalar>(k: usize, place: &Place<'_, T>) -> Axis<T>;

    /// From root to leaves: orientation, position and velocity of the link.
    fn kinematics<T: Scalar>(state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T>;

    /// From leaves to root: eliminates the joint's own acceleration and returns the articulated inertia that the joint passes on to its
    /// parent, about the same origin. None when the joint moves no mass.
    fn eliminate<T: Scalar>(joint: &Driven<'_, T>, kept: &mut Kept<'_, T>) -> Option<ArticulatedInertia<T>>;

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

/// Decides how the acceleration of a joint is determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Motion {
    /// Forces, through the equations of motion.
    Dynamic,
    /// A given motion (hybrid dynamics, Featherstone 2008, 9.2); only for joints with one degree of freedom.
    Prescribed,
}

/// Force and torque that a joint transmits besides its generalised forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transmits {
    /// Force and torque.
    Wrench,
    /// Force, and torque across its axis.
    AcrossAxis,
    /// A force, but no torque about its point.
    Force,
    /// Nothing: it is not a constraint.
    Nothing,
}

/// Start and end of the transformation that the coordinates of a joint describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// From the world to the frame of a body.
    Root,
    /// From frame_a to frame_b.
    Forward,
    /// From frame_b to frame_a: the joint is entered from frame_b.
    Reversed,
}

/// A coordinate with its name, unit and start value for the list of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Variable of the component.
    pub variable: &'static str,
    /// Index of the element, from 1, if the variable is a vector.
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

/// Start values of a joint with one degree of freedom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct SingleStart {
    /// Address of the position, rad or m.
    pub position: usize,
    /// Address of the speed, rad/s or m/s.
    pub speed: usize,
}

impl SingleStart {
    /// An angle and its derivative.
    pub(super) fn angle(&self) -> Coordinates {
        self.coordinates([("phi", "rad"), ("w", "rad/s")])
    }

    /// A distance and its derivative.
    pub(super) fn distance(&self) -> Coordinates {
        self.coordinates([("s", "m"), ("v", "m/s")])
    }

    fn coordinates(&self, names: [(&'static str, &'static str); 2]) -> Coordinates {
        let one = |(variable, unit), start| vec![Coordinate { variable, element: None, unit, start: Some(start) }];
        Coordinates { positions: one(names[0], self.position), speeds: one(names[1], self.speed) }
    }

    /// Sets position and speed. They are the same from frame_a to frame_b as from frame_b to frame_a, since the axis is
    /// reversed.
    pub(super) fn begin<T: Scalar>(&self, parameters: &[T], q: &mut [T], v: &mut [T]) {
        q[0] = parameters[self.position];
        v[0] = parameters[self.speed];
    }
}

/// Motion of a link along one velocity coordinate, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis<T> {
    /// Rotation about an axis through the link's origin, or else translation.
    pub rotation: bool,
    /// Unit vector of the axis.
    pub direction: Vector<T>,
}

/// Coordinates of all joints, with the indices of the first ones of this joint; the motion of its parent link, and its
/// pose there.
#[derive(Debug)]
pub struct State<'a, T> {
    /// Position coordinates.
    pub q: &'a [T],
    /// Velocity coordinates.
    pub v: &'a [T],
    /// Sine of the position coordinates that are angles.
    pub sin: &'a [T],
    /// Cosine of the position coordinates that are angles.
    pub cos: &'a [T],
    /// First position coordinate and first velocity coordinate of this joint.
    pub first: (usize, usize),
    /// Motion of the parent link.
    pub parent: &'a LinkMotion<T>,
    /// Pose of the joint on the parent link.
    pub placement: &'a JointPlacement<T>,
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

/// Velocity-dependent terms of a link's acceleration: `alpha = alpha_p + zeta + ..`, `a = a_p + alpha_p x d + gamma +
/// ..`, where the dots are the joint's own acceleration.
#[derive(Clone, Copy, Debug, Default)]
pub struct VelocityProducts<T> {
    /// Vector from the parent's origin to the link's origin, m.
    pub d: Vector<T>,
    /// `zeta`, rad/s2, from the Coriolis term, and `gamma`, m/s2, from the centripetal and Coriolis terms.
    pub accelerations: Vector<Pair<T>>,
}

/// A joint in its present position. Axes are computed on demand: most kinds need only those of the link.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a, T> {
    /// Motion of all links.
    pub links: &'a [LinkMotion<T>],
    /// Placements of all joints.
    pub placements: &'a [JointPlacement<T>],
    /// Number of the joint.
    pub joint: usize,
    /// Number of its parent link.
    pub parent: usize,
}

impl<T: Scalar> Place<'_, T> {
    /// The link that the joint moves.
    #[inline(always)]
    pub fn link(&self) -> &LinkMotion<T> {
        &self.links[self.joint + 1]
    }

    /// The link's z axis.
    #[inline(always)]
    pub(super) fn z(&self) -> Vector<T> {
        self.link().axes[2]
    }

    /// Columns: the axes of the joint frame in world axes.
    pub fn joint_axes(&self) -> [Vector<T>; 3] {
        joint_axes(&self.links[self.parent], &self.placements[self.joint])
    }
}

/// Columns: the axes of a joint frame in world axes.
#[inline(always)]
pub(super) fn joint_axes<T: Scalar>(parent: &LinkMotion<T>, placement: &JointPlacement<T>) -> [Vector<T>; 3] {
    compose(&parent.axes, &placement.axes)
}

/// Input of the elimination of a joint: the inertia that it moves, velocity-dependent accelerations and generalised forces.
#[derive(Debug)]
pub struct Driven<'a, T> {
    /// Articulated inertia of the link, about its origin.
    pub subtree: &'a ArticulatedInertia<T>,
    /// Links and placements at the present position.
    pub place: Place<'a, T>,
    /// Dynamic or prescribed.
    pub motion: Motion,
    /// Velocity-dependent accelerations of the link: angular, and of the origin.
    pub given: Vector<Pair<T>>,
    /// Generalised forces; see [`simulation::dynamics::articulated_body::accelerations`].
    pub force: &'a [T],
    /// Derivatives of the velocity coordinates, read if the motion is prescribed.
    pub vdot: &'a [T],
    /// Inertia that the joint moves in addition to its link.
    pub armature: T,
}

impl<T: Scalar> Driven<'_, T> {
    /// The articulated inertia, its bias shifted by the known accelerations of the link: from velocities, and the joint's own if prescribed.
    #[inline(never)] // Nearly every kind needs it.
    pub(super) fn accelerated(&self, own: Option<Vector<Pair<T>>>) -> ArticulatedInertia<T> {
        self.subtree.accelerated(own.map_or(self.given, |own| add(self.given, own)))
    }
}

/// Results of the elimination of a joint, from which its acceleration is computed.
#[derive(Debug)]
pub struct Kept<'a, T> {
    /// The eliminated joint acceleration; for a joint without constraints the accelerations of the link themselves.
    pub elimination: &'a mut Elimination<T>,
    /// Results of the elimination of free rotations, by joint.
    pub rotations: &'a mut [RotationElimination<T>],
}

impl<T: Scalar> Kept<'_, T> {
    /// Eliminates the joint of `column`; returns the remaining articulated inertia.
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

/// Input of the acceleration pass: the motion of the parent and the result of the elimination.
#[derive(Debug)]
pub struct Carried<'a, T> {
    /// Links and placements at the present position.
    pub place: Place<'a, T>,
    /// Dynamic or prescribed.
    pub motion: Motion,
    /// Vector from the parent's origin to the link's origin, m.
    pub d: Vector<T>,
    /// Angular acceleration of the parent and acceleration of its origin.
    pub parent: (Vector<T>, Vector<T>),
    /// Velocity-dependent accelerations of the link: angular, and of the origin.
    pub link: (Vector<T>, Vector<T>),
    /// Result of the elimination.
    pub elimination: &'a Elimination<T>,
    /// Results of the elimination of free rotations, by joint.
    pub rotations: &'a [RotationElimination<T>],
}

impl<T: Scalar> Carried<'_, T> {
    /// Acceleration of a joint with one degree of freedom: computed, or given if the motion is prescribed.
    #[inline(always)]
    pub(super) fn own(&self, vdot: &mut [T]) -> T {
        if self.motion == Motion::Dynamic {
            vdot[0] = self.elimination.acceleration(self.d, self.parent);
        }
        vdot[0]
    }
}
