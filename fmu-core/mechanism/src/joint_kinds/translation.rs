//! Three translations of a point mass.

use super::super::link::LinkMotion;
use super::super::spatial::algebra::{Vector, rotate, rotate_back, sub, zeros};
use super::super::spatial::articulated_inertia::{ArticulatedInertia, Elimination};
use super::free::FreeStart;
use super::kind::{
    Axis, Carried, Coordinate, Coordinates, Driven, Kept, Kind, Place, Sense, State, Transmits, VelocityProducts,
    joint_axes,
};
use super::relative::Relative;
use crate::scalar::Scalar;

/// Point masses only: three translations in the joint frame, no orientation (the link frame stays parallel to the joint frame).
/// q (3), v (3). Parent is always the ground.
pub struct Translation;

impl Kind for Translation {
    type Start = FreeStart;
    const NQ: usize = 3;
    const NV: usize = 3;
    const ORIENTED: bool = false;
    const TRANSMITS: Transmits = Transmits::Nothing;

    fn coordinates(start: &FreeStart, _sense: Sense) -> Coordinates {
        Coordinates {
            positions: Coordinate::vector("r_0", 3, "m", Some(start.r)).collect(),
            speeds: Coordinate::vector("v_0", 3, "m/s", Some(start.v)).collect(),
        }
    }

    fn begin<T: Scalar>(start: &FreeStart, _sense: Sense, parameters: &[T], q: &mut [T], v: &mut [T]) {
        q[..3].copy_from_slice(start.r.get(parameters).as_slice());
        v[..3].copy_from_slice(start.v.get(parameters).as_slice());
    }

    fn axis<T: Scalar>(k: usize, place: &Place<'_, T>) -> Axis<T> {
        Axis { rotation: false, direction: place.joint_axes()[k] }
    }

    #[inline(never)]
    fn kinematics<T: Scalar>(state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
        let axes = joint_axes(state.parent, state.placement);
        let relative = Relative {
            axes,
            way: rotate(&axes, [state.q(0), state.q(1), state.q(2)]),
            speed: rotate(&axes, [state.v(0), state.v(1), state.v(2)]),
            omega: zeros(),
        };
        relative.superpose(state, link)
    }

    fn eliminate<T: Scalar>(joint: &Driven<'_, T>, kept: &mut Kept<'_, T>) -> Option<ArticulatedInertia<T>> {
        let force = rotate(&joint.place.link().axes, [joint.force[0], joint.force[1], joint.force[2]]);
        *kept.elimination = Elimination::known((zeros(), joint.subtree.translational_acceleration(force)?));
        Some(ArticulatedInertia::transmitted(zeros(), force))
    }

    fn accelerate<T: Scalar>(joint: &Carried<'_, T>, vdot: &mut [T]) -> (Vector<T>, Vector<T>) {
        let known = joint.elimination.as_known();
        vdot[..3].copy_from_slice(&rotate_back(&joint.place.link().axes, sub(known.1, joint.link.1)));
        known
    }
}
