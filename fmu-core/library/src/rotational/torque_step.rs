//! Modelica.Mechanics.Rotational.Sources.TorqueStep

use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use super::{FlangeDrive, ShownDrive};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.TorqueStep",
    description: "Constant torque, not dependent on speed, with a step at startTime",
    documentation: documentation!("torque_step.md"),
    parameters: &[
        USE_SUPPORT,
        real("stepTorque", "N.m", "Height of torque step (if negative, torque is acting as load)").or(1.0).tunable(),
        real("offsetTorque", "N.m", "Offset of torque").or(0.0).tunable(),
        real("startTime", "s", "Torque = offset for time < startTime").or(0.0),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[
        variable("phi", "rad", "Angle of flange with respect to support (= flange.phi - support.phi)"),
        variable("tau", "N.m", "Accelerating torque acting at flange (= -flange.tau)"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeDrive::step(e, ["stepTorque", "offsetTorque", "startTime"], "phi", ShownDrive::Accelerating("tau"));
}
