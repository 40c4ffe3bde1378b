//! Modelica.Blocks.Logical.GreaterThreshold

use super::super::input;
use super::comparison::{Comparison, ComparisonLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.GreaterThreshold",
    description: "Output y is true if input u is greater than the threshold",
    documentation: documentation!("greater_threshold.md"),
    parameters: &[real("threshold", "", "Comparison with respect to threshold").or(0.0).tunable()],
    connectors: &[input("u"), connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    ComparisonLaw::with_threshold(e, Comparison::Greater);
}
