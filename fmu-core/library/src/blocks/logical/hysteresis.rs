//! Modelica.Blocks.Logical: Hysteresis and OnOffController.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::hysteresis::{HysteresisLaw, Limits};

pub static HYSTERESIS: Class = Class {
    name: "Modelica.Blocks.Logical.Hysteresis",
    description: "Transform Real to Boolean signal with hysteresis",
    documentation: documentation!("hysteresis.md"),
    parameters: &[
        real("uLow", "", "If y = true and u < uLow, switch to y = false").or(0.0).tunable(),
        real("uHigh", "", "If y = false and u > uHigh, switch to y = true").or(1.0).tunable(),
        PRE_Y_START,
    ],
    connectors: &[input("u"), BOOLEAN_Y],
    ..Class::element(|e| {
        let limits = Limits::Fixed([e.real("uLow"), e.real("uHigh")]);
        HysteresisLaw::build(e, limits);
    })
};

pub static ON_OFF_CONTROLLER: Class = Class {
    name: "Modelica.Blocks.Logical.OnOffController",
    description: "On-off controller",
    documentation: documentation!("on_off_controller.md"),
    parameters: &[real("bandwidth", "", "Bandwidth around reference signal").min(0.0).tunable(), PRE_Y_START],
    connectors: &[input("reference"), input("u"), BOOLEAN_Y],
    ..Class::element(|e| {
        let limits = Limits::Around(e.scalar_input("reference"), e.real("bandwidth"));
        HysteresisLaw::build(e, limits);
    })
};

const PRE_Y_START: Parameter = boolean("pre_y_start", false, "Value of y before the start");

impl HysteresisLaw {
    fn build(e: &mut Element<'_>, limits: Limits) {
        let Some(y) = e.scalar_output("y") else { return };
        let (u, before) = (e.scalar_input("u"), e.boolean("pre_y_start"));
        e.add_law(Self { u, limits, before, y });
    }
}
