//! Modelica.Blocks.Logical.RSFlipFlop

use super::super::boolean_input;
use super::memory::{Memory, MemoryLaw};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Logical.RSFlipFlop",
    description: "A basic RS flip-flop",
    documentation: documentation!("rs_flip_flop.md"),
    parameters: &[boolean("Qini", false, "Value of Q before the start")],
    connectors: &[
        Connector { description: "Sets Q", ..boolean_input("S") },
        Connector { description: "Resets Q, also where S is true", ..boolean_input("R") },
        connector("Q", ConnectorKind::BooleanOutput(1), "", "True since S was, until R is"),
        connector("QI", ConnectorKind::BooleanOutput(1), "", "The opposite of Q, but false where S and R are true"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (reset, before) = (e.scalar_input("R"), !e.boolean("Qini"));
    MemoryLaw::build(e, ["S", "Q"], Memory::Set(reset), before);
    MemoryLaw::build(e, ["S", "QI"], Memory::NotSet(reset), before);
}
