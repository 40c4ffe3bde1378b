//! Modelica.Blocks.Nonlinear.Limiter

use super::super::{Y, input};
use super::limiter_law::{LimiterLaw, Limiting, STRICT};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Nonlinear.Limiter",
    description: "Limit the range of a signal",
    documentation: documentation!("limiter.md"),
    parameters: &[
        real("uMax", "", "Upper limit of input signal").tunable(),
        real("uMin", "", "Lower limit of input signal").or_expression("-uMax").tunable(),
        STRICT,
    ],
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let is_strict = e.boolean("strict");
    LimiterLaw::build(e, Limiting::Clip, ["uMax", "uMin"], is_strict);
}
