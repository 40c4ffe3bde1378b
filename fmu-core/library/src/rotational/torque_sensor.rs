//! Modelica.Mechanics.Rotational.Sensors.TorqueSensor

use super::damper::FLANGES;
use super::flange_sensor::FlangeFlow;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.TorqueSensor",
    description: "Ideal sensor to measure the torque between two flanges (= flange_a.tau)",
    documentation: documentation!("torque_sensor.md"),
    connectors: &{
        let [a, b] = FLANGES;
        [
            a,
            b,
            connector(
                "tau",
                ConnectorKind::SignalOutput(1),
                "N.m",
                "Torque in flange flange_a and flange_b (= flange_a.tau = -flange_b.tau)",
            )
            .measured(),
        ]
    },
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeFlow::build(e, "tau");
}
