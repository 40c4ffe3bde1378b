//! Modelica.Blocks.Logical.Change

use super::super::{BOOLEAN_Y, boolean_input};
use super::memory::{Memory, MemoryLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.Change",
    description: "Output y is true, if the input u has a rising or falling edge: y = change(u)",
    documentation: documentation!("change.md"),
    parameters: &[boolean("pre_u_start", false, "Value of u before the start")],
    connectors: &[boolean_input("u"), BOOLEAN_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let before = e.boolean("pre_u_start");
    MemoryLaw::build(e, ["u", "y"], Memory::Change, before);
}
