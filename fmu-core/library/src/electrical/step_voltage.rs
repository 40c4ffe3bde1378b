//! Modelica.Electrical.Analog.Sources.StepVoltage

use super::{I, PINS, V};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.StepVoltage",
    description: "Step voltage source",
    documentation: documentation!("step_voltage.md"),
    parameters: &[
        real("V", "V", "Height of step"),
        real("offset", "V", "Voltage offset").or(0.0),
        real("startTime", "s", "Time offset").or(0.0),
    ],
    connectors: &PINS,
    variables: &[V, I],
    body: Body::Netlist(&Netlist {
        parts: &[
            Part {
                name: "signalSource",
                class: "Modelica.Blocks.Sources.Step",
                parameters: &[("height", "V"), ("offset", "offset"), ("startTime", "startTime")],
            },
            Part { name: "source", class: "Modelica.Electrical.Analog.Sources.SignalVoltage", parameters: &[] },
        ],
        connections: &[("signalSource.y", "source.v")],
        connectors: &[("p", &["source.p"]), ("n", &["source.n"])],
        variables: &[("v", "source.v"), ("i", "source.i")],
    }),
    ..Class::EMPTY
};
