//! Modelica.Blocks.Logical.LogicalSwitch

use super::super::{BOOLEAN_Y, boolean_input};
use super::switch::SwitchLaw;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.LogicalSwitch",
    description: "Logical switch: switch between two Boolean signals",
    documentation: documentation!("logical_switch.md"),
    connectors: &[
        boolean_input("u1"),
        Connector { description: "True: y = u1, else y = u3", ..boolean_input("u2") },
        boolean_input("u3"),
        BOOLEAN_Y,
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    SwitchLaw::build(e);
}
