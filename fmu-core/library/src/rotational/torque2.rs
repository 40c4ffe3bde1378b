//! Modelica.Mechanics.Rotational.Sources.Torque2

use super::FlangeDrive;
use super::damper::FLANGES;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Torque2",
    description: "Input signal acting as torque on two flanges",
    documentation: documentation!("torque2.md"),
    connectors: &{
        let [a, b] = FLANGES;
        let tau = "Torque driving the two flanges (a positive value accelerates the flange)";
        [a, b, connector("tau", ConnectorKind::SignalInput(1), "N.m", tau)]
    },
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeDrive::between(e, "tau");
}
