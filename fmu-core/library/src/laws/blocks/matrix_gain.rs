//! Products with a matrix.

use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, Reals, SignalIn, SignalOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

/// `y = K u`
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatrixGainLaw {
    /// Elements of the matrix, row by row.
    pub k: Reals,
    pub u: SignalIn,
    pub y: SignalOut,
}

impl Law for MatrixGainLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        for (row, gains) in view.parameters().all(self.k).chunks(self.u.size).enumerate() {
            let terms = gains.iter().enumerate().map(|(column, gain)| *gain * signals.element(self.u, column));
            let y = terms.fold(T::zero(), |sum, term| sum + term);
            signals.set_element(self.y, row, y);
        }
    }
}
