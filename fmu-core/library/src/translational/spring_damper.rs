//! Modelica.Mechanics.Translational.Components.SpringDamper

use super::damper::{F, LOSS, S_REL, V_REL, WITH_HEAT_PORT};
use crate::Element;
use crate::class::*;
use crate::rotational::Compliance;
use crate::rotational::compliance::{FlangeSpring, TRANSLATIONAL};
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.SpringDamper",
    description: "Linear 1D translational spring and damper in parallel",
    documentation: documentation!("spring_damper.md"),
    parameters: &[
        real("c", "N/m", "Spring constant").min(0.0).tunable(),
        real("d", "N.s/m", "Damping constant").min(0.0).tunable(),
        real("s_rel0", "m", "Unstretched spring length").or(0.0).tunable(),
        real("s_nominal", "m", "Nominal value of s_rel (used for scaling)").min(0.0).or(1e-4),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use s_rel and v_rel as states"),
        boolean("useHeatPort", false, "The heat port is enabled"),
    ],
    connectors: &WITH_HEAT_PORT,
    variables: &[S_REL, V_REL, F, LOSS],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (spring, damper) = (FlangeSpring { c: e.real("c"), rel0: e.real("s_rel0") }, e.real("d"));
    Compliance::build(e, &TRANSLATIONAL, Some(spring), Some(damper));
}
