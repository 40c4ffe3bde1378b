//! Modelica.Blocks.Logical: gates and switches.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::function::{FunctionLaw, Operation};

blocks! {
    "Logical" by FunctionLaw::build:
    AND "And" "and" boolean_si2so(Operation::And) "Logical 'and': y = u1 and u2";
    OR "Or" "or" boolean_si2so(Operation::Or) "Logical 'or': y = u1 or u2";
    XOR "Xor" "xor" boolean_si2so(Operation::Xor) "Logical 'xor': y = u1 xor u2";
    NAND "Nand" "nand" boolean_si2so(Operation::Nand) "Logical 'nand': y = not (u1 and u2)";
    NOR "Nor" "nor" boolean_si2so(Operation::Nor) "Logical 'nor': y = not (u1 or u2)";
    NOT "Not" "not" boolean_siso(Operation::Not) "Logical 'not': y = not u";
}

/// The selecting input of a switch.
const DECIDING: Connector = Connector { description: "True: y = u1, else y = u3", ..boolean_input("u2") };

pub static SWITCH: Class = Class {
    name: "Modelica.Blocks.Logical.Switch",
    description: "Switch between two Real signals",
    documentation: documentation!("switch.md"),
    connectors: &[input("u1"), DECIDING, input("u3"), Y],
    ..Class::element(|e| FunctionLaw::build(e, Operation::Switch))
};

pub static LOGICAL_SWITCH: Class = Class {
    name: "Modelica.Blocks.Logical.LogicalSwitch",
    description: "Logical switch: switch between two Boolean signals",
    documentation: documentation!("logical_switch.md"),
    connectors: &[boolean_input("u1"), DECIDING, boolean_input("u3"), BOOLEAN_Y],
    ..Class::element(|e| FunctionLaw::build(e, Operation::Switch))
};
