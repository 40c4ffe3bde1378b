//! Modelica.Mechanics.Translational.Sources.Position

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::rotational::FilteredPosition;
use crate::rotational::position::{EXACT, F_CRIT, W_CRIT};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Position",
    description: "Forced movement of a flange according to a reference position",
    documentation: documentation!("position.md"),
    parameters: &[USE_SUPPORT, EXACT, F_CRIT, W_CRIT],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector("s_ref", ConnectorKind::SignalInput(1), "m", "Reference position of flange as input signal"),
    ],
    variables: &[
        variable("s", "m", "Distance between flange and support"),
        variable("v", "m/s", "If exact = false, absolute velocity of flange"),
        variable("a", "m/s2", "If exact = false, absolute acceleration of flange"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FilteredPosition::build(e, "s_ref", ["s", "v", "a"]);
}
