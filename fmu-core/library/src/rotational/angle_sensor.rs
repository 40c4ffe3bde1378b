//! Modelica.Mechanics.Rotational.Sensors.AngleSensor

use super::flange_sensor::{FlangeMotion, FlangeQuantity};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.AngleSensor",
    description: "Ideal sensor to measure the absolute flange angle",
    documentation: documentation!("angle_sensor.md"),
    connectors: &[
        connector("flange", ConnectorKind::RotationalFlange, "", "Flange that is measured"),
        connector("phi", ConnectorKind::SignalOutput(1), "rad", "Absolute angle of flange").measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeMotion::build(e, FlangeQuantity::Position, "phi");
}
