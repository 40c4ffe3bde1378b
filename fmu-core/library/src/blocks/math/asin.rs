//! Modelica.Blocks.Math.Asin

use super::super::input;
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Asin",
    description: "Output the arc sine of the input",
    documentation: documentation!("asin.md"),
    connectors: &[input("u"), connector("y", ConnectorKind::SignalOutput(1), "rad", "Output signal")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u"], Function::Asin);
}
