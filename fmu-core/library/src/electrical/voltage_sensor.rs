//! Modelica.Electrical.Analog.Sensors.VoltageSensor

use super::{CircuitLaw, Effect, PINS};
use crate::Element;
use crate::class::*;
use mechanism::CircuitKind;

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Sensors.VoltageSensor",
    description: "Sensor of the voltage between two pins",
    documentation: documentation!("voltage_sensor.md"),
    connectors: &[
        PINS[0],
        PINS[1],
        connector("v", ConnectorKind::SignalOutput(1), "V", "Voltage between pin p and n (= p.v - n.v)").measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    if let Some(output) = e.scalar_output("v") {
        CircuitLaw::build(e, &["p", "n"], CircuitKind::Open, Effect::Voltmeter(output));
    }
}
