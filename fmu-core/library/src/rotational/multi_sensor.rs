//! Modelica.Mechanics.Rotational.Sensors.MultiSensor

use super::flange_sensor::{FlangeFlow, FlangeMotion, FlangeQuantity, FlowQuantity};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.MultiSensor",
    description: "Ideal sensor to measure torque, power and speed between two flanges",
    documentation: documentation!("multi_sensor.md"),
    connectors: &[
        connector("flange_a", ConnectorKind::RotationalFlange, "", "Left flange"),
        connector("flange_b", ConnectorKind::RotationalFlange, "", "Right flange"),
        connector("power", ConnectorKind::SignalOutput(1), "W", "Power in flange flange_a").measured(),
        connector("w", ConnectorKind::SignalOutput(1), "rad/s", "Absolute angular velocity of flange_a").measured(),
        connector(
            "tau",
            ConnectorKind::SignalOutput(1),
            "N.m",
            "Torque in flange flange_a and flange_b (tau = flange_a.tau = -flange_b.tau)",
        )
        .measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeFlow::build_all(e, &[("power", FlowQuantity::Power), ("tau", FlowQuantity::Flow)]);
    FlangeMotion::of(e, "flange_a", FlangeQuantity::Speed, "w");
}
