//! Modelica.Mechanics.Rotational.Components.RelativeStates

use super::compliance::{Compliance, ROTATIONAL};
use super::damper::{A_REL, FLANGES, PHI_REL, W_REL};
use crate::Element;
use crate::class::*;
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.RelativeStates",
    description: "Definition of relative state variables",
    documentation: documentation!("relative_states.md"),
    parameters: &[enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use phi_rel and w_rel as states")],
    connectors: &FLANGES,
    variables: &[PHI_REL, W_REL, A_REL],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Compliance::build(e, &ROTATIONAL, None, None);
}
