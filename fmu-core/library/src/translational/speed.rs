//! Modelica.Mechanics.Translational.Sources.Speed

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::rotational::DrivenMotion;
use crate::rotational::position::{EXACT, F_CRIT, W_CRIT};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Speed",
    description: "Forced movement of a flange according to a reference speed",
    documentation: documentation!("speed.md"),
    parameters: &[USE_SUPPORT, EXACT, F_CRIT, W_CRIT],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector("v_ref", ConnectorKind::SignalInput(1), "m/s", "Reference speed of flange as input signal"),
    ],
    variables: &[
        variable("s", "m", "Distance between flange and support").fixed_at_start(),
        variable("v", "m/s", "Velocity of flange with respect to support").with_start(),
        variable("a", "m/s2", "Acceleration of flange with respect to support"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    DrivenMotion::speed(e, "v_ref", ["s", "v", "a"]);
}
