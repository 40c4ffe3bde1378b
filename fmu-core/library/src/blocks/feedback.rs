//! Modelica.Blocks.Math.Feedback

use super::weighted_sum::{Weight, WeightedSum};
use super::{Y, input};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Feedback",
    description: "Output the difference between commanded and feedback input: y = u1 - u2",
    documentation: documentation!("feedback.md"),
    connectors: &[input("u1"), input("u2"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    WeightedSum::build(e, &[("u1", Weight::Constant(1.0)), ("u2", Weight::Constant(-1.0))]);
}
