//! Modelica.Blocks.Sources.TimeTable

use super::super::{CombiTimeTableLaw, START_TIME, Y};
use crate::Element;
use crate::class::*;
use mechanism::Shape;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.TimeTable",
    description: "Generate a (possibly discontinuous) signal by linear interpolation in a table",
    documentation: documentation!("time_table.md"),
    parameters: &[
        table("table", "", "Table matrix (time = first column, values = second column)").checked(check),
        real("timeScale", "s", "Time scale of first table column").min(f64::EPSILON).or(1.0),
        real("offset", "", "Offset of output signal").or(0.0).tunable(),
        START_TIME,
        real("shiftTime", "s", "Shift time of first table column").or_expression("startTime"),
    ],
    connectors: &[Y],
    ..Class::element(build)
};

/// What is wrong with a table.
fn check(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(rows, 2) = shape else { return Some("a matrix with two columns: time points, then values") };
    let times = || (0..rows).map(|row| elements[2 * row]);
    if times().next() != Some(0.0) {
        return Some("a first time point of 0");
    }
    times().zip(times().skip(1)).any(|(now, next)| next < now).then_some("time points that do not decrease")
}

fn build(e: &mut Element<'_>) {
    CombiTimeTableLaw::build_lines(e);
}
