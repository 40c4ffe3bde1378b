//! Modelica.Blocks.Math.IntegerToReal

use super::super::weighted_sum::{Weight, WeightedSum};
use super::super::{Y, integer_input};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.IntegerToReal",
    description: "Convert Integer to Real signal",
    documentation: documentation!("integer_to_real.md"),
    connectors: &[integer_input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    WeightedSum::build(e, &[("u", Weight::Constant(1.0))]);
}
