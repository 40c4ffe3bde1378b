//! Modelica.Mechanics.Rotational.Components.Disc

use super::damper::FLANGES;
use super::rigid_transmission::add_transmission;
use crate::Element;
use crate::class::*;
use crate::rotational::{FlangeMiddle, MiddleVariable};
use mechanism::TransmissionKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.Disc",
    description: "1-dim. rotational rigid component without inertia, where right flange is rotated by a fixed angle with respect to left flange",
    documentation: documentation!("disc.md"),
    parameters: &[real(
        "deltaPhi",
        "rad",
        "Fixed rotation of left flange with respect to right flange (= flange_b.phi - flange_a.phi)",
    )
    .or(0.0)],
    connectors: &FLANGES,
    variables: &[variable("phi", "rad", "Absolute rotation angle of component (= (flange_a.phi + flange_b.phi)/2)")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let length = Some(e.address("deltaPhi"));
    let Some(flange_a) = add_transmission(e, TransmissionKind::Rigid { length, inertia: None }, None) else { return };
    let Some(flange_b) = e.flange("flange_b") else { return };
    let middle = e.add_law(FlangeMiddle { flange_a, flange_b });
    e.show("phi", middle, MiddleVariable::Position);
}
