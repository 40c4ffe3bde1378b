//! Modelica.Blocks.Sources.BooleanTable

use super::super::BOOLEAN_Y;
use super::super::extrapolation::Extrapolation;
use super::timed_value::{Timed, TimedValue};
use super::toggle::Toggle;
use crate::Element;
use crate::class::*;
use crate::types::EXTRAPOLATION;
use mechanism::Shape;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanTable",
    description: "Generate a Boolean output signal based on a vector of time instants",
    documentation: documentation!("boolean_table.md"),
    parameters: &[
        array("table", "s", "Vector of time points: at each of them the output gets its opposite value").checked(check),
        boolean("startValue", false, "Start value of y; at time = table[1] it changes to the opposite"),
        enumeration(
            "extrapolation",
            &EXTRAPOLATION,
            "HoldLastPoint",
            "Extrapolation of data outside the definition range",
        ),
        real("startTime", "s", "Output = false for time < startTime").or(-1e60),
        real("shiftTime", "s", "Shift time of table").or(0.0),
    ],
    connectors: &[BOOLEAN_Y],
    ..Class::element(build)
};

/// What is wrong with the instants.
fn check(elements: &[f64], _: Shape) -> Option<&'static str> {
    let rises = elements.iter().zip(elements.iter().skip(1)).all(|(now, next)| now < next);
    (!rises).then_some("time points that increase")
}

fn build(e: &mut Element<'_>) {
    let (starts, extrapolation) = (e.boolean("startValue"), Extrapolation::of(e));
    let [start_time, shift_time] = ["startTime", "shiftTime"].map(|name| e.real(name));
    let table = e.reals("table");
    TimedValue::build(e, Timed::Toggle(Toggle { table, starts, extrapolation, start_time, shift_time }));
}
