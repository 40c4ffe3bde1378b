//! Modelica.Blocks.Math.MultiProduct

use super::super::Y;
use super::function::{FunctionLaw, Operation};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.MultiProduct",
    description: "Product of signals: y = u[1] u[2] ... u[n]",
    documentation: documentation!("multi_product.md"),
    parameters: &[integer("nu", 1, 1, "Number of input connections")],
    connectors: &[
        connector("u", ConnectorKind::SignalInput(1), "", "Input signals").sized(SignalSize::Integer("nu")),
        Y,
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FunctionLaw::build(e, &["u"], Operation::Product);
}
