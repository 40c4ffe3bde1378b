//! Modelica.Mechanics.Translational.Sensors.PowerSensor

use crate::Element;
use crate::class::*;
use crate::rotational::flange_sensor::{FlangeFlow, FlowQuantity};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.PowerSensor",
    description: "Ideal sensor to measure the power between two flanges (= flange_a.f*der(flange_a.s))",
    documentation: documentation!("power_sensor.md"),
    connectors: &[
        connector("flange_a", ConnectorKind::TranslationalFlange, "", "Left flange"),
        connector("flange_b", ConnectorKind::TranslationalFlange, "", "Right flange"),
        connector("power", ConnectorKind::SignalOutput(1), "W", "Power in flange flange_a").measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeFlow::build_all(e, &[("power", FlowQuantity::Power)]);
}
