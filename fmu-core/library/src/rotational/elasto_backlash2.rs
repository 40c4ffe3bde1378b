//! Modelica.Mechanics.Rotational.Components.ElastoBacklash2

use super::damper::{A_REL, LOSS, PHI_REL, TAU, W_REL, WITH_HEAT_PORT};
use super::elasto_backlash::PARAMETERS;
use crate::Element;
use crate::class::*;
use crate::gap::{GapKind, GapLaw};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.ElastoBacklash2",
    description: "Spring and damper with backlash whose torque may jump on contact",
    documentation: documentation!("elasto_backlash2.md"),
    parameters: &PARAMETERS,
    connectors: &WITH_HEAT_PORT,
    variables: &[PHI_REL, W_REL, A_REL, TAU, LOSS],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let kind = GapKind::Backlash { b: e.real("b"), is_continuous: false };
    GapLaw::build(e, kind, "phi_rel0", ["phi_rel", "w_rel", "tau"]);
}
