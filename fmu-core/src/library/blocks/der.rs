//! Modelica.Blocks.Continuous.Der

use super::Y;
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::{Law, SignalIn, SignalOut, Stage, View};
use crate::scalar::Scalar;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Continuous.Der",
    description: "Derivative of input (= exact differentiation)",
    documentation: documentation!("der.md"),
    parameters: &[],
    connectors: &[connector("u", ConnectorKind::SignalInput(1), "", "Input signal"), Y],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    if let Some(y) = e.output("y") {
        let u = e.input("u");
        e.add_law(DerLaw { u, y });
    }
}

/// `y = der(u)`, exact: evaluated over numbers that carry their derivatives in time.
#[derive(Clone, Debug)]
pub struct DerLaw {
    u: SignalIn,
    y: SignalOut,
}

impl Law for DerLaw {
    fn stage(&self) -> Stage {
        Stage::Time
    }

    fn inputs(&self) -> Vec<SignalIn> {
        vec![self.u]
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y)
    }

    fn reads_derivatives(&self) -> bool {
        true
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let derivative = view.input(self.u, 0).time_derivative();
        view.set_output(self.y, 0, derivative);
    }
}
