//! Modelica.Mechanics.Rotational.Sources.ConstantTorque

use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use super::{FlangeDrive, ShownDrive};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.ConstantTorque",
    description: "Constant torque, not dependent on speed",
    documentation: documentation!("constant_torque.md"),
    parameters: &[
        USE_SUPPORT,
        real(
            "tau_constant",
            "N.m",
            "Constant torque (if negative, torque is acting as load in positive direction of rotation)",
        )
        .tunable(),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[
        variable("phi", "rad", "Angle of flange with respect to support (= flange.phi - support.phi)"),
        variable("tau", "N.m", "Accelerating torque acting at flange (= -flange.tau)"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeDrive::constant(e, "tau_constant", "phi", ShownDrive::Accelerating("tau"));
}
