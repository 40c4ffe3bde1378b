//! Modelica.Blocks.Routing.BooleanPassThrough

use super::super::weighted_sum::{Weight, WeightedSum};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Routing.BooleanPassThrough",
    description: "Pass a Boolean signal through: y = u",
    documentation: documentation!("boolean_pass_through.md"),
    connectors: &[
        connector("u", ConnectorKind::BooleanInput(1), "", "Input signal"),
        connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    WeightedSum::build(e, &[("u", Weight::Constant(1.0))]);
}
