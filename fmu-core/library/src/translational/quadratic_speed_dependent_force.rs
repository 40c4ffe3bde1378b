//! Modelica.Mechanics.Translational.Sources.QuadraticSpeedDependentForce

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::rotational::{ShownDrive, SpeedDependence, SpeedDependent};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.QuadraticSpeedDependentForce",
    description: "Quadratic dependency of force versus speed",
    documentation: documentation!("quadratic_speed_dependent_force.md"),
    parameters: &[
        USE_SUPPORT,
        real("f_nominal", "N", "Nominal force (if negative, force is acting as load)").tunable(),
        boolean("ForceDirection", true, "Same direction of force in both directions of motion"),
        real("v_nominal", "m/s", "Nominal speed").min(f64::EPSILON).tunable(),
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
    let kind = if e.boolean("ForceDirection") { SpeedDependence::Square } else { SpeedDependence::OddSquare };
    SpeedDependent::build(e, kind, ["f_nominal", "v_nominal"], ["s", "v"], ShownDrive::OfFlange("f"));
}
