//! Modelica.Mechanics.Translational.Sources.ForceStep

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::rotational::{FlangeDrive, ShownDrive};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.ForceStep",
    description: "Constant force, not dependent on speed, with a step at startTime",
    documentation: documentation!("force_step.md"),
    parameters: &[
        USE_SUPPORT,
        real("stepForce", "N", "Height of force step (if negative, force is acting as load)").or(1.0).tunable(),
        real("offsetForce", "N", "Offset of force").or(0.0).tunable(),
        real("startTime", "s", "Force = offset for time < startTime").or(0.0),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[
        variable("s", "m", "Distance between flange and support (= flange.s - support.s)"),
        variable("f", "N", "Force acting at flange, the opposite of the accelerating one (= flange.f)"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeDrive::step(e, ["stepForce", "offsetForce", "startTime"], "s", ShownDrive::OfFlange("f"));
}
