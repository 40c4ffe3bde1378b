//! Massless points where line forces meet.

use super::super::link::LinkMotion;
use super::super::slots::Slot3;
use super::super::spatial::algebra::{Vector, zeros};
use super::super::spatial::articulated_inertia::ArticulatedInertia;
use super::kind::{
    Axis, Carried, Coordinate, Coordinates, Driven, Kept, Kind, Place, Sense, State, Transmits, VelocityProducts,
};
use super::translation::Translation;
use crate::scalar::Scalar;
use binary::Binary;

/// A massless point, whose position and velocity follow from the balance of the forces on it. q (3): starting point of
/// the search for that position, or, along dampers, the position itself. Parent is always the ground.
pub struct Massless;

/// Start values of a massless point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct MasslessStart {
    /// Position; none if it follows from the line forces.
    pub r: Option<Slot3>,
}

impl Kind for Massless {
    type Start = MasslessStart;
    const NQ: usize = 3;
    const NV: usize = 3;
    const ORIENTED: bool = false;
    const TRANSMITS: Transmits = Transmits::Nothing;
    const MASSLESS: bool = true;

    /// The balance may differ from the start value; hosts see the balance.
    fn coordinates(_start: &MasslessStart, _sense: Sense) -> Coordinates {
        Coordinates {
            positions: Coordinate::vector("r_0", 3, "m", None).collect(),
            speeds: Coordinate::vector("v_0", 3, "m/s", None).collect(),
        }
    }

    fn begin<T: Scalar>(start: &MasslessStart, _sense: Sense, parameters: &[T], q: &mut [T], v: &mut [T]) {
        q[..3].copy_from_slice(&start.r.map_or_else(zeros, |r| r.get(parameters).into()));
        v[..3].fill(T::zero());
    }

    fn axis<T: Scalar>(k: usize, place: &Place<'_, T>) -> Axis<T> {
        Translation::axis(k, place)
    }

    fn kinematics<T: Scalar>(state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
        Translation::kinematics(state, link)
    }

    fn eliminate<T: Scalar>(_joint: &Driven<'_, T>, _kept: &mut Kept<'_, T>) -> Option<ArticulatedInertia<T>> {
        Some(ArticulatedInertia::zero())
    }

    /// No equation needs its acceleration.
    fn accelerate<T: Scalar>(joint: &Carried<'_, T>, vdot: &mut [T]) -> (Vector<T>, Vector<T>) {
        vdot[..3].fill(T::zero());
        joint.link
    }
}
