//! Modelica.Blocks.Math.Sign

use super::super::{Y, input};
use super::function::{FunctionLaw, GENERATE_EVENT, refuse_events};
use crate::Element;
use crate::class::*;
use mechanism::expression::Function;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Math.Sign",
    description: "Output the sign of the input",
    documentation: documentation!("sign.md"),
    parameters: &[GENERATE_EVENT],
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    refuse_events(e);
    FunctionLaw::build(e, &["u"], Function::Sign);
}
