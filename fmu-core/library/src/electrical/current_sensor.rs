//! Modelica.Electrical.Analog.Sensors.CurrentSensor

use super::{CircuitLaw, Effect, PINS};
use crate::Element;
use crate::class::*;
use mechanism::{CircuitKind, CircuitSource};

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Sensors.CurrentSensor",
    description: "Sensor of the current in a branch",
    documentation: documentation!("current_sensor.md"),
    connectors: &[
        PINS[0],
        PINS[1],
        connector("i", ConnectorKind::SignalOutput(1), "A", "Current from pin p to pin n").measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    if let Some(output) = e.scalar_output("i") {
        let kind = CircuitKind::Voltage(CircuitSource::Zero);
        CircuitLaw::build(e, &["p", "n"], kind, Effect::Ammeter(output));
    }
}
