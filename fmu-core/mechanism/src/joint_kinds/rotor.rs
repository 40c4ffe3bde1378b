//! Rotation about z of a rotor in the bearings of its carrier.

use super::super::link::LinkMotion;
use super::super::spatial::algebra::{Vector, across, zeros};
use super::super::spatial::articulated_inertia::ArticulatedInertia;
use super::super::spatial::pair::first;
use super::kind::{
    Axis, Carried, Coordinates, Driven, Kept, Kind, Motion, Place, Sense, SingleStart, State, Transmits,
    VelocityProducts,
};
use super::revolute::{Revolute, turned};
use crate::scalar::Scalar;

/// Rotation about z of a link that has only a moment of inertia about z, and whose driving torque has no reaction on
/// the parent: no torque about z is transmitted. The frame of the link does not turn with it. q: angle, v: angular
/// velocity.
pub struct Rotor;

impl Kind for Rotor {
    type Start = SingleStart;
    const NQ: usize = 1;
    const NV: usize = 1;
    const TRANSMITS: Transmits = Transmits::AcrossAxis;

    fn coordinates(start: &SingleStart, _sense: Sense) -> Coordinates {
        start.angle()
    }

    fn begin<T: Scalar>(start: &SingleStart, _sense: Sense, parameters: &[T], q: &mut [T], v: &mut [T]) {
        start.begin(parameters, q, v);
    }

    fn axis<T: Scalar>(k: usize, place: &Place<'_, T>) -> Axis<T> {
        Revolute::axis(k, place)
    }

    #[inline(always)]
    fn kinematics<T: Scalar>(state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
        turned(state, (T::zero(), T::one()), state.v(0), link)
    }

    fn eliminate<T: Scalar>(joint: &Driven<'_, T>, kept: &mut Kept<'_, T>) -> Option<ArticulatedInertia<T>> {
        let axis = joint.place.z();
        let subtree = joint.accelerated(None);
        if joint.motion == Motion::Dynamic {
            kept.eliminate(&subtree, &subtree.rotation_column(axis, joint.force[0]).with_armature(joint.armature))?;
        }
        // The bearings transmit the torque across the axis.
        Some(ArticulatedInertia::transmitted(across(first(subtree.wrench), axis), zeros()))
    }

    #[inline(always)]
    fn accelerate<T: Scalar>(joint: &Carried<'_, T>, vdot: &mut [T]) -> (Vector<T>, Vector<T>) {
        Revolute::accelerate(joint, vdot)
    }
}
