//! Modelica.Mechanics.Rotational.Sources.Accelerate

use super::speed::DrivenMotion;
use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Accelerate",
    description: "Forced movement of a flange according to an acceleration signal",
    documentation: documentation!("accelerate.md"),
    parameters: &[USE_SUPPORT],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector(
            "a_ref",
            ConnectorKind::SignalInput(1),
            "rad/s2",
            "Angular acceleration of flange with respect to support as input signal",
        ),
    ],
    variables: &[
        variable("phi", "rad", "Rotation angle of flange with respect to support").fixed_at_start(),
        variable("w", "rad/s", "Angular velocity of flange with respect to support").fixed_at_start(),
        variable("a", "rad/s2", "Angular acceleration of flange with respect to support"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    DrivenMotion::accelerate(e, "a_ref", ["phi", "w", "a"]);
}
