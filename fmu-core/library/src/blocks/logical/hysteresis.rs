//! Modelica.Blocks.Logical.Hysteresis

use super::super::input;
use super::hysteresis_law::{HysteresisLaw, Limits};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.Hysteresis",
    description: "Transform Real to Boolean signal with hysteresis",
    documentation: documentation!("hysteresis.md"),
    parameters: &[
        real("uLow", "", "If y = true and u < uLow, switch to y = false").or(0.0).tunable(),
        real("uHigh", "", "If y = false and u > uHigh, switch to y = true").or(1.0).tunable(),
        boolean("pre_y_start", false, "Value of y before the start"),
    ],
    connectors: &[input("u"), connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(y) = e.scalar_output("y") else { return };
    let limits = Limits::Fixed([e.real("uLow"), e.real("uHigh")]);
    let (u, before) = (e.scalar_input("u"), e.boolean("pre_y_start"));
    e.add_law(HysteresisLaw { u, limits, before, y });
}
