//! Modelica.Blocks.Math.Sin

use super::super::Y;
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Sin",
    description: "Output the sine of the input",
    documentation: documentation!("sin.md"),
    connectors: &[connector("u", ConnectorKind::SignalInput(1), "rad", "Input signal"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u"], Function::Sin);
}
