//! Modelica.Mechanics.Translational.Components.RelativeStates

use super::damper::{FLANGES, S_REL, V_REL};
use crate::Element;
use crate::class::*;
use crate::rotational::Compliance;
use crate::rotational::compliance::TRANSLATIONAL;
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.RelativeStates",
    description: "Definition of relative state variables",
    documentation: documentation!("relative_states.md"),
    parameters: &[enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use s_rel and v_rel as states")],
    connectors: &FLANGES,
    variables: &[S_REL, V_REL, variable("a_rel", "m/s2", "Relative acceleration (= der(v_rel))")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Compliance::build(e, &TRANSLATIONAL, None, None);
}
