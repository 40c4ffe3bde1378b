//! Modelica.Blocks.Logical.OnOffController

use super::super::input;
use super::hysteresis_law::{HysteresisLaw, Limits};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.OnOffController",
    description: "On-off controller",
    documentation: documentation!("on_off_controller.md"),
    parameters: &[
        real("bandwidth", "", "Bandwidth around reference signal").min(0.0).tunable(),
        boolean("pre_y_start", false, "Value of y before the start"),
    ],
    connectors: &[input("reference"), input("u"), connector("y", ConnectorKind::BooleanOutput(1), "", "Output signal")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(y) = e.scalar_output("y") else { return };
    let limits = Limits::Around(e.scalar_input("reference"), e.real("bandwidth"));
    let (u, before) = (e.scalar_input("u"), e.boolean("pre_y_start"));
    e.add_law(HysteresisLaw { u, limits, before, y });
}
