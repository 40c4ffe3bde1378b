//! Modelica.Blocks.Logical.Nand

use super::gate::{Gate, GateLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.Nand",
    description: "Logical 'nand': y = not (u1 and u2)",
    documentation: documentation!("nand.md"),
    connectors: &[
        connector("u1", ConnectorKind::BooleanInput(1), "", "Input signal"),
        connector("u2", ConnectorKind::BooleanInput(1), "", "Input signal"),
        connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    GateLaw::build(e, &["u1", "u2"], Gate::Nand);
}
