//! The list of the kinds of joints.

use super::super::constraints::ConstraintKind;
use super::super::link::LinkMotion;
use super::super::spatial::algebra::Vector;
use super::super::spatial::articulated_inertia::ArticulatedInertia;
use super::kind::{Axis, Carried, Coordinates, Driven, Kept, Kind, Place, Sense, State, Transmits, VelocityProducts};
use super::{
    FreeStart, MasslessStart, RotationStart, SingleStart, free, massless, one_dimensional, prismatic, revolute, rotor,
    spherical, translation,
};
use crate::frames::quaternions::Quaternion;
use crate::scalar::{Scalar, Vector3};
use binary::Binary;

macro_rules! joint_kinds {
    ($($(#[$doc:meta])+ $name:ident($start:ty): $kind:ty),+ $(,)?) => {
        /// Motion of a link relative to its parent link.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
        pub enum JointKind {
            $($(#[$doc])+ $name),+
        }

        /// Kind of a joint, with the addresses of its start values.
        #[derive(Clone, Copy, Debug, Binary)]
        pub enum JointStart {
            $($(#[$doc])+ $name($start)),+
        }

        impl JointKind {
            /// All kinds.
            #[cfg(test)]
            pub(super) const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Number of position coordinates.
            pub const fn nq(self) -> usize {
                match self { $(Self::$name => <$kind>::NQ),+ }
            }

            /// Number of velocity coordinates.
            pub const fn nv(self) -> usize {
                match self { $(Self::$name => <$kind>::NV),+ }
            }

            /// Index of the first element of the quaternion among the position coordinates, for the kinds that have one; the angular
            /// velocity begins at the same index among the velocity coordinates.
            pub const fn quaternion(self) -> Option<usize> {
                match self { $(Self::$name => <$kind>::QUATERNION),+ }
            }

            /// True when the position coordinate is an angle whose sine and cosine the kinematics reads.
            pub const fn has_angle(self) -> bool {
                match self { $(Self::$name => <$kind>::ANGLE),+ }
            }

            /// True when the elimination leaves a free rotation.
            pub const fn rotates_freely(self) -> bool {
                match self { $(Self::$name => <$kind>::ROTATES_FREELY),+ }
            }

            /// True when the link has an orientation.
            pub const fn is_oriented(self) -> bool {
                match self { $(Self::$name => <$kind>::ORIENTED),+ }
            }

            /// True when the link has no mass and its motion follows from the balance of the forces on it.
            pub const fn is_massless(self) -> bool {
                match self { $(Self::$name => <$kind>::MASSLESS),+ }
            }

            /// Returns true if the coordinate moves no link.
            pub const fn is_one_dimensional(self) -> bool {
                match self { $(Self::$name => <$kind>::ONE_DIMENSIONAL),+ }
            }

            /// The equivalent loop-closing constraint, for the kinds that close a loop without coordinates.
            pub const fn closes(self) -> Option<ConstraintKind> {
                match self { $(Self::$name => <$kind>::CLOSES),+ }
            }

            /// Force and torque that a joint transmits besides its generalised forces.
            pub const fn transmits(self) -> Transmits {
                match self { $(Self::$name => <$kind>::TRANSMITS),+ }
            }

            /// Motion of the link relative to its parent along velocity coordinate `k`, world axes.
            pub fn axis<T: Scalar>(self, k: usize, place: &Place<'_, T>) -> Axis<T> {
                match self { $(Self::$name => <$kind>::axis(k, place)),+ }
            }

            /// Orientation, position and velocity of the link.
            #[inline(always)]
            pub fn kinematics<T: Scalar>(self, state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
                match self { $(Self::$name => <$kind>::kinematics(state, link)),+ }
            }

            /// Articulated inertia of the link after the elimination of the joint. None when the joint moves no mass.
            #[inline(always)]
            pub fn eliminate<T: Scalar>(
                self,
                joint: &Driven<'_, T>,
                kept: &mut Kept<'_, T>,
            ) -> Option<ArticulatedInertia<T>> {
                match self { $(Self::$name => <$kind>::eliminate(joint, kept)),+ }
            }

            /// Angular acceleration of the link and acceleration of its origin.
            #[inline(always)]
            pub fn accelerate<T: Scalar>(self, joint: &Carried<'_, T>, vdot: &mut [T]) -> (Vector<T>, Vector<T>) {
                match self { $(Self::$name => <$kind>::accelerate(joint, vdot)),+ }
            }

            /// Derivatives of the position coordinates.
            #[inline(always)]
            pub fn position_derivatives<T: Scalar>(self, q: &[T], v: &[T], qdot: &mut [T]) {
                match self { $(Self::$name => <$kind>::position_derivatives(q, v, qdot)),+ }
            }

            /// Rotation from the parent's node to the child's node; `axis` is the unit axis of the joint, seen from the parent.
            pub fn rotation<T: Scalar>(self, axis: Vector3<T>, q: &[T]) -> Quaternion<T> {
                match self { $(Self::$name => <$kind>::rotation(axis, q)),+ }
            }
        }

        impl JointStart {
            /// The kind of joint.
            pub const fn kind(&self) -> JointKind {
                match self { $(Self::$name(_) => JointKind::$name),+ }
            }

            /// Names, units and start values of the coordinates.
            pub fn coordinates(&self, sense: Sense) -> Coordinates {
                match self { $(Self::$name(start) => <$kind>::coordinates(start, sense)),+ }
            }

            /// Sets the joint's coordinates (the slices begin with them) to the start values.
            pub fn begin<T: Scalar>(&self, sense: Sense, parameters: &[T], q: &mut [T], v: &mut [T]) {
                match self { $(Self::$name(start) => <$kind>::begin(start, sense, parameters, q, v)),+ }
            }
        }
    };
}

joint_kinds! {
    /// Rotation about z.
    Revolute(SingleStart): revolute::Revolute,
    /// Rotation about z of a link that has only a moment of inertia about z, driven by a torque without reaction.
    Rotor(SingleStart): rotor::Rotor,
    /// Translation along z.
    Prismatic(SingleStart): prismatic::Prismatic,
    /// Three rotations about one point.
    Spherical(RotationStart): spherical::Spherical,
    /// Six degrees of freedom.
    Free(FreeStart): free::Free,
    /// Three translations of a point mass.
    Translation(FreeStart): translation::Translation,
    /// Three translations of a point without mass, on which forces balance.
    Massless(MasslessStart): massless::Massless,
    /// An angle of a one-dimensional network.
    Angle(SingleStart): one_dimensional::OneDimensional<false>,
    /// A distance of a one-dimensional network.
    Distance(SingleStart): one_dimensional::OneDimensional<true>,
}
