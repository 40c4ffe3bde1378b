//! Modelica.Mechanics.Translational.Sensors.RelPositionSensor

use crate::Element;
use crate::class::*;
use crate::rotational::flange_sensor::{FlangeMotion, FlangeQuantity};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.RelPositionSensor",
    description: "Ideal sensor to measure the relative position between two flanges",
    documentation: documentation!("rel_position_sensor.md"),
    connectors: &[
        connector("flange_a", ConnectorKind::TranslationalFlange, "", "Left flange"),
        connector("flange_b", ConnectorKind::TranslationalFlange, "", "Right flange"),
        connector(
            "s_rel",
            ConnectorKind::SignalOutput(1),
            "m",
            "Relative position between two flanges (flange_b less flange_a)",
        )
        .measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeMotion::between(e, FlangeQuantity::Position, "s_rel");
}
