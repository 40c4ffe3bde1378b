//! Modelica.Blocks.Math.MultiSum

use super::super::Y;
use super::super::weighted_sum::WeightedSum;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.MultiSum",
    description: "Sum of signals: y = k[1] u[1] + k[2] u[2] + ... + k[n] u[n]",
    documentation: documentation!("multi_sum.md"),
    parameters: &[
        integer("nu", 1, 1, "Number of input connections"),
        array("k", "", "Gains of the inputs (one for all of them, or one each)").or(1.0).tunable(),
    ],
    connectors: &[
        connector("u", ConnectorKind::SignalInput(1), "", "Input signals").sized(SignalSize::Integer("nu")),
        Y,
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    WeightedSum::build_vector(e);
}
