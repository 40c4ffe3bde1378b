//! Modelica.Mechanics.Translational.Sources.SignForce

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::rotational::{ShownDrive, SpeedDependence, SpeedDependent};
use crate::types::REGULARIZATION;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.SignForce",
    description: "Constant force changing sign with speed",
    documentation: documentation!("sign_force.md"),
    parameters: &[
        USE_SUPPORT,
        real("f_nominal", "N", "Nominal force (if negative, force is acting as load)").tunable(),
        enumeration("reg", &REGULARIZATION, "Exp", "Type of regularization"),
        real("v0", "m/s", "Regularization below v0").min(f64::EPSILON).or(0.1),
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
    let kind = SpeedDependence::regularized(e.literal("reg"));
    SpeedDependent::build(e, kind, ["f_nominal", "v0"], ["s", "v"], ShownDrive::OfFlange("f"));
}
