//! Modelica.Electrical.Analog.Ideal.IdealOpAmp

use super::{CircuitLaw, Effect};
use crate::Element;
use crate::class::*;
use mechanism::CircuitKind;

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Ideal.IdealOpAmp",
    description: "Ideal operational amplifier (norator-nullator pair)",
    documentation: documentation!("ideal_op_amp.md"),
    connectors: &[
        connector("p1", ConnectorKind::Pin, "", "Positive pin of the input"),
        connector("n1", ConnectorKind::Pin, "", "Negative pin of the input"),
        connector("p2", ConnectorKind::Pin, "", "Positive pin of the output"),
        connector("n2", ConnectorKind::Pin, "", "Negative pin of the output"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    CircuitLaw::build(e, &["p1", "n1", "p2", "n2"], CircuitKind::Amplifier, Effect::None);
}
