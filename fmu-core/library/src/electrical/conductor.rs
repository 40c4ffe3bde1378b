//! Modelica.Electrical.Analog.Basic.Conductor

use super::{CircuitLaw, HEATED, I, LOSS, V};
use crate::Element;
use crate::class::*;

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
    connectors: &HEATED,
    variables: &[V, I, LOSS],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    CircuitLaw::resistor(e, "G", true);
}
