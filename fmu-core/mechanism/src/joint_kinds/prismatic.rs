//! Translation along z.

use super::super::link::LinkMotion;
use super::super::spatial::algebra::{Vector, add, scale, zeros};
use super::super::spatial::articulated_inertia::ArticulatedInertia;
use super::super::spatial::pair::Pair;
use super::kind::{
    Axis, Carried, Coordinates, Driven, Kept, Kind, Motion, Place, Sense, SingleStart, State, VelocityProducts,
    joint_axes,
};
use super::relative::Relative;
use crate::scalar::Scalar;

/// Translation along z; q: distance, v: velocity.
pub struct Prismatic;

impl Kind for Prismatic {
    type Start = SingleStart;
    const NQ: usize = 1;
    const NV: usize = 1;

    fn coordinates(start: &SingleStart, _sense: Sense) -> Coordinates {
        start.distance()
    }

    fn begin<T: Scalar>(start: &SingleStart, _sense: Sense, parameters: &[T], q: &mut [T], v: &mut [T]) {
        start.begin(parameters, q, v);
    }

    fn axis<T: Scalar>(_k: usize, place: &Place<'_, T>) -> Axis<T> {
        Axis { rotation: false, direction: place.z() }
    }

    #[inline(never)]
    fn kinematics<T: Scalar>(state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
        let axes = joint_axes(state.parent, state.placement);
        let (way, speed) = (scale(state.q(0), axes[2]), scale(state.v(0), axes[2]));
        Relative { axes, way, speed, omega: zeros() }.superpose(state, link)
    }

    fn eliminate<T: Scalar>(joint: &Driven<'_, T>, kept: &mut Kept<'_, T>) -> Option<ArticulatedInertia<T>> {
        let axis = joint.place.z();
        if joint.motion == Motion::Prescribed {
            let own = scale(joint.vdot[0], axis).map(|x| Pair(T::zero(), x));
            return Some(joint.accelerated(Some(own)));
        }
        let subtree = joint.accelerated(None);
        kept.eliminate(&subtree, &subtree.translation_column(axis, joint.force[0]).with_armature(joint.armature))
    }

    fn accelerate<T: Scalar>(joint: &Carried<'_, T>, vdot: &mut [T]) -> (Vector<T>, Vector<T>) {
        let (alpha, a) = joint.link;
        (alpha, add(a, scale(joint.own(vdot), joint.place.z())))
    }
}
