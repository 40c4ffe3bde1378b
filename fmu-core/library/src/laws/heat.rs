//! Conductors, sensors and sources of heat networks.

use super::given::Given;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, Law, MotionView, PortId, Real, ScalarIn, ScalarOut, Signals, TimeView, after};

/// A thermal conductance, W/K, given by a signal or a parameter.
#[derive(Clone, Debug, Binary)]
pub struct Conductance {
    /// Number of the conductor.
    pub conductor: usize,
    pub given: Given,
    /// The resistance is given, K/W.
    pub inverse: bool,
}

impl Law for Conductance {
    type Stage = after::Time;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.given.input()).touches([Contact::Conductor(self.conductor)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let given = self.given.value(view.parameters(), signals);
        let conductance = if self.inverse { T::one() / given } else { given };
        view.set_conductance(self.conductor, conductance);
    }
}

/// Measures a temperature that is known before the balances of the heat flows, minus another one, minus an offset.
#[derive(Clone, Debug, Binary)]
pub struct TemperatureSensor {
    pub port: PortId,
    pub other: Option<PortId>,
    pub offset: f64,
    pub y: ScalarOut,
}

impl Law for TemperatureSensor {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        let seen = std::iter::once(self.port).chain(self.other).map(Contact::SeenPort);
        Connections::default().touches(seen).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let other = self.other.map_or(T::constant(self.offset), |other| view.temperature(other));
        signals.set(self.y, view.temperature(self.port) - other);
    }
}

/// A heat flow rate into the network, optionally `Q_flow (1 + alpha (T - T_ref))`.
#[derive(Clone, Debug, Binary)]
pub struct HeatFlow {
    pub port: PortId,
    pub flow: Given,
    /// alpha and T_ref.
    pub follows: Option<[Real; 2]>,
}

impl Law for HeatFlow {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let seen = self.follows.map(|_| Contact::SeenPort(self.port));
        Connections::default().reads(self.flow.input()).touches([Contact::Port(self.port)]).touches(seen)
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let flow = self.flow.value(view.parameters(), signals);
        let factor = self.follows.map_or(T::one(), |[alpha, t_ref]| {
            let p = view.parameters();
            T::one() + p[alpha] * (view.temperature(self.port) - p[t_ref])
        });
        view.set_heat_flow(self.port, -flow * factor);
    }
}

/// Stefan-Boltzmann constant, W/(m2.K4).
const SIGMA: f64 = 5.670_374_419e-8;

/// Radiation between two ports, `Q_flow = Gr sigma (T_a^4 - T_b^4)`.
#[derive(Clone, Debug, Binary)]
pub struct Radiation {
    pub ports: [PortId; 2],
    pub conductance: Real,
}

impl Law for Radiation {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let contacts = self.ports.map(|port| [Contact::Port(port), Contact::SeenPort(port)]);
        Connections::default().touches(contacts.into_iter().flatten())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, _signals: &mut Signals<'_, T>) {
        let [a, b] = self.ports.map(|port| view.temperature(port).powi(4));
        let flow = view.parameters()[self.conductance] * T::constant(SIGMA) * (a - b);
        view.set_heat_flow(self.ports[0], flow);
        view.set_heat_flow(self.ports[1], -flow);
    }
}

/// A temperature given by a signal plus an offset.
#[derive(Clone, Debug, Binary)]
pub struct GivenTemperature {
    /// Number among the temperatures that laws give.
    pub number: usize,
    pub t: ScalarIn,
    pub offset: f64,
}

impl Law for GivenTemperature {
    type Stage = after::Time;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.t])
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        view.set_temperature(self.number, signals.get(self.t) + T::constant(self.offset));
    }
}
