//! Modelica.Blocks.Math.Tan

use super::super::Y;
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Tan",
    description: "Output the tangent of the input",
    documentation: documentation!("tan.md"),
    parameters: &[],
    connectors: &[connector("u", ConnectorKind::SignalInput(1), "rad", "Input signal"), Y],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u"], Function::Tan);
}
