//! Modelica.Blocks.Nonlinear.DeadZone

use super::super::{Y, input};
use super::limiter_law::{LimiterLaw, Limiting};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Nonlinear.DeadZone",
    description: "Provide a region of zero output",
    documentation: documentation!("dead_zone.md"),
    parameters: &[
        real("uMax", "", "Upper limit of dead zone").tunable(),
        real("uMin", "", "Lower limit of dead zone").or_expression("-uMax").tunable(),
    ],
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    LimiterLaw::build(e, Limiting::DeadZone, ["uMax", "uMin"], false);
}
