//! Modelica.Mechanics.Translational.Components.Fixed

use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Fixed",
    description: "Fixed flange",
    documentation: documentation!("fixed.md"),
    parameters: &[real("s0", "m", "Fixed offset position of housing").or(0.0)],
    connectors: &[connector("flange", ConnectorKind::TranslationalFlange, "", "Flange fixed in housing")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let position = e.address("s0");
    if let Some(flange) = e.flange("flange") {
        e.elements.fixed_flanges.push((flange, position));
    }
}
