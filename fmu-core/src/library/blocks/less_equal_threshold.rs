//! Modelica.Blocks.Logical.LessEqualThreshold

use super::input;
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::{Law, SignalIn, SignalOut, Stage, View};
use crate::scalar::Scalar;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.LessEqualThreshold",
    description: "Output y is true when input u is less than or equal to the threshold",
    documentation: documentation!("less_equal_threshold.md"),
    parameters: &[real("threshold", "", "Comparison with respect to threshold").or(0.0).tunable()],
    connectors: &[input("u"), connector("y", ConnectorKind::BooleanOutput, "", "True when u <= threshold")],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    if let Some(y) = e.output("y") {
        let (u, threshold) = (e.input("u"), e.real("threshold"));
        e.add_law(LessEqualThresholdLaw { u, threshold, y });
    }
}

/// `y = u <= threshold`, as 0 or 1. Nothing continuous can read it, so that its switching needs no event.
#[derive(Clone, Debug)]
pub struct LessEqualThresholdLaw {
    u: SignalIn,
    threshold: usize,
    y: SignalOut,
}

impl Law for LessEqualThresholdLaw {
    fn stage(&self) -> Stage {
        Stage::Time
    }

    fn inputs(&self) -> Vec<SignalIn> {
        vec![self.u]
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let is_less = view.input(self.u, 0).value() <= view.parameters[self.threshold].value();
        view.set_output(self.y, 0, T::constant(f64::from(u8::from(is_less))));
    }
}
