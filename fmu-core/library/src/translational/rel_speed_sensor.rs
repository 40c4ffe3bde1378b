//! Modelica.Mechanics.Translational.Sensors.RelSpeedSensor

use crate::Element;
use crate::class::*;
use crate::rotational::flange_sensor::{FlangeMotion, FlangeQuantity};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.RelSpeedSensor",
    description: "Ideal sensor to measure the relative velocity between two flanges",
    documentation: documentation!("rel_speed_sensor.md"),
    connectors: &[
        connector("flange_a", ConnectorKind::TranslationalFlange, "", "Left flange"),
        connector("flange_b", ConnectorKind::TranslationalFlange, "", "Right flange"),
        connector(
            "v_rel",
            ConnectorKind::SignalOutput(1),
            "m/s",
            "Relative velocity between two flanges (flange_b less flange_a)",
        )
        .measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeMotion::between(e, FlangeQuantity::Speed, "v_rel");
}
