//! The law of conductors of heat.

use crate::library::Element;
use crate::library::class::{Variable, variable};
use crate::mechanism::{Conductor, Contact, Law, PortId, SignalIn, Source, Stage, View};
use crate::scalar::Scalar;

/// A thermal conductance, W/K, that a signal or a parameter gives.
#[derive(Clone, Debug)]
pub struct Conductance {
    /// Number of the conductor.
    conductor: usize,
    given: Given,
}

#[derive(Clone, Copy, Debug)]
enum Given {
    Signal(SignalIn),
    /// Address of a parameter.
    Parameter(usize),
}

/// Q_flow
pub(super) const Q_FLOW: Variable = variable("Q_flow", "W", "Heat flow rate");

impl Conductance {
    /// Registers a conductor between two ports of `e` whose conductance is a signal input.
    pub(super) fn from_signal(e: &mut Element<'_>, input: &str, ports: [&str; 2]) {
        let given = Given::Signal(e.input(input));
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
    fn stage(&self) -> Stage {
        Stage::Time
    }

    fn inputs(&self) -> Vec<SignalIn> {
        match self.given {
            Given::Signal(input) => vec![input],
            Given::Parameter(_) => Vec::new(),
        }
    }

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Conductor(self.conductor)]
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        view.conductances[self.conductor] = match self.given {
            Given::Signal(input) => view.input(input, 0),
            Given::Parameter(parameter) => view.parameters[parameter],
        };
    }
}
