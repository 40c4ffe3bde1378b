//! Modelica.Mechanics.Rotational.Sources.SignTorque

use super::ShownDrive;
use super::speed_dependent::{SpeedDependence, SpeedDependent};
use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::types::REGULARIZATION;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.SignTorque",
    description: "Constant torque changing sign with speed",
    documentation: documentation!("sign_torque.md"),
    parameters: &[
        USE_SUPPORT,
        real("tau_nominal", "N.m", "Nominal torque (if negative, torque is acting as load)").tunable(),
        enumeration("reg", &REGULARIZATION, "Exp", "Type of regularization"),
        real("w0", "rad/s", "Regularization below w0").min(f64::EPSILON).or(0.1),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[
        variable("phi", "rad", "Angle of flange with respect to support (= flange.phi - support.phi)"),
        variable("w", "rad/s", "Angular velocity of flange with respect to support (= der(phi))"),
        variable("tau", "N.m", "Accelerating torque acting at flange (= -flange.tau)"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let kind = SpeedDependence::regularized(e.literal("reg"));
    SpeedDependent::build(e, kind, ["tau_nominal", "w0"], ["phi", "w"], ShownDrive::Accelerating("tau"));
}
