//! The laws of sensors that measure a flange, without acting on it.

use super::rigid_transmission::add_transmission;
use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{
    AccelerationView, Contact, FlangeId, Law, MotionView, ReactionView, ScalarOut, SignalOut, Signals, Source,
    TransmissionKind, after,
};
use serde::{Deserialize, Serialize};

/// What of the motion is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FlangeQuantity {
    /// Angle or distance.
    Position,
    /// Its derivative.
    Speed,
}

/// What of the flow through a rigid connection is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FlowQuantity {
    /// Torque or force.
    Flow,
    /// That times the speed.
    Power,
}

/// Measures the position or the speed of a flange, relative to another one if there is one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlangeMotion {
    flange: FlangeId,
    base: Option<FlangeId>,
    quantity: FlangeQuantity,
    output: ScalarOut,
}

/// Measures the acceleration of a flange, relative to another one if there is one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlangeAcceleration {
    flange: FlangeId,
    base: Option<FlangeId>,
    output: ScalarOut,
}

/// Measures the torque or force into a flange, or its power.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FlangeFlow {
    flange: FlangeId,
    quantity: FlowQuantity,
    output: ScalarOut,
}

impl FlangeMotion {
    /// Registers the law of an absolute sensor `e` with the output `output`.
    pub(crate) fn build(e: &mut Element<'_>, quantity: FlangeQuantity, output: &str) {
        Self::of(e, "flange", quantity, output);
    }

    /// The same for the flange called `flange`.
    pub(crate) fn of(e: &mut Element<'_>, flange: &str, quantity: FlangeQuantity, output: &str) {
        if let (Some(flange), Some(output)) = (e.flange(flange), e.scalar_output(output)) {
            e.add_law(Self { flange, base: None, quantity, output });
        }
    }

    /// Registers the law of a sensor `e` of flange_b relative to flange_a.
    pub(crate) fn between(e: &mut Element<'_>, quantity: FlangeQuantity, output: &str) {
        let base = e.flange("flange_a");
        if let (Some(flange), Some(output)) = (e.flange("flange_b"), e.scalar_output(output)) {
            e.add_law(Self { flange, base, quantity, output });
        }
    }
}

impl FlangeAcceleration {
    /// Registers the law of an absolute sensor `e` with the output `output`, and the speed as a variable.
    pub(crate) fn build(e: &mut Element<'_>, output: &str, speed: &str) {
        if let (Some(flange), Some(output)) = (e.flange("flange"), e.scalar_output(output)) {
            e.add_law(Self { flange, base: None, output });
            e.add_variable(speed, |_| Source::FlangeSpeed(flange));
        }
    }

    /// Registers the law of a sensor `e` of flange_b relative to flange_a.
    pub(crate) fn between(e: &mut Element<'_>, output: &str) {
        let base = e.flange("flange_a");
        if let (Some(flange), Some(output)) = (e.flange("flange_b"), e.scalar_output(output)) {
            e.add_law(Self { flange, base, output });
        }
    }
}

impl FlangeFlow {
    /// Registers a rigid connection that measures the flow through it.
    pub(crate) fn build(e: &mut Element<'_>, output: &str) {
        Self::build_all(e, &[(output, FlowQuantity::Flow)]);
    }

    /// The same for several outputs.
    pub(crate) fn build_all(e: &mut Element<'_>, outputs: &[(&str, FlowQuantity)]) {
        let Some(flange) = add_transmission(e, TransmissionKind::Rigid { length: None, inertia: None }, None) else {
            return;
        };
        for (name, quantity) in outputs {
            if let Some(output) = e.scalar_output(name) {
                e.add_law(Self { flange, quantity: *quantity, output });
            }
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
        std::iter::once(self.flange).chain(self.base).map(Contact::Flange).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let of = |flange: FlangeId| match self.quantity {
            FlangeQuantity::Position => view.flange_position(flange),
            FlangeQuantity::Speed => view.flange_speed(flange),
        };
        signals.set(self.output, self.base.map_or_else(|| of(self.flange), |base| of(self.flange) - of(base)));
    }
}

impl Law for FlangeAcceleration {
    type Stage = after::Acceleration;

    fn output(&self) -> Option<SignalOut> {
        Some(self.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        std::iter::once(self.flange).chain(self.base).map(Contact::Flange).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut AccelerationView<'_, T>, signals: &mut Signals<'_, T>) {
        let of = |flange: FlangeId| view.flange_acceleration(flange);
        signals.set(self.output, self.base.map_or_else(|| of(self.flange), |base| of(self.flange) - of(base)));
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
        let flow = view.flange_flow(self.flange);
        let value = match self.quantity {
            FlowQuantity::Flow => flow,
            FlowQuantity::Power => flow * view.flange_speed(self.flange),
        };
        signals.set(self.output, value);
    }
}
