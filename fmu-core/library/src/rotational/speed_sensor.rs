//! Modelica.Mechanics.Rotational.Sensors.SpeedSensor

use super::flange_sensor::{FlangeMotion, FlangeQuantity};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.SpeedSensor",
    description: "Ideal sensor to measure the absolute flange angular velocity",
    documentation: documentation!("speed_sensor.md"),
    connectors: &[
        connector("flange", ConnectorKind::RotationalFlange, "", "Flange that is measured"),
        connector("w", ConnectorKind::SignalOutput(1), "rad/s", "Absolute angular velocity of flange").measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeMotion::build(e, FlangeQuantity::Speed, "w");
}
