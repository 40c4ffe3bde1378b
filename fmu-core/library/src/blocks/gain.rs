//! Modelica.Blocks.Math.Gain

use super::weighted_sum::{Weight, WeightedSum};
use super::{Y, input};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Gain",
    description: "Output the product of a gain with the input: y = k u",
    documentation: documentation!("gain.md"),
    parameters: &[real("k", "", "Gain multiplied with input signal").tunable()],
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let k = Weight::Parameter(e.real("k"));
    WeightedSum::build(e, &[("u", k)]);
}
