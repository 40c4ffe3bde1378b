//! Modelica.Mechanics.Translational.Sources.InverseSpeedDependentForce

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::rotational::{InverseSpeed, ShownDrive};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.InverseSpeedDependentForce",
    description: "Force reciprocal dependent on speed",
    documentation: documentation!("inverse_speed_dependent_force.md"),
    parameters: &[
        USE_SUPPORT,
        real("f_nominal", "N", "Nominal force (if negative, force is acting as load)").tunable(),
        boolean("ForceDirection", true, "Same direction of force in both directions of motion"),
        real("v_nominal", "m/s", "Nominal speed").min(f64::EPSILON).tunable(),
        real("v0", "m/s", "Regularization below v0").min(f64::EPSILON).tunable(),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[
        variable("s", "m", "Distance between flange and support (= flange.s - support.s)"),
        variable("v", "m/s", "Velocity of flange with respect to support (= der(s))"),
        variable("f", "N", "Force acting at flange, the opposite of the accelerating one (= flange.f)"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    InverseSpeed::build(e, "ForceDirection", ["f_nominal", "v_nominal", "v0"], ["s", "v"], ShownDrive::OfFlange("f"));
}
