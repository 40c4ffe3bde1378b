//! Modelica.Electrical.Analog.Sources.SignalCurrent

use super::{CircuitLaw, Effect, PINS, V};
use crate::Element;
use crate::class::*;
use mechanism::{CircuitKind, CircuitSource};

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.SignalCurrent",
    description: "Current given by a signal",
    documentation: documentation!("signal_current.md"),
    connectors: &[
        PINS[0],
        PINS[1],
        connector("i", ConnectorKind::SignalInput(1), "A", "Current flowing from pin p to pin n through it"),
    ],
    variables: &[V],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let source = CircuitSource::Signal(e.scalar_input("i").into());
    CircuitLaw::build(e, &["p", "n"], CircuitKind::Current(source), Effect::None);
}
