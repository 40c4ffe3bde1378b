//! Modelica.Blocks.Logical: edges of a Boolean signal, Pre and RSFlipFlop.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::memory::{Memory, MemoryLaw};

/// Partial block with the value of its input before the start.
const fn pre(build: fn(&mut Element<'_>)) -> Class {
    const PARAMETERS: &[Parameter] = &[boolean("pre_u_start", false, "Value of u before the start")];
    Class { parameters: PARAMETERS, ..boolean_siso(build) }
}

blocks! {
    "Logical" by MemoryLaw::build_pre:
    PRE "Pre" "pre" pre(Memory::Before)
        "Break algebraic loops by an infinitesimally small time delay (y = pre(u): event iteration continues until u = pre(u))";
    EDGE "Edge" "edge" pre(Memory::Edge) "Output y is true, if the input u has a rising edge: y = edge(u)";
    FALLING_EDGE "FallingEdge" "falling_edge" pre(Memory::FallingEdge)
        "Output y is true, if the input u has a falling edge: y = edge(not u)";
    CHANGE "Change" "change" pre(Memory::Change)
        "Output y is true, if the input u has a rising or falling edge: y = change(u)";
}

pub static RS_FLIP_FLOP: Class = Class {
    name: "Modelica.Blocks.Logical.RSFlipFlop",
    description: "A basic RS flip-flop",
    documentation: documentation!("rs_flip_flop.md"),
    parameters: &[boolean("Qini", false, "Value of Q before the start")],
    connectors: &[
        Connector { description: "Sets Q", ..boolean_input("S") },
        Connector { description: "Resets Q, also if S is true", ..boolean_input("R") },
        connector("Q", ConnectorKind::BooleanOutput(1), "", "True from S until R becomes true"),
        connector("QI", ConnectorKind::BooleanOutput(1), "", "The opposite of Q, but false if both S and R are true"),
    ],
    inner: &[
        inner_boolean("nor.u1", "S"),
        inner_boolean("nor.u2", "Q"),
        inner_boolean("nor.y", "1 - max(S, Q)"),
        inner_boolean("pre.u", "nor.y"),
        inner_boolean("pre.y", "QI"),
        inner_boolean("nor1.u1", "QI"),
        inner_boolean("nor1.u2", "R"),
        inner_boolean("nor1.y", "Q"),
    ],
    ..Class::element(|e| {
        let (reset, before) = (e.scalar_input("R"), !e.boolean("Qini"));
        MemoryLaw::build(e, ["S", "Q"], Memory::Set(reset), before);
        MemoryLaw::build(e, ["S", "QI"], Memory::NotSet(reset), before);
    })
};

impl MemoryLaw {
    /// Registers the law of `e` with the remembered value before the start.
    fn build(e: &mut Element<'_>, [u, y]: [&str; 2], memory: Memory, before: bool) {
        let Some(y) = e.scalar_output(y) else { return };
        let u = e.scalar_input(u);
        e.add_law(Self { u, memory, before, y });
    }

    /// Registers the law of a block with pre_u_start.
    fn build_pre(e: &mut Element<'_>, memory: Memory) {
        let before = e.boolean("pre_u_start");
        Self::build(e, ["u", "y"], memory, before);
    }
}
