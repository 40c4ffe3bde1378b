//! Modelica.Mechanics.Rotational.Components.IdealRollingWheel

use super::ideal_gear_r2t::{CONNECTORS, USE_SUPPORT_R, USE_SUPPORT_T};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.IdealRollingWheel",
    description: "Simple 1-dim. model of an ideal rolling wheel without inertia",
    documentation: documentation!("ideal_rolling_wheel.md"),
    parameters: &PARAMETERS,
    connectors: &CONNECTORS,
    body: Body::Netlist(&ROLLING),
    ..Class::EMPTY
};

/// Parameters of a wheel.
pub(crate) const PARAMETERS: [Parameter; 3] =
    [USE_SUPPORT_R, USE_SUPPORT_T, real("radius", "m", "Wheel radius").min(f64::MIN_POSITIVE)];

/// A gear between the angle and the distance.
pub(crate) static ROLLING: Netlist = Netlist {
    parts: &[Part {
        name: "rolling",
        class: "Modelica.Mechanics.Rotational.Components.IdealGearR2T",
        parameters: &[("ratio", "1/radius"), ("useSupportR", "useSupportR"), ("useSupportT", "useSupportT")],
    }],
    connections: &[],
    connectors: &[
        ("flangeR", &["rolling.flangeR"]),
        ("flangeT", &["rolling.flangeT"]),
        ("supportR", &["rolling.supportR"]),
        ("supportT", &["rolling.supportT"]),
    ],
    variables: &[],
};
