//! Three rotations about one point.

use super::super::constraints::ConstraintKind;
use super::super::link::LinkMotion;
use super::super::slots::Slot3;
use super::super::spatial::algebra::{Vector, add, compose, rotate, rotate_back, zeros};
use super::super::spatial::articulated_inertia::ArticulatedInertia;
use super::kind::{
    Axis, Carried, Coordinate, Coordinates, Driven, Kept, Kind, Place, Sense, State, Transmits, VelocityProducts,
    joint_axes,
};
use super::orientation::{self, normalized, quaternion, quaternion_axes, quaternion_rate};
use super::relative::Relative;
use crate::frames::Sequence;
use crate::frames::quaternions::{Quaternion, inverse_rotation};
use crate::frames::transformation_matrices::resolve2;
use crate::scalar::{Scalar, Vector3};
use binary::Binary;

/// Three rotations about the common origin. q (4): the quaternion; v (3): angular velocity of the link relative to the joint frame,
/// resolved in the link frame. The generalised force is a torque in the axes of the link.
pub struct Spherical;

/// Start values of a rotation of frame_b relative to frame_a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct RotationStart {
    /// Orientation by three angles.
    pub angles: Slot3,
    /// Axes of the angles.
    pub sequence: Sequence,
    /// Angular velocity, resolved in frame_a.
    pub w: Slot3,
}

impl Kind for Spherical {
    type Start = RotationStart;
    const NQ: usize = 4;
    const NV: usize = 3;
    const QUATERNION: Option<usize> = Some(0);
    const ROTATES_FREELY: bool = true;
    const CLOSES: Option<ConstraintKind> = Some(ConstraintKind::Position([true; 3]));
    const TRANSMITS: Transmits = Transmits::Force;

    fn coordinates(_start: &RotationStart, sense: Sense) -> Coordinates {
        let w = if sense == Sense::Reversed { "w_rel_a" } else { "w_rel" };
        Coordinates {
            positions: orientation::coordinates(sense).collect(),
            speeds: Coordinate::vector(w, 3, "rad/s", None).collect(),
        }
    }

    fn begin<T: Scalar>(start: &RotationStart, sense: Sense, parameters: &[T], q: &mut [T], v: &mut [T]) {
        let (angles, w_a) = (start.angles.get(parameters).into(), start.w.get(parameters));
        let turn = start.sequence.quaternion(angles);
        let (turn, w) = match sense {
            Sense::Reversed => (inverse_rotation(&turn), -w_a),
            Sense::Root | Sense::Forward => (turn, resolve2(&start.sequence.matrix(angles), w_a)),
        };
        q[..4].copy_from_slice(&turn.0);
        v[..3].copy_from_slice(w.as_slice());
    }

    fn axis<T: Scalar>(k: usize, place: &Place<'_, T>) -> Axis<T> {
        Axis { rotation: true, direction: place.link().axes[k] }
    }

    #[inline(never)]
    fn kinematics<T: Scalar>(state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
        let axes =
            compose(&joint_axes(state.parent, state.placement), &quaternion_axes(quaternion(state.q, state.first.0)));
        let omega = rotate(&axes, [state.v(0), state.v(1), state.v(2)]);
        Relative { axes, way: zeros(), speed: zeros(), omega }.superpose(state, link)
    }

    fn eliminate<T: Scalar>(joint: &Driven<'_, T>, kept: &mut Kept<'_, T>) -> Option<ArticulatedInertia<T>> {
        let torque = rotate(&joint.place.link().axes, [joint.force[0], joint.force[1], joint.force[2]]);
        let (left, rotation) = joint.accelerated(None).eliminate_rotation(torque)?;
        kept.rotations[joint.place.joint] = rotation;
        Some(left)
    }

    fn accelerate<T: Scalar>(joint: &Carried<'_, T>, vdot: &mut [T]) -> (Vector<T>, Vector<T>) {
        let own = joint.rotations[joint.place.joint].acceleration(joint.d, joint.parent);
        vdot[..3].copy_from_slice(&rotate_back(&joint.place.link().axes, own));
        let (alpha, a) = joint.link;
        (add(alpha, own), a)
    }

    fn position_derivatives<T: Scalar>(q: &[T], v: &[T], qdot: &mut [T]) {
        qdot[..4].copy_from_slice(&quaternion_rate(quaternion(q, 0), [v[0], v[1], v[2]]));
    }

    fn rotation<T: Scalar>(_axis: Vector3<T>, q: &[T]) -> Quaternion<T> {
        normalized(quaternion(q, 0))
    }
}
