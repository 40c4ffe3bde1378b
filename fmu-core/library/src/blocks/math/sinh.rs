//! Modelica.Blocks.Math.Sinh

use super::super::{Y, input};
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Sinh",
    description: "Output the hyperbolic sine of the input",
    documentation: documentation!("sinh.md"),
    parameters: &[],
    connectors: &[input("u"), Y],
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u"], Function::Sinh);
}
