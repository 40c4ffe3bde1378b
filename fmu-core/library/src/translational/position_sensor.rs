//! Modelica.Mechanics.Translational.Sensors.PositionSensor

use crate::Element;
use crate::class::*;
use crate::rotational::flange_sensor::{FlangeMotion, FlangeQuantity};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.PositionSensor",
    description: "Ideal sensor to measure the absolute position",
    documentation: documentation!("position_sensor.md"),
    connectors: &[
        connector("flange", ConnectorKind::TranslationalFlange, "", "Flange that is measured"),
        connector("s", ConnectorKind::SignalOutput(1), "m", "Absolute position of flange").measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeMotion::build(e, FlangeQuantity::Position, "s");
}
