//! Modelica.Electrical.Analog.Basic.Capacitor

use super::{CircuitLaw, Effect, I, PINS, V};
use crate::Element;
use crate::class::*;
use mechanism::CircuitKind;

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Capacitor",
    description: "Ideal linear electrical capacitor",
    documentation: documentation!("capacitor.md"),
    parameters: &[real("C", "F", "Capacitance").min(f64::MIN_POSITIVE).tunable()],
    connectors: &PINS,
    variables: &[Variable { ..V }.with_start(), I],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (state, c) = (e.add_state("v"), e.real("C"));
    CircuitLaw::build(e, &["p", "n"], CircuitKind::Capacitor(state, c.address()), Effect::Capacitor(state, c));
}
