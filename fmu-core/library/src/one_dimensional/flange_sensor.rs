//! The laws of sensors that measure a flange, without acting on it.

use super::{Quantity, RIGID, add_transmission};
use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{
    AccelerationView, Connections, Contact, FlangeId, Law, MotionView, ReactionView, ScalarOut, Signals, Source, after,
};
use serde::{Deserialize, Serialize};

/// Measured quantity of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum FlangeQuantity {
    /// Angle or distance.
    Position,
    /// Its derivative.
    Speed,
}

/// Measured quantity of a rigid connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum FlowQuantity {
    /// Torque or force.
    Flow,
    /// Torque or force times speed.
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
    /// Registers a sensor of the position of `flange`.
    pub(crate) fn position(e: &mut Element<'_>) {
        Self::register(e, "flange", None, FlangeQuantity::Position, Quantity::of(e).motion[0]);
    }

    /// Registers a sensor of the speed of `flange`.
    pub(crate) fn speed(e: &mut Element<'_>) {
        Self::register(e, "flange", None, FlangeQuantity::Speed, Quantity::of(e).motion[1]);
    }

    /// Registers a sensor of the position of flange_b relative to flange_a.
    pub(crate) fn relative_position(e: &mut Element<'_>) {
        let base = e.flange("flange_a");
        Self::register(e, "flange_b", base, FlangeQuantity::Position, Quantity::of(e).relative[0]);
    }

    /// Registers a sensor of the speed of flange_b relative to flange_a.
    pub(crate) fn relative_speed(e: &mut Element<'_>) {
        let base = e.flange("flange_a");
        Self::register(e, "flange_b", base, FlangeQuantity::Speed, Quantity::of(e).relative[1]);
    }

    fn register(e: &mut Element<'_>, flange: &str, base: Option<FlangeId>, quantity: FlangeQuantity, output: &str) {
        if let (Some(flange), Some(output)) = (e.flange(flange), e.scalar_output(output)) {
            e.add_law(Self { flange, base, quantity, output });
        }
    }
}

impl FlangeAcceleration {
    /// Registers a sensor of `flange`, which also shows the speed.
    pub(crate) fn absolute(e: &mut Element<'_>) {
        let [_, speed, acceleration] = Quantity::of(e).motion;
        if let (Some(flange), Some(output)) = (e.flange("flange"), e.scalar_output(acceleration)) {
            e.add_law(Self { flange, base: None, output });
            e.add_variable(speed, |_| Source::FlangeSpeed(flange));
        }
    }

    /// Registers a sensor of flange_b relative to flange_a.
    pub(crate) fn relative(e: &mut Element<'_>) {
        let base = e.flange("flange_a");
        if let (Some(flange), Some(output)) = (e.flange("flange_b"), e.scalar_output("a_rel")) {
            e.add_law(Self { flange, base, output });
        }
    }
}

impl FlangeFlow {
    /// Registers a rigid connection and a sensor of the torque or force through it.
    pub(crate) fn flow(e: &mut Element<'_>) {
        Self::register(e, &[(Quantity::of(e).flow, FlowQuantity::Flow)]);
    }

    /// Registers a rigid connection and a sensor of the power through it.
    pub(crate) fn power(e: &mut Element<'_>) {
        Self::register(e, &[("power", FlowQuantity::Power)]);
    }

    /// Registers the outputs of a MultiSensor.
    pub(crate) fn flow_power_and_speed(e: &mut Element<'_>) {
        let quantity = Quantity::of(e);
        Self::register(e, &[("power", FlowQuantity::Power), (quantity.flow, FlowQuantity::Flow)]);
        FlangeMotion::register(e, "flange_a", None, FlangeQuantity::Speed, quantity.motion[1]);
    }

    fn register(e: &mut Element<'_>, outputs: &[(&str, FlowQuantity)]) {
        let Some(flange) = add_transmission(e, RIGID, None) else { return };
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

    fn connections(&self) -> Connections {
        Connections::default()
            .writes(self.output)
            .touches(std::iter::once(self.flange).chain(self.base).map(Contact::Flange))
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

    fn connections(&self) -> Connections {
        Connections::default()
            .writes(self.output)
            .touches(std::iter::once(self.flange).chain(self.base).map(Contact::Flange))
    }

    fn evaluate<T: Scalar>(&self, view: &mut AccelerationView<'_, T>, signals: &mut Signals<'_, T>) {
        let of = |flange: FlangeId| view.flange_acceleration(flange);
        signals.set(self.output, self.base.map_or_else(|| of(self.flange), |base| of(self.flange) - of(base)));
    }
}

impl Law for FlangeFlow {
    type Stage = after::Reaction;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.output).touches([Contact::Flange(self.flange)])
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
