//! Modelica.Blocks.Sources.IntegerStep

use super::super::{INTEGER_Y, START_TIME};
use super::timed_value::{Timed, TimedValue};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.IntegerStep",
    description: "Generate step signal of type Integer",
    documentation: documentation!("integer_step.md"),
    parameters: &[whole("height", 1, "Height of step"), whole("offset", 0, "Offset of output signal y"), START_TIME],
    connectors: &[INTEGER_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (height, before, start_time) = (e.integer("height"), e.integer("offset"), e.real("startTime"));
    match before.checked_add(height) {
        Some(after) => TimedValue::build(e, Timed::Step { start_time, before, after }),
        None => e.refuse("height", "a sum with offset that an Integer can be"),
    }
}
