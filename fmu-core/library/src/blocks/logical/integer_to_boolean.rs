//! Modelica.Blocks.Math.IntegerToBoolean

use super::super::{BOOLEAN_Y, integer_input};
use super::gate::{Gate, GateLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.IntegerToBoolean",
    description: "Convert Integer to Boolean signal",
    documentation: documentation!("integer_to_boolean.md"),
    parameters: &[whole("threshold", 1, "Output signal y is true, if input u >= threshold")],
    connectors: &[integer_input("u"), BOOLEAN_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let gate = Gate::AtLeast(e.integer("threshold"));
    GateLaw::build(e, &["u"], gate);
}
