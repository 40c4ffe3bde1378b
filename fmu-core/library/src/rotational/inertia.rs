//! Modelica.Mechanics.Rotational.Components.Inertia

use super::damper::FLANGES;
use super::rigid_transmission::add_inertia;
use crate::Element;
use crate::class::*;
use crate::types::STATE_SELECT;
use mechanism::Source;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.Inertia",
    description: "1D-rotational component with inertia",
    documentation: documentation!("inertia.md"),
    parameters: &[
        real("J", "kg.m2", "Moment of inertia").min(0.0),
        enumeration("stateSelect", &STATE_SELECT, "default", "Priority to use phi and w as states"),
    ],
    connectors: &FLANGES,
    variables: &[
        variable("phi", "rad", "Absolute rotation angle of component").with_start(),
        variable("w", "rad/s", "Absolute angular velocity of component (= der(phi))").with_start(),
        variable("a", "rad/s2", "Absolute angular acceleration of component (= der(w))").with_start(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(flange) = add_inertia(e, "J", None, ["phi", "w"]) else { return };
    e.add_variable("phi", |_| Source::FlangePosition(flange));
    e.add_variable("w", |_| Source::FlangeSpeed(flange));
    e.add_variable("a", |_| Source::FlangeAcceleration(flange));
}
