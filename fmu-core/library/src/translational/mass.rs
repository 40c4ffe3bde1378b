//! Modelica.Mechanics.Translational.Components.Mass

use super::damper::FLANGES;
use crate::Element;
use crate::class::*;
use crate::rotational::rigid_transmission::add_inertia;
use crate::rotational::{FlangeMiddle, MiddleVariable};
use crate::types::STATE_SELECT;
use mechanism::Source;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Mass",
    description: "Sliding mass with inertia",
    documentation: documentation!("mass.md"),
    parameters: &[
        real("m", "kg", "Mass of the sliding mass").min(0.0),
        enumeration("stateSelect", &STATE_SELECT, "default", "Priority to use s and v as states"),
        real("L", "m", "Length of component, from left flange to right flange (= flange_b.s - flange_a.s)").or(0.0),
    ],
    connectors: &FLANGES,
    variables: &[
        variable("s", "m", "Absolute position of center of component (s = flange_a.s + L/2 = flange_b.s - L/2)")
            .with_start(),
        variable("v", "m/s", "Absolute velocity of component (= der(s))").with_start(),
        variable("a", "m/s2", "Absolute acceleration of component (= der(v))").with_start(),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(flange_a) = add_inertia(e, "m", Some("L"), ["s", "v"]) else { return };
    let Some(flange_b) = e.flange("flange_b") else { return };
    let middle = e.add_law(FlangeMiddle { flange_a, flange_b });
    e.show("s", middle, MiddleVariable::Position);
    e.add_variable("v", |_| Source::FlangeSpeed(flange_a));
    e.add_variable("a", |_| Source::FlangeAcceleration(flange_a));
}
