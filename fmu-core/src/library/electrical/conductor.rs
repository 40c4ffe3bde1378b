//! Modelica.Electrical.Analog.Basic.Conductor

use super::{CircuitLaw, Effect, I, LOSS, PINS, V};
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::CircuitKind;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Conductor",
    description: "Ideal linear electrical conductor",
    documentation: documentation!("conductor.md"),
    parameters: &[
        real("G", "S", "Conductance at temperature T_ref").tunable(),
        real("T_ref", "K", "Reference temperature").or(300.15),
        real("alpha", "1/K", "Temperature coefficient of resistance").or(0.0),
        boolean("useHeatPort", false, "The heat port is enabled"),
        real("T", "K", "Temperature of the element").or_expression("T_ref"),
    ],
    connectors: &PINS,
    variables: &[V, I, LOSS],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    e.refuse_if("useHeatPort", "a heat port on elements of circuits, which this version does not have; set T instead");
    let parameters = ["G", "alpha", "T", "T_ref"].map(|name| e.address(name));
    CircuitLaw::build(e, &["p", "n"], CircuitKind::Resistor { parameters, conducts: true }, Effect::None);
}
