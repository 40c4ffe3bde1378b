//! The laws of sensors that measure a flange, without acting on it.

use super::rigid_tie::add_tie;
use crate::library::Element;
use crate::mechanism::{
    AccelerationView, Contact, FlangeId, Law, MotionView, ReactionView, ScalarOut, SignalOut, Signals, Source, TieKind,
    after,
};
use crate::scalar::Scalar;

/// What of the motion is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::library) enum FlangeQuantity {
    /// Angle or distance.
    Position,
    /// Its derivative.
    Speed,
}

/// Measures the position or the speed of a flange.
#[derive(Clone, Debug)]
pub struct FlangeMotion {
    flange: FlangeId,
    quantity: FlangeQuantity,
    output: ScalarOut,
}

/// Measures the acceleration of a flange.
#[derive(Clone, Debug)]
pub struct FlangeAcceleration {
    flange: FlangeId,
    output: ScalarOut,
}

/// Measures the torque or force into a flange.
#[derive(Clone, Debug)]
pub struct FlangeFlow {
    flange: FlangeId,
    output: ScalarOut,
}

impl FlangeMotion {
    /// Registers the law of an absolute sensor `e` with the output `output`.
    pub(in crate::library) fn build(e: &mut Element<'_>, quantity: FlangeQuantity, output: &str) {
        if let (Some(flange), Some(output)) = (e.flange("flange"), e.scalar_output(output)) {
            e.add_law(Self { flange, quantity, output });
        }
    }
}

impl FlangeAcceleration {
    /// Registers the law of an absolute sensor `e` with the output `output`, and the speed as a variable.
    pub(in crate::library) fn build(e: &mut Element<'_>, output: &str, speed: &str) {
        if let (Some(flange), Some(output)) = (e.flange("flange"), e.scalar_output(output)) {
            e.add_law(Self { flange, output });
            e.add_variable(speed, |_| Source::FlangeSpeed(flange));
        }
    }
}

impl FlangeFlow {
    /// Registers a rigid connection that measures the flow through it.
    pub(in crate::library) fn build(e: &mut Element<'_>, output: &str) {
        let flange = add_tie(e, TieKind::Rigid { length: None, inertia: None }, None);
        if let (Some(flange), Some(output)) = (flange, e.scalar_output(output)) {
            e.add_law(Self { flange, output });
        }
    }
}

impl Law for FlangeMotion {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        self.quantity != FlangeQuantity::Position
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Flange(self.flange)]
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let value = match self.quantity {
            FlangeQuantity::Position => view.flange_position(self.flange),
            FlangeQuantity::Speed => view.flange_speed(self.flange),
        };
        signals.set(self.output, value);
    }
}

impl Law for FlangeAcceleration {
    type Stage = after::Acceleration;

    fn output(&self) -> Option<SignalOut> {
        Some(self.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Flange(self.flange)]
    }

    fn evaluate<T: Scalar>(&self, view: &mut AccelerationView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.output, view.flange_acceleration(self.flange));
    }
}

impl Law for FlangeFlow {
    type Stage = after::Reaction;

    fn output(&self) -> Option<SignalOut> {
        Some(self.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Flange(self.flange)]
    }

    fn evaluate<T: Scalar>(&self, view: &mut ReactionView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.output, view.flange_flow(self.flange));
    }
}
