//! Modelica.Mechanics.Rotational.Components.Spring

use super::compliance::{Compliance, FlangeSpring, ROTATIONAL};
use super::damper::{FLANGES, PHI_REL, TAU};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.Spring",
    description: "Linear 1D rotational spring",
    documentation: documentation!("spring.md"),
    parameters: &[
        real("c", "N.m/rad", "Spring constant").min(0.0).tunable(),
        real("phi_rel0", "rad", "Unstretched spring angle").or(0.0).tunable(),
    ],
    connectors: &FLANGES,
    variables: &[PHI_REL, TAU],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let spring = FlangeSpring { c: e.real("c"), rel0: e.real("phi_rel0") };
    Compliance::build(e, &ROTATIONAL, Some(spring), None);
}
