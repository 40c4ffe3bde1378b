//! Sensors of a flange.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    AccelerationView, Connections, Contact, FlangeId, Law, MotionView, ReactionView, ScalarOut, Signals, after,
};

/// Measured quantity of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum FlangeQuantity {
    /// Angle or distance.
    Position,
    /// Its derivative.
    Speed,
}

/// Measured quantity of a rigid connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum FlowQuantity {
    /// Torque or force.
    Flow,
    /// Torque or force that the component exerts, the opposite of the flow into its flange.
    Exerted,
    /// Torque or force times speed.
    Power,
}

/// Measures the position or the speed of a flange, relative to another one if there is one.
#[derive(Clone, Debug, Binary)]
pub struct FlangeMotion {
    pub flange: FlangeId,
    pub base: Option<FlangeId>,
    pub quantity: FlangeQuantity,
    pub output: ScalarOut,
}

/// Measures the acceleration of a flange, relative to another one if there is one.
#[derive(Clone, Debug, Binary)]
pub struct FlangeAcceleration {
    pub flange: FlangeId,
    pub base: Option<FlangeId>,
    pub output: ScalarOut,
}

/// Measures the torque or force into a flange, or its power.
#[derive(Clone, Debug, Binary)]
pub struct FlangeFlow {
    pub flange: FlangeId,
    pub quantity: FlowQuantity,
    pub output: ScalarOut,
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
            FlowQuantity::Exerted => -flow,
            FlowQuantity::Power => flow * view.flange_speed(self.flange),
        };
        signals.set(self.output, value);
    }
}
