//! Thermal conductors.

use super::given::Given;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, Law, Signals, TimeView, after};

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
