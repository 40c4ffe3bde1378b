//! Rotation about z.

use super::super::link::LinkMotion;
use super::super::spatial::algebra::{Vector, add, cross, rotate, scale, sub, zeros};
use super::super::spatial::articulated_inertia::ArticulatedInertia;
use super::super::spatial::pair::{both, pairs};
use super::kind::{
    Axis, Carried, Coordinates, Driven, Kept, Kind, Motion, Place, Sense, SingleStart, State, VelocityProducts,
    joint_axes,
};
use crate::frames::quaternions::{self, Quaternion};
use crate::scalar::{Scalar, Vector3};

/// Rotation about z; q: angle, v: angular velocity. Chains of dynamic revolute joints are eliminated by a separate loop
/// (`articulated_body/forward.rs`), which does the same operations.
pub struct Revolute;

impl Kind for Revolute {
    type Start = SingleStart;
    const NQ: usize = 1;
    const NV: usize = 1;
    const ANGLE: bool = true;

    fn coordinates(start: &SingleStart, _sense: Sense) -> Coordinates {
        start.angle()
    }

    fn begin<T: Scalar>(start: &SingleStart, _sense: Sense, parameters: &[T], q: &mut [T], v: &mut [T]) {
        start.begin(parameters, q, v);
    }

    fn axis<T: Scalar>(_k: usize, place: &Place<'_, T>) -> Axis<T> {
        Axis { rotation: true, direction: place.z() }
    }

    #[inline(always)]
    fn kinematics<T: Scalar>(state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
        turned(state, state.turn(), state.v(0), link)
    }

    fn eliminate<T: Scalar>(joint: &Driven<'_, T>, kept: &mut Kept<'_, T>) -> Option<ArticulatedInertia<T>> {
        let axis = joint.place.z();
        if joint.motion == Motion::Prescribed {
            let own = scale(joint.vdot[0], axis);
            return Some(joint.accelerated(Some(pairs(own, zeros()))));
        }
        let subtree = joint.accelerated(None);
        kept.eliminate(&subtree, &subtree.rotation_column(axis, joint.force[0]).with_armature(joint.armature))
    }

    #[inline(always)]
    fn accelerate<T: Scalar>(joint: &Carried<'_, T>, vdot: &mut [T]) -> (Vector<T>, Vector<T>) {
        let (alpha, a) = joint.link;
        (add(alpha, scale(joint.own(vdot), joint.place.z())), a)
    }

    fn rotation<T: Scalar>(axis: Vector3<T>, q: &[T]) -> Quaternion<T> {
        quaternions::planar_rotation_unit(axis, q[0])
    }
}

/// Motion of a link that turns about z by an angle of the given sine and cosine.
#[inline(always)]
pub(super) fn turned<T: Scalar>(
    state: &State<'_, T>,
    (s, c): (T, T),
    rate: T,
    link: &mut LinkMotion<T>,
) -> VelocityProducts<T> {
    let State { parent, placement, .. } = state;
    let [x, y, z] = joint_axes(parent, placement);
    let w = parent.omega;
    let d = rotate(&parent.axes, placement.position);
    let carried = cross(w, d);
    let spin = scale(rate, z);
    link.axes = [add(scale(c, x), scale(s, y)), sub(scale(c, y), scale(s, x)), z];
    link.position = add(parent.position, d);
    link.omega = add(w, spin);
    link.velocity = add(parent.velocity, carried);
    VelocityProducts { d, accelerations: cross(both(w), pairs(spin, carried)) }
}
