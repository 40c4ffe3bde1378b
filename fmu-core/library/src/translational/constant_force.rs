//! Modelica.Mechanics.Translational.Sources.ConstantForce

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::rotational::{FlangeDrive, ShownDrive};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.ConstantForce",
    description: "Constant force, not dependent on speed",
    documentation: documentation!("constant_force.md"),
    parameters: &[
        USE_SUPPORT,
        real("f_constant", "N", "Nominal force (if negative, force is acting as load)").tunable(),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[
        variable("s", "m", "Distance between flange and support (= flange.s - support.s)"),
        variable("f", "N", "Force acting at flange, the opposite of the accelerating one (= flange.f)"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeDrive::constant(e, "f_constant", "s", ShownDrive::OfFlange("f"));
}
