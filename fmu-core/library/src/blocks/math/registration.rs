//! Registration of laws that are common to blocks of several packages.

use crate::Element;
use crate::blocks::interfaces::declared_inputs;
use crate::laws::blocks::function::{FunctionLaw, Operation};
use crate::laws::blocks::sums::{Weight, WeightedSum};
use mechanism::{Real, Reals};

impl FunctionLaw {
    /// Registers the law of `e` with the inputs of its class.
    pub(in crate::blocks) fn build(e: &mut Element<'_>, operation: impl Into<Operation>) {
        if let Some(y) = e.scalar_output("y") {
            let inputs = declared_inputs(e);
            e.add_law(Self { operation: operation.into(), inputs, y });
        }
    }
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

    /// Registers the law of `e` with the gains k of the elements of the input: one for all of them, or one for each.
    pub(super) fn build_vector(e: &mut Element<'_>) {
        let (Some(y), u, Reals { first, size }) = (e.scalar_output("y"), e.input("u"), e.reals("k")) else { return };
        if size != 1 && size != u.size {
            e.refuse("k", "one number, or one for each input");
            return;
        }
        let term = |k: usize| {
            let input = u.element(k);
            (Weight::Parameter(Real::new(if size == 1 { first } else { first + k })), input)
        };
        e.add_law(Self { terms: (0..u.size).map(term).collect(), y });
    }
}
