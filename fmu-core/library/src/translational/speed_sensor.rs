//! Modelica.Mechanics.Translational.Sensors.SpeedSensor

use crate::Element;
use crate::class::*;
use crate::rotational::flange_sensor::{FlangeMotion, FlangeQuantity};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.SpeedSensor",
    description: "Ideal sensor to measure the absolute velocity",
    documentation: documentation!("speed_sensor.md"),
    connectors: &[
        connector("flange", ConnectorKind::TranslationalFlange, "", "Flange that is measured"),
        connector("v", ConnectorKind::SignalOutput(1), "m/s", "Absolute velocity of flange").measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeMotion::build(e, FlangeQuantity::Speed, "v");
}
