//! Modelica.Electrical.Analog.Basic.Inductor

use super::{CircuitLaw, Effect, I, PINS, V};
use crate::Element;
use crate::class::*;
use mechanism::CircuitKind;

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Inductor",
    description: "Ideal linear electrical inductor",
    documentation: documentation!("inductor.md"),
    parameters: &[real("L", "H", "Inductance").min(f64::MIN_POSITIVE).tunable()],
    connectors: &PINS,
    variables: &[V, Variable { ..I }.with_start()],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (state, l) = (e.add_state("i"), e.real("L"));
    CircuitLaw::build(e, &["p", "n"], CircuitKind::Inductor(state, l.address()), Effect::Inductor(state, l));
}
