//! Six degrees of freedom.

use super::super::link::LinkMotion;
use super::super::slots::Slot3;
use super::super::spatial::algebra::{Vector, compose, rotate, rotate_back, sub};
use super::super::spatial::articulated_inertia::{ArticulatedInertia, Elimination};
use super::kind::{
    Axis, Carried, Coordinate, Coordinates, Driven, Kept, Kind, Place, Sense, State, Transmits, VelocityProducts,
    joint_axes,
};
use super::orientation::{self, normalized, quaternion, quaternion_axes, quaternion_rate};
use super::relative::Relative;
use crate::frames::Sequence;
use crate::frames::quaternions::{self, Quaternion};
use crate::frames::transformation_matrices::resolve2;
use crate::scalar::{Matrix3, Scalar, Vector3};
use binary::Binary;

/// Six degrees of freedom. q (7): position r of the link in the joint frame, then the quaternion; v (6): der(r) in the joint frame, then
/// the angular velocity of the link relative to the joint frame, resolved in the link frame. The generalised force is a force in the
/// axes of the joint frame, then a torque in the axes of the link, which act on the link and back on the parent; nothing else is
/// transmitted.
pub struct Free;

/// Start values of a free motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct FreeStart {
    /// Position.
    pub r: Slot3,
    /// Velocity.
    pub v: Slot3,
    /// Orientation by three angles; none for point masses.
    pub angles: Option<Slot3>,
    /// Axes of the angles.
    pub sequence: Sequence,
    /// Angular velocity, resolved in the frame that the motion is relative to; none for point masses.
    pub w: Option<Slot3>,
}

impl Kind for Free {
    type Start = FreeStart;
    const NQ: usize = 7;
    const NV: usize = 6;
    const QUATERNION: Option<usize> = Some(3);
    const TRANSMITS: Transmits = Transmits::Nothing;

    fn coordinates(start: &FreeStart, sense: Sense) -> Coordinates {
        let [r, v, w] = match sense {
            Sense::Root => ["r_0", "v_0", "w_a"],
            Sense::Forward => ["r_rel_a", "v_rel_a", "w_rel_b"],
            Sense::Reversed => ["r_rel_b", "v_rel_b", "w_rel_a"],
        };
        // Seen from frame_b the position depends on the orientation, too: it has no start value.
        let own = |address: Slot3| (sense != Sense::Reversed).then_some(address);
        Coordinates {
            positions: Coordinate::vector(r, 3, "m", own(start.r)).chain(orientation::coordinates(sense)).collect(),
            speeds: Coordinate::vector(v, 3, "m/s", own(start.v))
                .chain(Coordinate::vector(w, 3, "rad/s", None))
                .collect(),
        }
    }

    /// The start values describe the motion of frame_b relative to frame_a (for the root of a cluster: relative to the world); the coordinates
    /// describe the motion of the child relative to the parent.
    fn begin<T: Scalar>(start: &FreeStart, sense: Sense, p: &[T], q: &mut [T], v: &mut [T]) {
        let angles = start.angles.map(|angles| angles.get(p).into());
        let t: Matrix3<T> = angles.map_or_else(Matrix3::identity, |angles| start.sequence.matrix(angles));
        let turn = angles.map_or_else(quaternions::null_rotation, |angles| start.sequence.quaternion(angles));
        let (r, speed) = (start.r.get(p), start.v.get(p));
        let w_a = start.w.map_or_else(Vector3::zeros, |w| w.get(p));
        let (r, speed, turn, w) = match sense {
            // Seen from frame_b: the inverse motion, resolved in frame_b; the position vector turns with the frame.
            Sense::Reversed => {
                let back = quaternions::inverse_rotation(&turn);
                (-resolve2(&t, r), -resolve2(&t, speed - w_a.cross(&r)), back, -w_a)
            }
            Sense::Root | Sense::Forward => (r, speed, turn, resolve2(&t, w_a)),
        };
        q[..3].copy_from_slice(r.as_slice());
        q[3..7].copy_from_slice(&turn.0);
        v[..3].copy_from_slice(speed.as_slice());
        v[3..6].copy_from_slice(w.as_slice());
    }

    fn axis<T: Scalar>(k: usize, place: &Place<'_, T>) -> Axis<T> {
        match k {
            0..3 => Axis { rotation: false, direction: place.joint_axes()[k] },
            _ => Axis { rotation: true, direction: place.link().axes[k - 3] },
        }
    }

    #[inline(never)]
    fn kinematics<T: Scalar>(state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
        let joint_axes = joint_axes(state.parent, state.placement);
        let axes = compose(&joint_axes, &quaternion_axes(quaternion(state.q, state.first.0 + 3)));
        let relative = Relative {
            axes,
            way: rotate(&joint_axes, [state.q(0), state.q(1), state.q(2)]),
            speed: rotate(&joint_axes, [state.v(0), state.v(1), state.v(2)]),
            omega: rotate(&axes, [state.v(3), state.v(4), state.v(5)]),
        };
        relative.superpose(state, link)
    }

    fn eliminate<T: Scalar>(joint: &Driven<'_, T>, kept: &mut Kept<'_, T>) -> Option<ArticulatedInertia<T>> {
        let tau = joint.force;
        let torque = rotate(&joint.place.link().axes, [tau[3], tau[4], tau[5]]);
        let force = rotate(&joint.place.joint_axes(), [tau[0], tau[1], tau[2]]);
        *kept.elimination = Elimination::known(joint.subtree.free_accelerations(torque, force)?);
        Some(ArticulatedInertia::transmitted(torque, force))
    }

    fn accelerate<T: Scalar>(joint: &Carried<'_, T>, vdot: &mut [T]) -> (Vector<T>, Vector<T>) {
        let known = joint.elimination.as_known();
        vdot[..3].copy_from_slice(&rotate_back(&joint.place.joint_axes(), sub(known.1, joint.link.1)));
        vdot[3..6].copy_from_slice(&rotate_back(&joint.place.link().axes, sub(known.0, joint.link.0)));
        known
    }

    fn position_derivatives<T: Scalar>(q: &[T], v: &[T], qdot: &mut [T]) {
        qdot[..3].copy_from_slice(&v[..3]);
        qdot[3..7].copy_from_slice(&quaternion_rate(quaternion(q, 3), [v[3], v[4], v[5]]));
    }

    fn rotation<T: Scalar>(_axis: Vector3<T>, q: &[T]) -> Quaternion<T> {
        normalized(quaternion(q, 3))
    }
}
