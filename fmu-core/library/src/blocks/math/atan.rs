//! Modelica.Blocks.Math.Atan

use super::super::input;
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Atan",
    description: "Output the arc tangent of the input",
    documentation: documentation!("atan.md"),
    connectors: &[input("u"), connector("y", ConnectorKind::SignalOutput(1), "rad", "Output signal")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u"], Function::Atan);
}
