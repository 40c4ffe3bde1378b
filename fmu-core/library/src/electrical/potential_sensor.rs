//! Modelica.Electrical.Analog.Sensors.PotentialSensor

use super::{CircuitLaw, Effect, PINS};
use crate::Element;
use crate::class::*;
use mechanism::CircuitKind;

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Sensors.PotentialSensor",
    description: "Sensor of the potential of a pin",
    documentation: documentation!("potential_sensor.md"),
    connectors: &[PINS[0], connector("phi", ConnectorKind::SignalOutput(1), "V", "Potential of pin p").measured()],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    if let Some(output) = e.scalar_output("phi") {
        CircuitLaw::build(e, &["p"], CircuitKind::Open, Effect::Voltmeter(output));
    }
}
