//! Modelica.Mechanics.Translational.Components.Spring

use super::damper::{F, FLANGES, S_REL};
use crate::Element;
use crate::class::*;
use crate::rotational::Compliance;
use crate::rotational::compliance::{FlangeSpring, TRANSLATIONAL};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Spring",
    description: "Linear 1D translational spring",
    documentation: documentation!("spring.md"),
    parameters: &[
        real("c", "N/m", "Spring constant").min(0.0).tunable(),
        real("s_rel0", "m", "Unstretched spring length").or(0.0).tunable(),
    ],
    connectors: &FLANGES,
    variables: &[S_REL, F],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let spring = FlangeSpring { c: e.real("c"), rel0: e.real("s_rel0") };
    Compliance::build(e, &TRANSLATIONAL, Some(spring), None);
}
