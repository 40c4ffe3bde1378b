//! The law of blocks whose output is a weighted sum of their inputs.

use crate::library::Element;
use crate::mechanism::{Law, SignalIn, SignalOut, Stage, View};
use crate::scalar::Scalar;

/// Factor of an input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weight {
    /// A number.
    Constant(f64),
    /// Address of a parameter.
    Parameter(usize),
}

/// `y = w1 u1 + w2 u2 + ...`
#[derive(Clone, Debug)]
pub struct WeightedSum {
    terms: Vec<(Weight, SignalIn)>,
    y: SignalOut,
}

impl WeightedSum {
    /// Registers the law of `e` with the weight of each input.
    pub(super) fn build(e: &mut Element<'_>, terms: &[(&str, Weight)]) {
        if let Some(y) = e.output("y") {
            let terms = terms.iter().map(|(u, weight)| (*weight, e.input(u))).collect();
            e.add_law(Self { terms, y });
        }
    }
}

impl Law for WeightedSum {
    fn stage(&self) -> Stage {
        Stage::Time
    }

    fn inputs(&self) -> Vec<SignalIn> {
        self.terms.iter().map(|(_, u)| *u).collect()
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let term = |(weight, u): &(Weight, SignalIn)| match *weight {
            Weight::Constant(weight) => T::constant(weight) * view.input(*u, 0),
            Weight::Parameter(address) => view.parameters[address] * view.input(*u, 0),
        };
        let y = self.terms.iter().map(term).fold(T::zero(), |sum, term| sum + term);
        view.set_output(self.y, 0, y);
    }
}
