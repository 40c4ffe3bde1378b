//! Modelica.Mechanics.Rotational.Sensors.PowerSensor

use super::flange_sensor::{FlangeFlow, FlowQuantity};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.PowerSensor",
    description: "Ideal sensor to measure the power between two flanges (= flange_a.tau*der(flange_a.phi))",
    documentation: documentation!("power_sensor.md"),
    connectors: &[
        connector("flange_a", ConnectorKind::RotationalFlange, "", "Left flange"),
        connector("flange_b", ConnectorKind::RotationalFlange, "", "Right flange"),
        connector("power", ConnectorKind::SignalOutput(1), "W", "Power in flange flange_a").measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeFlow::build_all(e, &[("power", FlowQuantity::Power)]);
}
