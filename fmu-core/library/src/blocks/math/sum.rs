//! Modelica.Blocks.Math.Sum

use super::super::Y;
use super::super::weighted_sum::WeightedSum;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Sum",
    description: "Output the sum of the elements of the input vector",
    documentation: documentation!("sum.md"),
    parameters: &[
        integer("nin", 1, 1, "Number of inputs"),
        array("k", "", "Gains of the inputs (one for all of them, or one each)").or(1.0).tunable(),
    ],
    connectors: &[
        connector("u", ConnectorKind::SignalInput(1), "", "Input signals").sized(SignalSize::Integer("nin")),
        Y,
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    WeightedSum::build_vector(e);
}
