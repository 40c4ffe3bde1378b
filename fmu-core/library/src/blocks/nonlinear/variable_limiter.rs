//! Modelica.Blocks.Nonlinear.VariableLimiter

use super::super::{Y, input};
use super::limiter_law::{LimiterLaw, STRICT};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Nonlinear.VariableLimiter",
    description: "Limit the range of a signal with variable limits",
    documentation: documentation!("variable_limiter.md"),
    parameters: &[STRICT],
    connectors: &[input("u"), input("limit1"), input("limit2"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let is_strict = e.boolean("strict");
    LimiterLaw::build_variable(e, ["limit1", "limit2"], is_strict);
}
