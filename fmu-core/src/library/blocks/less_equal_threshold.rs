//! Modelica.Blocks.Logical.LessEqualThreshold

use super::input;
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::{Law, Real, ScalarIn, ScalarOut, SignalIn, SignalOut, Signals, TimeView, after};
use crate::scalar::Scalar;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.LessEqualThreshold",
    description: "Output y is true when input u is less than or equal to the threshold",
    documentation: documentation!("less_equal_threshold.md"),
    parameters: &[real("threshold", "", "Comparison with respect to threshold").or(0.0).tunable()],
    connectors: &[input("u"), connector("y", ConnectorKind::BooleanOutput(1), "", "True when u <= threshold")],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    if let Some(y) = e.scalar_output("y") {
        let (u, threshold) = (e.scalar_input("u"), e.real("threshold"));
        e.add_law(LessEqualThresholdLaw { u, threshold, y });
    }
}

/// `y = u <= threshold`, as 0 or 1. Nothing continuous can read it, so that its switching needs no event.
#[derive(Clone, Debug)]
pub struct LessEqualThresholdLaw {
    u: ScalarIn,
    threshold: Real,
    y: ScalarOut,
}

impl Law for LessEqualThresholdLaw {
    type Stage = after::Time;

    fn inputs(&self) -> Vec<SignalIn> {
        vec![self.u.into()]
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y.into())
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let is_less = signals.get(self.u).value() <= view.parameters()[self.threshold].value();
        signals.set(self.y, T::constant(f64::from(u8::from(is_less))));
    }
}
