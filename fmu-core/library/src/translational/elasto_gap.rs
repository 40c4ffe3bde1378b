//! Modelica.Mechanics.Translational.Components.ElastoGap

use super::damper::{F, LOSS, S_REL, V_REL, WITH_HEAT_PORT};
use crate::Element;
use crate::class::*;
use crate::gap::{GapKind, GapLaw};
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.ElastoGap",
    description: "1D translational spring damper combination with gap",
    documentation: documentation!("elasto_gap.md"),
    parameters: &[
        real("c", "N/m", "Spring constant").min(0.0).tunable(),
        real("d", "N.s/m", "Damping constant").min(0.0).tunable(),
        real("s_rel0", "m", "Length at which the flanges touch").or(0.0).tunable(),
        real("s_ref", "m", "Reference depth: the force there is c s_ref").min(f64::MIN_POSITIVE).or(1.0),
        real("n", "1", "Exponent of the spring force over the depth").min(1.0).or(1.0),
        real("f_ref", "N", "Spring force at the reference depth").derived("c*s_ref"),
        real("s_nominal", "m", "Nominal value of s_rel (used for scaling)").min(0.0).or(1e-4),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use s_rel and v_rel as states"),
        boolean("useHeatPort", false, "The heat port is enabled"),
    ],
    connectors: &WITH_HEAT_PORT,
    variables: &[S_REL, V_REL, F, LOSS, CONTACT],
    ..Class::element(build)
};

/// contact
const CONTACT: Variable = boolean_variable("contact", "True where the flanges touch");

fn build(e: &mut Element<'_>) {
    let kind = GapKind::Stop { s_ref: e.real("s_ref"), n: e.real("n") };
    GapLaw::build(e, kind, "s_rel0", ["s_rel", "v_rel", "f"]);
}
