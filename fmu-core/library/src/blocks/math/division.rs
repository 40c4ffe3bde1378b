//! Modelica.Blocks.Math.Division

use super::super::{Y, input};
use super::function::{FunctionLaw, Operation};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Division",
    description: "Output the first input divided by the second input: y = u1/u2",
    documentation: documentation!("division.md"),
    connectors: &[input("u1"), input("u2"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u1", "u2"], Operation::Divide);
}
