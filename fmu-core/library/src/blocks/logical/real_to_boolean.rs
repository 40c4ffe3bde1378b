//! Modelica.Blocks.Math.RealToBoolean

use super::super::input;
use super::comparison::{Comparison, ComparisonLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.RealToBoolean",
    description: "Convert Real to Boolean signal",
    documentation: documentation!("real_to_boolean.md"),
    parameters: &[real("threshold", "", "Output signal y is true, if input u >= threshold").or(0.5).tunable()],
    connectors: &[input("u"), connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    ComparisonLaw::with_threshold(e, Comparison::GreaterEqual);
}
