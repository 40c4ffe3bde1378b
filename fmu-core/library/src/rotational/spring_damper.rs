//! Modelica.Mechanics.Rotational.Components.SpringDamper

use super::compliance::{Compliance, FlangeSpring, ROTATIONAL};
use super::damper::{A_REL, LOSS, PHI_REL, TAU, W_REL, WITH_HEAT_PORT};
use crate::Element;
use crate::class::*;
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.SpringDamper",
    description: "Linear 1D rotational spring and damper in parallel",
    documentation: documentation!("spring_damper.md"),
    parameters: &[
        real("c", "N.m/rad", "Spring constant").min(0.0).tunable(),
        real("d", "N.m.s/rad", "Damping constant").min(0.0).tunable(),
        real("phi_rel0", "rad", "Unstretched spring angle").or(0.0).tunable(),
        real("phi_nominal", "rad", "Nominal value of phi_rel (used for scaling)").min(0.0).or(1e-4),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use phi_rel and w_rel as states"),
        boolean("useHeatPort", false, "The heat port is enabled"),
    ],
    connectors: &WITH_HEAT_PORT,
    variables: &[PHI_REL, W_REL, A_REL, TAU, LOSS],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (spring, damper) = (FlangeSpring { c: e.real("c"), rel0: e.real("phi_rel0") }, e.real("d"));
    Compliance::build(e, &ROTATIONAL, Some(spring), Some(damper));
}
