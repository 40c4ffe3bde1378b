//! Modelica.Electrical.Analog.Sources.SignalVoltage

use super::{CircuitLaw, Effect, I, PINS};
use crate::Element;
use crate::class::*;
use mechanism::{CircuitKind, CircuitSource};

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.SignalVoltage",
    description: "Voltage given by a signal",
    documentation: documentation!("signal_voltage.md"),
    connectors: &[
        PINS[0],
        PINS[1],
        connector("v", ConnectorKind::SignalInput(1), "V", "Voltage between pin p and n (= p.v - n.v)"),
    ],
    variables: &[I],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let source = CircuitSource::Signal(e.scalar_input("v").into());
    CircuitLaw::build(e, &["p", "n"], CircuitKind::Voltage(source), Effect::None);
}
