//! Eddy current brakes.

use super::supported_flange::SupportedFlange;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, Law, MotionView, PortId, Real, ScalarIn, Signals, after, law_variables};

/// Reference temperature of `alpha20`, K.
const TEMPERATURE_20: f64 = 293.15;

/// The excitation of a brake.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Excitation {
    Constant(Real),
    Signal(ScalarIn),
}

/// Brakes a flange, relative to a support, by `2 r/(1 + r^2)` times its nominal torque or force and the square of the
/// excitation, where r is the speed
/// divided by the nominal speed at the temperature of the disc (Kloss).
#[derive(Clone, Debug, Binary)]
pub struct EddyCurrent {
    pub driven: SupportedFlange,
    pub nominal: Real,
    pub nominal_speed: Real,
    pub excitation: Excitation,
    /// Reference temperature, K; coefficient at 20 degC, 1/K; temperature, K.
    pub thermal: [Real; 3],
    pub heat_port: Option<PortId>,
    /// Heat port whose temperature replaces the parameter.
    pub followed: Option<PortId>,
}

law_variables! {
    pub EddyCurrentVariable of EddyCurrent {
        Speed: Motion speed,
        Ratio: Motion ratio,
        Brake: Signals brake,
        Loss: Signals loss,
    }
}

impl EddyCurrent {
    fn speed<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        self.driven.speed(view)
    }

    fn ratio<T: Scalar>(&self, view: &MotionView<'_, T>) -> T {
        let p = view.parameters();
        let [reference, alpha, temperature] = self.thermal.map(|parameter| p[parameter]);
        let temperature = self.followed.map_or(temperature, |port| view.temperature(port));
        // The coefficient is given for 20 degC; this is the one at the reference temperature.
        let at_reference = alpha / (T::one() + alpha * (reference - T::constant(TEMPERATURE_20)));
        let resistance = T::one() + at_reference * (temperature - reference);
        self.speed(view) / (p[self.nominal_speed] * resistance)
    }

    fn brake<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let ratio = self.ratio(view);
        let p = view.parameters();
        let excitation = match self.excitation {
            Excitation::Constant(excitation) => p[excitation],
            Excitation::Signal(input) => signals.get(input),
        };
        T::constant(2.0) * p[self.nominal] * excitation * excitation * ratio / (T::one() + ratio * ratio)
    }

    fn loss<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        self.brake(view, signals) * self.speed(view)
    }
}

impl Law for EddyCurrent {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let seen = self.followed.map(Contact::SeenPort);
        let input = if let Excitation::Signal(input) = self.excitation { Some(input) } else { None };
        Connections::default()
            .reads(input)
            .touches(self.driven.contacts())
            .touches(self.heat_port.map(Contact::Port))
            .touches(seen)
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let brake = self.brake(view, signals);
        self.driven.drive(view, -brake);
        if let Some(port) = self.heat_port {
            let loss = self.loss(view, signals);
            view.set_heat_flow(port, -loss);
        }
    }
}
