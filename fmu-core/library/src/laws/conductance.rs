//! Thermal conductors.

use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, Law, Real, ScalarIn, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

/// A thermal conductance, W/K, given by a signal or a parameter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Conductance {
    /// Number of the conductor.
    pub conductor: usize,
    pub given: Given,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Given {
    Signal(ScalarIn),
    Parameter(Real),
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
