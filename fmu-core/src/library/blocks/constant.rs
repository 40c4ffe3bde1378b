//! Modelica.Blocks.Sources.Constant

use super::Y;
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::{Law, SignalOut, Stage, View};
use crate::scalar::Scalar;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.Constant",
    description: "Generate constant signal of type Real",
    documentation: documentation!("constant.md"),
    parameters: &[real("k", "", "Constant output value").tunable()],
    connectors: &[Y],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    ConstantLaw::build(e, "k");
}

/// `y = k`
#[derive(Clone, Debug)]
pub struct ConstantLaw {
    k: usize,
    y: SignalOut,
}

impl ConstantLaw {
    /// Registers the law of `e` with the name of the parameter that is put out.
    pub(super) fn build(e: &mut Element<'_>, parameter: &str) {
        if let Some(y) = e.output("y") {
            let k = e.real(parameter);
            e.add_law(Self { k, y });
        }
    }
}

impl Law for ConstantLaw {
    fn stage(&self) -> Stage {
        Stage::Time
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let k = view.parameters[self.k];
        view.set_output(self.y, 0, k);
    }
}
