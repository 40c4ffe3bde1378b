//! Modelica.Electrical.Analog.Sources.ConstantCurrent

use super::{CircuitLaw, Effect, I, PINS, V};
use crate::Element;
use crate::class::*;
use mechanism::{CircuitKind, CircuitSource};

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.ConstantCurrent",
    description: "Source of constant current",
    documentation: documentation!("constant_current.md"),
    parameters: &[real("I", "A", "Value of constant current").tunable()],
    connectors: &PINS,
    variables: &[V, I],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let source = CircuitSource::Parameter(e.address("I"));
    CircuitLaw::build(e, &["p", "n"], CircuitKind::Current(source), Effect::None);
}
