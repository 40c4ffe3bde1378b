//! Modelica.Mechanics.Rotational.Components.ElastoBacklash

use super::damper::{A_REL, LOSS, PHI_REL, TAU, W_REL, WITH_HEAT_PORT};
use crate::Element;
use crate::class::*;
use crate::gap::{GapKind, GapLaw};
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.ElastoBacklash",
    description: "Spring and damper with backlash between two shafts",
    documentation: documentation!("elasto_backlash.md"),
    parameters: &PARAMETERS,
    connectors: &WITH_HEAT_PORT,
    variables: &[PHI_REL, W_REL, A_REL, TAU, LOSS],
    ..Class::element(build)
};

/// Parameters of a coupling with backlash.
pub(super) const PARAMETERS: [Parameter; 7] = [
    real("c", "N.m/rad", "Spring constant").min(f64::MIN_POSITIVE).tunable(),
    real("d", "N.m.s/rad", "Damping constant").min(0.0).or(0.0).tunable(),
    real("b", "rad", "Backlash, from end to end").min(0.0).or(0.0).tunable(),
    real("phi_rel0", "rad", "Relative angle in the middle of the backlash").or(0.0).tunable(),
    real("phi_nominal", "rad", "Nominal value of phi_rel (used for scaling)").min(0.0).or(1e-4),
    enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use phi_rel and w_rel as states"),
    boolean("useHeatPort", false, "The heat port is enabled"),
];

fn build(e: &mut Element<'_>) {
    let kind = GapKind::Backlash { b: e.real("b"), is_continuous: true };
    GapLaw::build(e, kind, "phi_rel0", ["phi_rel", "w_rel", "tau"]);
}
