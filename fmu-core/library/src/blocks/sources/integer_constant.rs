//! Modelica.Blocks.Sources.IntegerConstant

use super::super::INTEGER_Y;
use super::timed_value::{Timed, TimedValue};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.IntegerConstant",
    description: "Generate constant signal of type Integer",
    documentation: documentation!("integer_constant.md"),
    parameters: &[whole("k", 1, "Constant output value")],
    connectors: &[INTEGER_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let k = e.integer("k");
    TimedValue::build(e, Timed::Constant(k));
}
