//! Modelica.Blocks.Logical: gates and switches.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::function::{FunctionLaw, Operation};

pub static AND: Class = Class {
    name: "Modelica.Blocks.Logical.And",
    description: "Logical 'and': y = u1 and u2",
    documentation: documentation!("and.md"),
    ..boolean_si2so(|e| FunctionLaw::build(e, Operation::And))
};

pub static OR: Class = Class {
    name: "Modelica.Blocks.Logical.Or",
    description: "Logical 'or': y = u1 or u2",
    documentation: documentation!("or.md"),
    ..boolean_si2so(|e| FunctionLaw::build(e, Operation::Or))
};

pub static XOR: Class = Class {
    name: "Modelica.Blocks.Logical.Xor",
    description: "Logical 'xor': y = u1 xor u2",
    documentation: documentation!("xor.md"),
    ..boolean_si2so(|e| FunctionLaw::build(e, Operation::Xor))
};

pub static NAND: Class = Class {
    name: "Modelica.Blocks.Logical.Nand",
    description: "Logical 'nand': y = not (u1 and u2)",
    documentation: documentation!("nand.md"),
    ..boolean_si2so(|e| FunctionLaw::build(e, Operation::Nand))
};

pub static NOR: Class = Class {
    name: "Modelica.Blocks.Logical.Nor",
    description: "Logical 'nor': y = not (u1 or u2)",
    documentation: documentation!("nor.md"),
    ..boolean_si2so(|e| FunctionLaw::build(e, Operation::Nor))
};

pub static NOT: Class = Class {
    name: "Modelica.Blocks.Logical.Not",
    description: "Logical 'not': y = not u",
    documentation: documentation!("not.md"),
    ..boolean_siso(|e| FunctionLaw::build(e, Operation::Not))
};

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
