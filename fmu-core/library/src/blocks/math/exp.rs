//! Modelica.Blocks.Math.Exp

use super::super::{Y, input};
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Exp",
    description: "Output the exponential (base e) of the input",
    documentation: documentation!("exp.md"),
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u"], Function::Exp);
}
