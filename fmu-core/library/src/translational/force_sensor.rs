//! Modelica.Mechanics.Translational.Sensors.ForceSensor

use super::damper::FLANGES;
use crate::Element;
use crate::class::*;
use crate::rotational::flange_sensor::FlangeFlow;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.ForceSensor",
    description: "Ideal sensor to measure the force between two flanges",
    documentation: documentation!("force_sensor.md"),
    connectors: &{
        let [a, b] = FLANGES;
        [
            a,
            b,
            connector(
                "f",
                ConnectorKind::SignalOutput(1),
                "N",
                "Force in flange_a and flange_b (= flange_a.f = -flange_b.f)",
            )
            .measured(),
        ]
    },
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeFlow::build(e, "f");
}
