//! Modelica.Blocks.Sources.RealExpression

use super::{ConstantLaw, Y};
use crate::library::Element;
use crate::library::class::*;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.RealExpression",
    description: "Set output signal to an expression in parameters (one that depends on time is not supported yet)",
    parameters: &[real("y", "", "Value of the output").or(0.0).tunable().hidden()],
    connectors: &[Y],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    ConstantLaw::build(e, "y");
}
