//! Modelica.Blocks.Math.Add3

use super::weighted_sum::{Weight, WeightedSum};
use super::{Y, input};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Add3",
    description: "Output the sum of the three inputs: y = k1 u1 + k2 u2 + k3 u3",
    documentation: documentation!("add3.md"),
    parameters: &[
        real("k1", "", "Gain of input signal 1").or(1.0).tunable(),
        real("k2", "", "Gain of input signal 2").or(1.0).tunable(),
        real("k3", "", "Gain of input signal 3").or(1.0).tunable(),
    ],
    connectors: &[input("u1"), input("u2"), input("u3"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let [k1, k2, k3] = ["k1", "k2", "k3"].map(|k| Weight::Parameter(e.real(k)));
    WeightedSum::build(e, &[("u1", k1), ("u2", k2), ("u3", k3)]);
}
