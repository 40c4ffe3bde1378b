//! Modelica.Blocks.Sources.BooleanStep

use super::super::BOOLEAN_Y;
use super::timed_value::{Timed, TimedValue};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanStep",
    description: "Generate step signal of type Boolean",
    documentation: documentation!("boolean_step.md"),
    parameters: &[
        real("startTime", "s", "Time instant of step start").or(0.0),
        boolean("startValue", false, "Output before startTime"),
    ],
    connectors: &[BOOLEAN_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (start_time, before) = (e.real("startTime"), i32::from(e.boolean("startValue")));
    TimedValue::build(e, Timed::Step { start_time, before, after: 1 - before });
}
