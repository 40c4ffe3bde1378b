//! Modelica.Mechanics.Rotational.Sensors.RelAccSensor

use super::flange_sensor::FlangeAcceleration;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.RelAccSensor",
    description: "Ideal sensor to measure the relative acceleration between two flanges",
    documentation: documentation!("rel_acc_sensor.md"),
    connectors: &[
        connector("flange_a", ConnectorKind::RotationalFlange, "", "Left flange"),
        connector("flange_b", ConnectorKind::RotationalFlange, "", "Right flange"),
        connector(
            "a_rel",
            ConnectorKind::SignalOutput(1),
            "rad/s2",
            "Relative acceleration between two flanges (flange_b less flange_a)",
        )
        .measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeAcceleration::between(e, "a_rel");
}
