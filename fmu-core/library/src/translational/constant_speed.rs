//! Modelica.Mechanics.Translational.Sources.ConstantSpeed

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::rotational::ConstantSpeedLaw;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.ConstantSpeed",
    description: "Constant speed, not dependent on force",
    documentation: documentation!("constant_speed.md"),
    parameters: &[USE_SUPPORT, real("v_fixed", "m/s", "Fixed speed")],
    connectors: &[FLANGE, SUPPORT],
    variables: &[
        variable("s", "m", "Distance between flange and support (= flange.s - support.s)"),
        variable("v", "m/s", "Velocity of flange with respect to support (= der(s))"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    ConstantSpeedLaw::build(e, "v_fixed", ["s", "v"]);
}
