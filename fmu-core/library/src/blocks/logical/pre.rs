//! Modelica.Blocks.Logical.Pre

use super::super::{BOOLEAN_Y, boolean_input};
use super::memory::{Memory, MemoryLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.Pre",
    description: "Value of a Boolean before the event: y = pre(u), which breaks algebraic loops",
    documentation: documentation!("pre.md"),
    parameters: &[boolean("pre_u_start", false, "Value of u before the start")],
    connectors: &[boolean_input("u"), BOOLEAN_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let before = e.boolean("pre_u_start");
    MemoryLaw::build(e, ["u", "y"], Memory::Before, before);
}
