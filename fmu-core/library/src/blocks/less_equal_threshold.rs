//! Modelica.Blocks.Logical.LessEqualThreshold

use super::input;
use super::logical::{Comparison, ComparisonLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.LessEqualThreshold",
    description: "Output y is true when input u is less than or equal to the threshold",
    documentation: documentation!("less_equal_threshold.md"),
    parameters: &[real("threshold", "", "Comparison with respect to threshold").or(0.0).tunable()],
    connectors: &[input("u"), connector("y", ConnectorKind::BooleanOutput(1), "", "True when u <= threshold")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    ComparisonLaw::with_threshold(e, Comparison::LessEqual);
}
