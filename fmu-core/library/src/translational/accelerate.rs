//! Modelica.Mechanics.Translational.Sources.Accelerate

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::rotational::DrivenMotion;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Accelerate",
    description: "Forced movement of a flange according to an acceleration signal",
    documentation: documentation!("accelerate.md"),
    parameters: &[USE_SUPPORT],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector("a_ref", ConnectorKind::SignalInput(1), "m/s2", "Acceleration of flange as input signal"),
    ],
    variables: &[
        variable("s", "m", "Distance between flange and support").fixed_at_start(),
        variable("v", "m/s", "Velocity of flange with respect to support").fixed_at_start(),
        variable("a", "m/s2", "Acceleration of flange with respect to support"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    DrivenMotion::accelerate(e, "a_ref", ["s", "v", "a"]);
}
