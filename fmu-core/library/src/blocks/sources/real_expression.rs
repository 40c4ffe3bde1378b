//! Modelica.Blocks.Sources.RealExpression

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::expression::ExpressionLaw;
use crate::laws::blocks::waves::ConstantLaw;

pub static REAL_EXPRESSION: Class = Class {
    name: "Modelica.Blocks.Sources.RealExpression",
    description: "Set output signal to an expression of parameters, time and variables",
    documentation: documentation!("real_expression.md"),
    parameters: &[VALUE],
    ..so(build)
};

/// An entry of the model's `[variables]`: such a component, whose output has the name of the entry.
pub static VARIABLE: Class = Class {
    name: "variable of the model",
    description: "Expression of parameters, time and variables",
    parameters: &[VALUE],
    connectors: &[real_output("y", "", "Expression of the model")],
    ..Class::element(build)
};

const VALUE: Parameter = real("y", "", "Value of the output").or(0.0).tunable().hidden().varying_with(Varying::Time);

fn build(e: &mut Element<'_>) {
    match (e.formula("y"), e.scalar_output("y")) {
        (Some(number), Some(y)) => {
            e.add_law(ExpressionLaw::pending(number, y));
        }
        _ => ConstantLaw::build(e, "y"),
    }
}
