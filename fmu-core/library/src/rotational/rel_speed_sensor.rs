//! Modelica.Mechanics.Rotational.Sensors.RelSpeedSensor

use super::flange_sensor::{FlangeMotion, FlangeQuantity};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.RelSpeedSensor",
    description: "Ideal sensor to measure the relative angular velocity between two flanges",
    documentation: documentation!("rel_speed_sensor.md"),
    connectors: &[
        connector("flange_a", ConnectorKind::RotationalFlange, "", "Left flange"),
        connector("flange_b", ConnectorKind::RotationalFlange, "", "Right flange"),
        connector(
            "w_rel",
            ConnectorKind::SignalOutput(1),
            "rad/s",
            "Relative angular velocity between two flanges (flange_b less flange_a)",
        )
        .measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeMotion::between(e, FlangeQuantity::Speed, "w_rel");
}
