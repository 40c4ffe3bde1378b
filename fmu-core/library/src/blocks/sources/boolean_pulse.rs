//! Modelica.Blocks.Sources.BooleanPulse

use super::super::BOOLEAN_Y;
use super::timed_value::{Timed, TimedValue};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanPulse",
    description: "Generate pulse signal of type Boolean",
    documentation: documentation!("boolean_pulse.md"),
    parameters: &[
        real("width", "%", "Width of pulse in % of period").min(1e-60).max(100.0).or(50.0),
        real("period", "s", "Time for one period").min(1e-60),
        real("startTime", "s", "Time instant of first pulse").or(0.0),
    ],
    connectors: &[BOOLEAN_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let [width, period, start_time] = ["width", "period", "startTime"].map(|name| e.real(name));
    TimedValue::build(e, Timed::Pulse { width, period, start_time });
}
