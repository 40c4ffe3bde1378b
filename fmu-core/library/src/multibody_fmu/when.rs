//! MultibodyFmu.When, MultibodyFmu.Pre and MultibodyFmu.Floor

use crate::class::*;
use crate::laws::blocks::rounding::RoundingLaw;
use crate::laws::blocks::when::{BeforeLaw, WhenLaw};

const Y_START: Parameter = real("y_start", "", "Value of y before the first change").or(0.0);

pub static WHEN: Class = Class {
    name: "MultibodyFmu.When",
    description: "Value that changes when a condition becomes true (when and elsewhen of Modelica)",
    documentation: documentation!("when.md"),
    parameters: &[
        integer("n", 1, 1, "Number of conditions"),
        integer("initially", 0, 0, "Number of the input that y is at the start, 0 for y_start"),
        Y_START,
    ],
    connectors: &[
        real_input("trigger", "", "Conditions, true above 0.5").sized(SignalSize::Integer("n")),
        real_input("u", "", "Values to be taken").sized(SignalSize::Integer("n")),
        real_output("y", "", "The last value taken"),
    ],
    ..Class::element(|e| {
        let (trigger, u) = (e.input("trigger"), e.input("u"));
        let initially = usize::try_from(e.integer("initially")).unwrap_or(0);
        if initially > u.size {
            e.refuse("initially", "at most n");
            return;
        }
        if let Some(y) = e.scalar_output("y") {
            e.add_law(WhenLaw { trigger, u, y_start: e.real("y_start"), initially, y });
        }
    })
};

pub static PRE: Class = Class {
    name: "MultibodyFmu.Pre",
    description: "Value of a discrete signal before an event (pre of Modelica)",
    documentation: documentation!("pre.md"),
    parameters: &[Y_START],
    connectors: &[
        real_input("u", "", "A signal that changes at events only"),
        real_output("y", "", "The signal before the event"),
    ],
    ..Class::element(|e| {
        let (u, y_start) = (e.scalar_input("u"), e.real("y_start"));
        if let Some(y) = e.scalar_output("y") {
            e.add_law(BeforeLaw { u, y_start, y });
        }
    })
};

pub static FLOOR: Class = Class {
    name: "MultibodyFmu.Floor",
    description: "Largest integer that is not above a signal (floor and integer of Modelica)",
    documentation: documentation!("floor.md"),
    connectors: &[
        real_input("u", "", "Input signal"),
        connector("y", ConnectorKind::IntegerOutput(1), "", "The input rounded down"),
    ],
    ..Class::element(|e| {
        let u = e.scalar_input("u");
        if let Some(y) = e.scalar_output("y") {
            e.add_law(RoundingLaw { u, y, down: true });
        }
    })
};
