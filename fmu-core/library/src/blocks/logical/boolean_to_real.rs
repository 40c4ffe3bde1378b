//! Modelica.Blocks.Math.BooleanToReal

use super::super::Y;
use super::gate::{Gate, GateLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.BooleanToReal",
    description: "Convert Boolean to Real signal",
    documentation: documentation!("boolean_to_real.md"),
    parameters: &[
        real("realTrue", "", "Output signal for true Boolean input").or(1.0).tunable(),
        real("realFalse", "", "Output signal for false Boolean input").or(0.0).tunable(),
    ],
    connectors: &[connector("u", ConnectorKind::BooleanInput(1), "", "Input signal"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let gate = Gate::Number(e.real("realTrue"), e.real("realFalse"));
    GateLaw::build(e, &["u"], gate);
}
