//! Modelica.Blocks.Logical.Greater

use super::super::input;
use super::comparison::{Comparison, ComparisonLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.Greater",
    description: "Output y is true if input u1 is greater than input u2",
    documentation: documentation!("greater.md"),
    connectors: &[input("u1"), input("u2"), connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    ComparisonLaw::of_signals(e, Comparison::Greater);
}
