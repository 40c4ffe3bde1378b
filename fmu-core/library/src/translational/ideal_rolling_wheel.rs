//! Modelica.Mechanics.Translational.Components.IdealRollingWheel

use crate::class::*;
use crate::rotational::ideal_gear_r2t::CONNECTORS;
use crate::rotational::ideal_rolling_wheel::{PARAMETERS, ROLLING};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.IdealRollingWheel",
    description: "Simple 1-dim. model of an ideal rolling wheel without inertia",
    documentation: documentation!("ideal_rolling_wheel.md"),
    parameters: &PARAMETERS,
    connectors: &CONNECTORS,
    body: Body::Netlist(&ROLLING),
    ..Class::EMPTY
};
