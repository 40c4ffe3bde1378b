//! Modelica.Electrical.Analog.Sources

use super::interfaces::*;
use crate::class::*;
use crate::laws::circuit::{CircuitLaw, Effect};
use mechanism::{CircuitKind, CircuitSource};

pub static CONSTANT_VOLTAGE: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.ConstantVoltage",
    description: "Source of constant voltage",
    documentation: documentation!("constant_voltage.md"),
    parameters: &[real("V", "V", "Value of constant voltage").tunable()],
    ..one_port(|e| {
        let source = CircuitSource::Parameter(e.address("V"));
        CircuitLaw::build(e, CircuitKind::Voltage(source), Effect::None);
    })
};

pub static CONSTANT_CURRENT: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.ConstantCurrent",
    description: "Source of constant current",
    documentation: documentation!("constant_current.md"),
    parameters: &[real("I", "A", "Value of constant current").tunable()],
    ..one_port(|e| {
        let source = CircuitSource::Parameter(e.address("I"));
        CircuitLaw::build(e, CircuitKind::Current(source), Effect::None);
    })
};

pub static SIGNAL_VOLTAGE: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.SignalVoltage",
    description: "Voltage given by a signal",
    documentation: documentation!("signal_voltage.md"),
    connectors: &[P, N, real_input("v", "V", "Voltage between pin p and n (= p.v - n.v)")],
    variables: &[I],
    ..Class::element(|e| {
        let source = CircuitSource::Signal(e.scalar_input("v").into());
        CircuitLaw::build(e, CircuitKind::Voltage(source), Effect::None);
    })
};

pub static SIGNAL_CURRENT: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.SignalCurrent",
    description: "Current given by a signal",
    documentation: documentation!("signal_current.md"),
    connectors: &[P, N, real_input("i", "A", "Current flowing from pin p to pin n through it")],
    variables: &[V],
    ..Class::element(|e| {
        let source = CircuitSource::Signal(e.scalar_input("i").into());
        CircuitLaw::build(e, CircuitKind::Current(source), Effect::None);
    })
};

/// A step block and the source that it controls: name of the height, full name of the source, input of the source.
macro_rules! step_source {
    ($height:literal, $source:literal, $input:literal) => {
        Body::Netlist(&Netlist {
            parts: &[
                Part {
                    name: "signalSource",
                    class: "Modelica.Blocks.Sources.Step",
                    parameters: &[("height", $height), ("offset", "offset"), ("startTime", "startTime")],
                },
                Part { name: "source", class: $source, parameters: &[] },
            ],
            connections: &[("signalSource.y", $input)],
            connectors: &[("p", &["source.p"]), ("n", &["source.n"])],
            variables: &[("v", "source.v"), ("i", "source.i")],
        })
    };
}

const START_TIME: Parameter = real("startTime", "s", "Time offset").or(0.0);

pub static STEP_VOLTAGE: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.StepVoltage",
    description: "Step voltage source",
    documentation: documentation!("step_voltage.md"),
    parameters: &[real("V", "V", "Height of step"), real("offset", "V", "Voltage offset").or(0.0), START_TIME],
    connectors: &[P, N],
    variables: &[V, I],
    body: step_source!("V", "Modelica.Electrical.Analog.Sources.SignalVoltage", "source.v"),
    ..Class::EMPTY
};

pub static STEP_CURRENT: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.StepCurrent",
    description: "Step current source",
    documentation: documentation!("step_current.md"),
    parameters: &[real("I", "A", "Height of step"), real("offset", "A", "Current offset").or(0.0), START_TIME],
    connectors: &[P, N],
    variables: &[V, I],
    body: step_source!("I", "Modelica.Electrical.Analog.Sources.SignalCurrent", "source.i"),
    ..Class::EMPTY
};
