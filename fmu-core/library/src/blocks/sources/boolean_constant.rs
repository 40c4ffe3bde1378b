//! Modelica.Blocks.Sources.BooleanConstant

use super::super::BOOLEAN_Y;
use super::timed_value::{Timed, TimedValue};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanConstant",
    description: "Generate constant signal of type Boolean",
    documentation: documentation!("boolean_constant.md"),
    parameters: &[boolean("k", true, "Constant output value")],
    connectors: &[BOOLEAN_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let k = i32::from(e.boolean("k"));
    TimedValue::build(e, Timed::Constant(k));
}
