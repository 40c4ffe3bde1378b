//! Modelica.Mechanics.Rotational.Sensors.AccSensor

use super::flange_sensor::FlangeAcceleration;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.AccSensor",
    description: "Ideal sensor to measure the absolute flange angular acceleration",
    documentation: documentation!("acc_sensor.md"),
    connectors: &[
        connector("flange", ConnectorKind::RotationalFlange, "", "Flange that is measured"),
        connector("a", ConnectorKind::SignalOutput(1), "rad/s2", "Absolute angular acceleration of flange").measured(),
    ],
    variables: &[variable("w", "rad/s", "Absolute angular velocity of flange")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeAcceleration::build(e, "a", "w");
}
