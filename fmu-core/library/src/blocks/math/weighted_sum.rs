//! The law of blocks whose output is a weighted sum of their inputs.

use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, Real, Reals, ScalarIn, ScalarOut, SignalIn, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

/// Factor of an input.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Weight {
    /// A number.
    Constant(f64),
    /// A parameter.
    Parameter(Real),
}

/// `y = w1 u1 + w2 u2 + ...`
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WeightedSum {
    terms: Vec<(Weight, ScalarIn)>,
    y: ScalarOut,
}

impl WeightedSum {
    /// Registers the law of `e` with the weight of each input.
    pub(crate) fn build(e: &mut Element<'_>, terms: &[(&str, Weight)]) {
        if let Some(y) = e.scalar_output("y") {
            let terms = terms.iter().map(|(u, weight)| (*weight, e.scalar_input(u))).collect();
            e.add_law(Self { terms, y });
        }
    }

    /// Registers `y = u`.
    pub(in crate::blocks) fn pass(e: &mut Element<'_>) {
        Self::build(e, &[("u", Weight::Constant(1.0))]);
    }

    /// Registers the law of `e` with the gains k of the elements of the input: one for all of them, or one each.
    pub(super) fn build_vector(e: &mut Element<'_>) {
        let (Some(y), u, Reals { first, size }) = (e.scalar_output("y"), e.input("u"), e.reals("k")) else { return };
        if size != 1 && size != u.size {
            e.refuse("k", "one number, or one for each input");
            return;
        }
        let term = |k: usize| {
            let input = ScalarIn::of(SignalIn { first: u.first + k, size: 1 });
            (Weight::Parameter(Real::new(if size == 1 { first } else { first + k })), input)
        };
        e.add_law(Self { terms: (0..u.size).map(term).collect(), y });
    }
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
