//! Modelica.Blocks.Math.Log

use super::super::{Y, input};
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Log",
    description: "Output the natural (base e) logarithm of the input (input > 0 required)",
    documentation: documentation!("log.md"),
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u"], Function::Log);
}
