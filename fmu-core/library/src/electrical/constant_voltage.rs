//! Modelica.Electrical.Analog.Sources.ConstantVoltage

use super::{CircuitLaw, Effect, I, PINS, V};
use crate::Element;
use crate::class::*;
use mechanism::{CircuitKind, CircuitSource};

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Sources.ConstantVoltage",
    description: "Source of constant voltage",
    documentation: documentation!("constant_voltage.md"),
    parameters: &[real("V", "V", "Value of constant voltage").tunable()],
    connectors: &PINS,
    variables: &[V, I],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let source = CircuitSource::Parameter(e.address("V"));
    CircuitLaw::build(e, &["p", "n"], CircuitKind::Voltage(source), Effect::None);
}
