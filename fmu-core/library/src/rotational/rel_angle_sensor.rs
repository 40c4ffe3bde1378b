//! Modelica.Mechanics.Rotational.Sensors.RelAngleSensor

use super::flange_sensor::{FlangeMotion, FlangeQuantity};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.RelAngleSensor",
    description: "Ideal sensor to measure the relative angle between two flanges",
    documentation: documentation!("rel_angle_sensor.md"),
    connectors: &[
        connector("flange_a", ConnectorKind::RotationalFlange, "", "Left flange"),
        connector("flange_b", ConnectorKind::RotationalFlange, "", "Right flange"),
        connector(
            "phi_rel",
            ConnectorKind::SignalOutput(1),
            "rad",
            "Relative angle between two flanges (flange_b less flange_a)",
        )
        .measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeMotion::between(e, FlangeQuantity::Position, "phi_rel");
}
