//! Exact derivatives.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, ScalarIn, ScalarOut, Signals, TimeView, after};

/// `y = der(u)`, exact: evaluated with scalars that carry time derivatives.
#[derive(Clone, Debug, Binary)]
pub struct DerLaw {
    /// The signal.
    pub u: ScalarIn,
    /// Its derivative.
    pub y: ScalarOut,
}

impl Law for DerLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn reads_derivatives(&self) -> bool {
        true
    }

    fn evaluate<T: Scalar>(&self, _view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let derivative = signals.get(self.u).time_derivative();
        signals.set(self.y, derivative);
    }
}
