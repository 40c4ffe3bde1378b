//! The law of conductors of heat.

use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{Conductor, Connections, Contact, Law, PortId, Real, ScalarIn, Signals, Source, TimeView, after};
use serde::{Deserialize, Serialize};

/// A thermal conductance, W/K, that a signal or a parameter gives.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Conductance {
    /// Number of the conductor.
    conductor: usize,
    given: Given,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Given {
    Signal(ScalarIn),
    Parameter(Real),
}

impl Conductance {
    /// Registers a conductor between two ports of `e` whose conductance is a signal input.
    pub(super) fn from_signal(e: &mut Element<'_>, input: &str, ports: [&str; 2]) {
        let given = Given::Signal(e.scalar_input(input));
        Self::build(e, given, ports);
    }

    /// Registers a conductor between two ports of `e` whose conductance is a parameter.
    pub(super) fn from_parameter(e: &mut Element<'_>, parameter: &str, ports: [&str; 2]) {
        let given = Given::Parameter(e.real(parameter));
        Self::build(e, given, ports);
    }

    fn build(e: &mut Element<'_>, given: Given, ports: [&str; 2]) {
        let [Some(solid), Some(fluid)]: [Option<PortId>; 2] = ports.map(|port| e.heat_port(port)) else { return };
        let conductor = e.elements.conductors.len();
        e.elements.conductors.push(Conductor { solid, fluid });
        e.add_law(Self { conductor, given });
        e.add_variable("Q_flow", |_| Source::HeatFlow(solid));
        e.add_variable("dT", |_| Source::TemperatureDifference(solid, fluid));
    }
}

impl Law for Conductance {
    type Stage = after::Time;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        let input = if let Given::Signal(input) = self.given { Some(input) } else { None };
        Connections::default().reads(input).touches([Contact::Conductor(self.conductor)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let conductance = match self.given {
            Given::Signal(input) => signals.get(input),
            Given::Parameter(parameter) => view.parameters()[parameter],
        };
        view.set_conductance(self.conductor, conductance);
    }
}
