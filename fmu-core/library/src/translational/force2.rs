//! Modelica.Mechanics.Translational.Sources.Force2

use super::damper::FLANGES;
use crate::Element;
use crate::class::*;
use crate::rotational::FlangeDrive;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Force2",
    description: "Input signal acting as force on two flanges",
    documentation: documentation!("force2.md"),
    connectors: &{
        let [a, b] = FLANGES;
        [a, b, connector("f", ConnectorKind::SignalInput(1), "N", "Driving force as input signal")]
    },
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeDrive::between(e, "f");
}
