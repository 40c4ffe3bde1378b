//! Modelica.Mechanics.Rotational.Sources.QuadraticSpeedDependentTorque

use super::ShownDrive;
use super::speed_dependent::{SpeedDependence, SpeedDependent};
use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.QuadraticSpeedDependentTorque",
    description: "Quadratic dependency of torque versus speed",
    documentation: documentation!("quadratic_speed_dependent_torque.md"),
    parameters: &[
        USE_SUPPORT,
        real("tau_nominal", "N.m", "Nominal torque (if negative, torque is acting as load)").tunable(),
        boolean("TorqueDirection", true, "Same direction of torque in both directions of rotation"),
        real("w_nominal", "rad/s", "Nominal speed").min(f64::EPSILON).tunable(),
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
    let kind = if e.boolean("TorqueDirection") { SpeedDependence::Square } else { SpeedDependence::OddSquare };
    SpeedDependent::build(e, kind, ["tau_nominal", "w_nominal"], ["phi", "w"], ShownDrive::Accelerating("tau"));
}
