//! Modelica.Blocks.Logical.Not

use super::gate::{Gate, GateLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.Not",
    description: "Logical 'not': y = not u",
    documentation: documentation!("not.md"),
    connectors: &[
        connector("u", ConnectorKind::BooleanInput(1), "", "Input signal"),
        connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    GateLaw::build(e, &["u"], Gate::Not);
}
