//! Weighted sums of input signals, and products with a matrix.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, Real, Reals, ScalarIn, ScalarOut, SignalIn, SignalOut, Signals, TimeView, after};

/// Factor of an input.
#[derive(Clone, Copy, Debug, PartialEq, Binary)]
pub enum Weight {
    /// A number.
    Constant(f64),
    /// A parameter.
    Parameter(Real),
}

/// `y = w1 u1 + w2 u2 + ...`
#[derive(Clone, Debug, Binary)]
pub struct WeightedSum {
    pub terms: Vec<(Weight, ScalarIn)>,
    pub y: ScalarOut,
}

impl Law for WeightedSum {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.terms.iter().map(|(_, u)| *u)).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let term = |(weight, u): &(Weight, ScalarIn)| match *weight {
            Weight::Constant(weight) => T::constant(weight) * signals.get(*u),
            Weight::Parameter(weight) => view.parameters()[weight] * signals.get(*u),
        };
        let y = self.terms.iter().map(term).fold(T::zero(), |sum, term| sum + term);
        signals.set(self.y, y);
    }
}

/// `y = K u`
#[derive(Clone, Debug, Binary)]
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
