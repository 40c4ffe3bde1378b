//! Modelica.Blocks.Math.Atan2

use super::super::input;
use super::function::FunctionLaw;
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Atan2",
    description: "Output the angle of the point (u2, u1): y = atan2(u1, u2)",
    documentation: documentation!("atan2.md"),
    connectors: &[input("u1"), input("u2"), connector("y", ConnectorKind::SignalOutput(1), "rad", "Output signal")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u1", "u2"], Function::Atan2);
}
