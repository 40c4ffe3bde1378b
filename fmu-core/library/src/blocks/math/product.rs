//! Modelica.Blocks.Math.Product

use super::super::{Y, input};
use super::function::{FunctionLaw, Operation};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Product",
    description: "Output the product of the two inputs: y = u1 u2",
    documentation: documentation!("product.md"),
    connectors: &[input("u1"), input("u2"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u1", "u2"], Operation::Product);
}
