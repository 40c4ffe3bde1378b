//! Modelica.Mechanics.Rotational.Components.Fixed

use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.Fixed",
    description: "Flange fixed in housing at a given angle",
    documentation: documentation!("fixed.md"),
    parameters: &[real("phi0", "rad", "Fixed offset angle of housing").or(0.0)],
    connectors: &[connector("flange", ConnectorKind::RotationalFlange, "", "(right) flange fixed in housing")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let position = e.address("phi0");
    if let Some(flange) = e.flange("flange") {
        e.elements.fixed_flanges.push((flange, position));
    }
}
