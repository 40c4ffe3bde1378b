//! Modelica.Blocks.Routing.RealPassThrough

use super::weighted_sum::{Weight, WeightedSum};
use super::{Y, input};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.RealPassThrough",
    description: "Pass a Real signal through: y = u",
    documentation: documentation!("real_pass_through.md"),
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    WeightedSum::build(e, &[("u", Weight::Constant(1.0))]);
}
