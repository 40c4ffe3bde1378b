//! A coordinate of a 1-D network that moves no link.

use super::super::link::LinkMotion;
use super::super::spatial::algebra::{Vector, zeros};
use super::super::spatial::articulated_inertia::{ArticulatedInertia, Elimination};
use super::super::spatial::pair::pairs;
use super::kind::{
    Axis, Carried, Coordinates, Driven, Kept, Kind, Motion, Place, Sense, SingleStart, State, VelocityProducts,
};
use super::revolute::turned;
use crate::scalar::Scalar;

/// A coordinate with an inertia that moves no link: an angle, or with `LENGTH` a distance. The inertia is the joint's
/// armature. The link is a frame fixed to the parent, so that forces and velocities need not be propagated between
/// them.
pub struct OneDimensional<const LENGTH: bool>;

impl<const LENGTH: bool> Kind for OneDimensional<LENGTH> {
    type Start = SingleStart;
    const NQ: usize = 1;
    const NV: usize = 1;
    const ONE_DIMENSIONAL: bool = true;

    fn coordinates(start: &SingleStart, _sense: Sense) -> Coordinates {
        if LENGTH { start.distance() } else { start.angle() }
    }

    fn begin<T: Scalar>(start: &SingleStart, _sense: Sense, parameters: &[T], q: &mut [T], v: &mut [T]) {
        start.begin(parameters, q, v);
    }

    fn axis<T: Scalar>(_k: usize, _place: &Place<'_, T>) -> Axis<T> {
        Axis { rotation: !LENGTH, direction: zeros() }
    }

    fn kinematics<T: Scalar>(state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
        turned(state, (T::zero(), T::one()), T::zero(), link)
    }

    fn eliminate<T: Scalar>(joint: &Driven<'_, T>, kept: &mut Kept<'_, T>) -> Option<ArticulatedInertia<T>> {
        if joint.motion == Motion::Dynamic {
            *kept.elimination = eliminate_alone(joint.armature, joint.force[0])?;
        }
        Some(joint.accelerated(None))
    }

    fn accelerate<T: Scalar>(joint: &Carried<'_, T>, vdot: &mut [T]) -> (Vector<T>, Vector<T>) {
        if joint.motion == Motion::Dynamic {
            vdot[0] = joint.elimination.free;
        }
        joint.link
    }
}

/// The elimination of a coordinate that moves only its own inertia; none if that is zero.
#[inline]
pub fn eliminate_alone<T: Scalar>(inertia: T, force: T) -> Option<Elimination<T>> {
    // A NaN inertia passes: the accelerations are checked.
    let moves_nothing = inertia.value() <= 0.0;
    (!moves_nothing).then(|| Elimination { gain: pairs(zeros(), zeros()), free: force * (T::one() / inertia) })
}
