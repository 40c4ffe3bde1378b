//! Modelica.Electrical.Analog.Sources.StepCurrent

use super::{I, PINS, V};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.StepCurrent",
    description: "Step current source",
    documentation: documentation!("step_current.md"),
    parameters: &[
        real("I", "A", "Height of step"),
        real("offset", "A", "Current offset").or(0.0),
        real("startTime", "s", "Time offset").or(0.0),
    ],
    connectors: &PINS,
    variables: &[V, I],
    body: Body::Netlist(&Netlist {
        parts: &[
            Part {
                name: "signalSource",
                class: "Modelica.Blocks.Sources.Step",
                parameters: &[("height", "I"), ("offset", "offset"), ("startTime", "startTime")],
            },
            Part { name: "source", class: "Modelica.Electrical.Analog.Sources.SignalCurrent", parameters: &[] },
        ],
        connections: &[("signalSource.y", "source.i")],
        connectors: &[("p", &["source.p"]), ("n", &["source.n"])],
        variables: &[("v", "source.v"), ("i", "source.i")],
    }),
    ..Class::EMPTY
};
