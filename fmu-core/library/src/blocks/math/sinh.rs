//! Modelica.Blocks.Math.Sinh

use super::super::{Y, input};
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Sinh",
    description: "Output the hyperbolic sine of the input",
    documentation: documentation!("sinh.md"),
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u"], Function::Sinh);
}
