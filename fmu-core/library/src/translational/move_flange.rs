//! Modelica.Mechanics.Translational.Sources.Move

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::rotational::MoveLaw;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Move",
    description: "Forced movement of a flange according to a position, velocity and acceleration signal",
    documentation: documentation!("move_flange.md"),
    parameters: &[USE_SUPPORT],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector(
            "u",
            ConnectorKind::SignalInput(3),
            "",
            "Position, velocity and acceleration of flange as input signals",
        ),
    ],
    variables: &[variable("s", "m", "Distance between flange and support (= flange.s - support.s)")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    MoveLaw::build(e, "s");
}
