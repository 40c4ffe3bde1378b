//! Modelica.Blocks.Math.RealToInteger

use super::super::{INTEGER_Y, input};
use super::rounding::RoundingLaw;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.RealToInteger",
    description: "Convert Real to Integer signal: the nearest whole number, halves away from zero",
    documentation: documentation!("real_to_integer.md"),
    connectors: &[input("u"), INTEGER_Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    RoundingLaw::build(e);
}
