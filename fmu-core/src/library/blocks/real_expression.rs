//! Modelica.Blocks.Sources.RealExpression

use super::{ConstantLaw, Y};
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::{Discrete, Formula, Law, Parameters, ScalarOut, SignalOut, Signals, TimeView, after};
use crate::scalar::Scalar;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.RealExpression",
    description: "Set output signal to an expression of parameters and time",
    documentation: documentation!("real_expression.md"),
    parameters: &[real("y", "", "Value of the output").or(0.0).tunable().hidden().varying_with(Varying::Time)],
    connectors: &[Y],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    match (e.formula("y"), e.scalar_output("y")) {
        (Some(number), Some(y)) => {
            e.add_law(ExpressionLaw { number, formula: Formula::pending(), y });
        }
        _ => ConstantLaw::build(e, "y"),
    }
}

/// `y` is an expression of time and parameters; the mode holds its conditions on time.
#[derive(Clone, Debug)]
pub struct ExpressionLaw {
    /// Number among the formulas of the model.
    pub number: usize,
    /// The expression, once the names in it are known.
    pub formula: Formula,
    y: ScalarOut,
}

impl Law for ExpressionLaw {
    type Stage = after::Time;

    fn output(&self) -> Option<SignalOut> {
        Some(self.y.into())
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, view.formula(&self.formula));
    }

    fn next_event(&self, parameters: Parameters<'_, f64>, _discrete: Discrete<'_>, time: f64) -> Option<f64> {
        self.formula.next_event(parameters.array(), time)
    }

    fn mode(&self, parameters: Parameters<'_, f64>, time: f64) -> i32 {
        self.formula.mode(parameters.array(), time)
    }

    fn has_mode(&self, mode: i32) -> bool {
        self.formula.has_mode(mode)
    }
}
