//! Modelica.Mechanics.Translational.Sensors.MultiSensor

use crate::Element;
use crate::class::*;
use crate::rotational::flange_sensor::{FlangeFlow, FlangeMotion, FlangeQuantity, FlowQuantity};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.MultiSensor",
    description: "Ideal sensor to measure force, power and speed between two flanges",
    documentation: documentation!("multi_sensor.md"),
    connectors: &[
        connector("flange_a", ConnectorKind::TranslationalFlange, "", "Left flange"),
        connector("flange_b", ConnectorKind::TranslationalFlange, "", "Right flange"),
        connector("power", ConnectorKind::SignalOutput(1), "W", "Power in flange flange_a").measured(),
        connector("v", ConnectorKind::SignalOutput(1), "m/s", "Absolute velocity of flange_a").measured(),
        connector(
            "f",
            ConnectorKind::SignalOutput(1),
            "N",
            "Force in flange flange_a and flange_b (f = flange_a.f = -flange_b.f)",
        )
        .measured(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeFlow::build_all(e, &[("power", FlowQuantity::Power), ("f", FlowQuantity::Flow)]);
    FlangeMotion::of(e, "flange_a", FlangeQuantity::Speed, "v");
}
