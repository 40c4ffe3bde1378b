//! Variables of a rod between two spherical joints, or between a universal and a spherical one.

use crate::Element;
use crate::laws::joints::rod::{RodLaw, RodVariable};
use mechanism::{FrameId, Real};

/// Names of the variables.
const SHOWN: [(&str, RodVariable); 9] = [
    ("rRod_0", RodVariable::Rod),
    ("rRod_a", RodVariable::RodInA),
    ("eRod_a", RodVariable::DirectionInA),
    ("r_CM_0", RodVariable::Middle),
    ("v_CM_0", RodVariable::MiddleVelocity),
    ("f_CM_a", RodVariable::MassForceInA),
    ("f_CM_e", RodVariable::AxialMassForceInA),
    ("f_b_a1", RodVariable::CrossForceInA),
    ("f_rod", RodVariable::AxialForce),
];

impl RodLaw {
    /// Registers the law and those of its variables that the class declares.
    pub(super) fn build(e: &mut Element<'_>, frames: [FrameId; 2], m: Option<Real>) {
        let law = e.add_law(Self { frame_a: frames[0], frame_b: frames[1], m });
        e.show_declared(law, &SHOWN);
    }
}
