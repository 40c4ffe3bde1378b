//! Modelica.Mechanics.Translational.Sensors.AccSensor

use crate::Element;
use crate::class::*;
use crate::rotational::flange_sensor::FlangeAcceleration;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.AccSensor",
    description: "Ideal sensor to measure the absolute acceleration",
    documentation: documentation!("acc_sensor.md"),
    connectors: &[
        connector("flange", ConnectorKind::TranslationalFlange, "", "Flange that is measured"),
        connector("a", ConnectorKind::SignalOutput(1), "m/s2", "Absolute acceleration of flange").measured(),
    ],
    variables: &[variable("v", "m/s", "Absolute velocity of flange")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeAcceleration::build(e, "a", "v");
}
