//! Modelica.Mechanics.Translational.Components.Rod

use super::damper::FLANGES;
use crate::Element;
use crate::class::*;
use crate::rotational::rigid_transmission::add_transmission;
use crate::rotational::{FlangeMiddle, MiddleVariable};
use mechanism::TransmissionKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Rod",
    description: "Rod without inertia",
    documentation: documentation!("rod.md"),
    parameters: &[real("L", "m", "Length of component, from left flange to right flange (= flange_b.s - flange_a.s)")],
    connectors: &FLANGES,
    variables: &[variable(
        "s",
        "m",
        "Absolute position of center of component (s = flange_a.s + L/2 = flange_b.s - L/2)",
    )],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let length = Some(e.address("L"));
    let Some(flange_a) = add_transmission(e, TransmissionKind::Rigid { length, inertia: None }, None) else { return };
    let Some(flange_b) = e.flange("flange_b") else { return };
    let middle = e.add_law(FlangeMiddle { flange_a, flange_b });
    e.show("s", middle, MiddleVariable::Position);
}
