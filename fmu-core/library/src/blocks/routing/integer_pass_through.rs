//! Modelica.Blocks.Routing.IntegerPassThrough

use super::super::weighted_sum::{Weight, WeightedSum};
use super::super::{INTEGER_Y, integer_input};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.IntegerPassThrough",
    description: "Pass an Integer signal through: y = u",
    documentation: documentation!("integer_pass_through.md"),
    connectors: &[integer_input("u"), INTEGER_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    WeightedSum::build(e, &[("u", Weight::Constant(1.0))]);
}
