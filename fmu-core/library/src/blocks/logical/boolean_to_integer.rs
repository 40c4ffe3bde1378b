//! Modelica.Blocks.Math.BooleanToInteger

use super::super::{INTEGER_Y, boolean_input};
use super::gate::{Gate, GateLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.BooleanToInteger",
    description: "Convert Boolean to Integer signal",
    documentation: documentation!("boolean_to_integer.md"),
    parameters: &[
        whole("integerTrue", 1, "Output signal for true Boolean input"),
        whole("integerFalse", 0, "Output signal for false Boolean input"),
    ],
    connectors: &[boolean_input("u"), INTEGER_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let gate = Gate::Whole(e.integer("integerTrue"), e.integer("integerFalse"));
    GateLaw::build(e, &["u"], gate);
}
