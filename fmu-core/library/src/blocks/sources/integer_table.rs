//! Modelica.Blocks.Sources.IntegerTable

use super::super::INTEGER_Y;
use super::super::combi_time_table::{CombiTimeTableLaw, check_table};
use crate::Element;
use crate::class::*;
use crate::types::EXTRAPOLATION;
use mechanism::Shape;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.IntegerTable",
    description: "Generate an Integer output signal based on a table matrix with [time, value]",
    documentation: documentation!("integer_table.md"),
    parameters: &[
        table("table", "", "Table matrix (first column: time; second column: whole numbers)").checked(check),
        enumeration(
            "extrapolation",
            &EXTRAPOLATION,
            "HoldLastPoint",
            "Extrapolation of data outside the definition range",
        ),
        real("startTime", "s", "Output = 0 for time < startTime").or(-1e60),
        real("shiftTime", "s", "Shift time of table").or(0.0),
    ],
    connectors: &[INTEGER_Y],
    ..Class::element(build)
};

/// What is wrong with a table.
fn check(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(_, 2) = shape else { return Some("a matrix with two columns: time points, then values") };
    let is_whole = |x: f64| x.fract() == 0.0 && x.abs() <= f64::from(i32::MAX);
    if !elements.chunks_exact(2).all(|row| is_whole(row[1])) {
        return Some("a second column of whole numbers");
    }
    check_table(elements, shape)
}

fn build(e: &mut Element<'_>) {
    CombiTimeTableLaw::build_steps(e);
}
