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
    parameters: &[real("k", "", "Constant output value").tunable()],
    connectors: &[Y],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    if let Some(y) = e.output("y") {
        let k = e.real("k");
        e.add_law(ConstantLaw { k, y });
    }
}

/// `y = k`
#[derive(Clone, Debug)]
pub struct ConstantLaw {
    k: usize,
    y: SignalOut,
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
