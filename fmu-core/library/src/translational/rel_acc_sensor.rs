//! Modelica.Mechanics.Translational.Sensors.RelAccSensor

use crate::Element;
use crate::class::*;
use crate::rotational::flange_sensor::FlangeAcceleration;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.RelAccSensor",
    description: "Ideal sensor to measure the relative acceleration between two flanges",
    documentation: documentation!("rel_acc_sensor.md"),
    connectors: &[
        connector("flange_a", ConnectorKind::TranslationalFlange, "", "Left flange"),
        connector("flange_b", ConnectorKind::TranslationalFlange, "", "Right flange"),
        connector(
            "a_rel",
            ConnectorKind::SignalOutput(1),
            "m/s2",
            "Relative acceleration between two flanges (flange_b less flange_a)",
        )
        .measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeAcceleration::between(e, "a_rel");
}
