//! Modelica.Blocks.Logical.LessThreshold

use super::super::input;
use super::comparison::{Comparison, ComparisonLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.LessThreshold",
    description: "Output y is true if input u is less than the threshold",
    documentation: documentation!("less_threshold.md"),
    parameters: &[real("threshold", "", "Comparison with respect to threshold").or(0.0).tunable()],
    connectors: &[input("u"), connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    ComparisonLaw::with_threshold(e, Comparison::Less);
}
