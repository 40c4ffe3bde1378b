//! Modelica.Blocks.Math.Max

use super::super::{Y, input};
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Max",
    description: "Pass through the larger of the two inputs",
    documentation: documentation!("max.md"),
    connectors: &[input("u1"), input("u2"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u1", "u2"], Function::Max);
}
