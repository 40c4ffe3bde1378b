//! The motion of flanges measured, shown and compared with start values, and flows.

use super::drives::SupportedFlange;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    AccelerationView, Connections, Contact, FlangeId, Law, MotionView, ReactionView, ScalarIn, ScalarOut, Signals,
    after, law_variables,
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
    pub measured: SupportedFlange,
    pub quantity: FlangeQuantity,
    pub output: ScalarOut,
}

/// Measures the acceleration of a flange, relative to another one if there is one.
#[derive(Clone, Debug, Binary)]
pub struct FlangeAcceleration {
    pub measured: SupportedFlange,
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
        Connections::default().writes(self.output).touches(self.measured.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let value = match self.quantity {
            FlangeQuantity::Position => self.measured.difference(|flange| view.flange_position(flange)),
            FlangeQuantity::Speed => self.measured.speed(view),
        };
        signals.set(self.output, value);
    }
}

impl Law for FlangeAcceleration {
    type Stage = after::Acceleration;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.output).touches(self.measured.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut AccelerationView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.output, self.measured.difference(|flange| view.flange_acceleration(flange)));
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

/// The middle between two flanges.
#[derive(Clone, Debug, Binary)]
pub struct FlangeMiddle {
    pub flange_a: FlangeId,
    pub flange_b: FlangeId,
}

law_variables! {
    pub FlangeMiddleVariable of FlangeMiddle, |law, view, signals| {
        Position: Motion ((view.flange_position(law.flange_a) + view.flange_position(law.flange_b)) * T::constant(0.5)),
    }
}

impl Law for FlangeMiddle {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        Connections::default().touches([self.flange_a, self.flange_b].map(Contact::Flange))
    }
}

/// The position of a flange relative to another one.
#[derive(Clone, Debug, Binary)]
pub struct FlangeDistance {
    pub flange: FlangeId,
    pub support: FlangeId,
}

law_variables! {
    pub FlangeDistanceVariable of FlangeDistance, |law, view, signals| {
        Position: Motion (view.flange_position(law.flange) - view.flange_position(law.support)),
    }
}

impl Law for FlangeDistance {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        Connections::default().touches([Contact::Flange(self.flange), Contact::Flange(self.support)])
    }
}

/// Compares the motion of a flange with its start values.
#[derive(Clone, Debug, Binary)]
pub struct FlangeStart {
    pub flange: FlangeId,
    /// Position, speed, acceleration.
    pub inputs: [Option<ScalarIn>; 3],
}

law_variables! {
    /// Differences between the motion and the start values, zero at the start.
    pub FlangeStartVariable of FlangeStart, |law, view, signals| {
        Position: Signals (law.less(view.flange_position(law.flange), 0, signals)),
        Speed: Signals (law.less(view.flange_speed(law.flange), 1, signals)),
        Acceleration: Acceleration (law.less(view.flange_acceleration(law.flange), 2, signals)),
    }
}

impl FlangeStart {
    fn less<T: Scalar>(&self, value: T, k: usize, signals: &Signals<'_, T>) -> T {
        value - self.inputs[k].map_or_else(T::zero, |input| signals.get(input))
    }
}

impl Law for FlangeStart {
    type Stage = after::Motion;
    // The initial state depends on its inputs, which must be known together with those of acting laws.
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.inputs.into_iter().flatten()).touches([Contact::Flange(self.flange)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        view.drive(self.flange, None, T::zero());
    }
}
