//! Modelica.Blocks.Math.Add

use super::weighted_sum::{Weight, WeightedSum};
use super::{Y, input};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Add",
    description: "Output the sum of the two inputs: y = k1 u1 + k2 u2",
    documentation: documentation!("add.md"),
    parameters: &[
        real("k1", "", "Gain of input signal 1").or(1.0).tunable(),
        real("k2", "", "Gain of input signal 2").or(1.0).tunable(),
    ],
    connectors: &[input("u1"), input("u2"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (k1, k2) = (Weight::Parameter(e.real("k1")), Weight::Parameter(e.real("k2")));
    WeightedSum::build(e, &[("u1", k1), ("u2", k2)]);
}
