//! Modelica.Blocks.Math.Min

use super::super::{Y, input};
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Min",
    description: "Pass through the smaller of the two inputs",
    documentation: documentation!("min.md"),
    connectors: &[input("u1"), input("u2"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u1", "u2"], Function::Min);
}
