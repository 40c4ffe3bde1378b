//! Modelica.Electrical.Analog.Ideal

use super::interfaces::*;
use crate::class::*;
use crate::laws::circuit::{CircuitLaw, Effect};
use mechanism::CircuitKind;

pub static IDEAL_OP_AMP: Class = Class {
    name: "Modelica.Electrical.Analog.Ideal.IdealOpAmp",
    description: "Ideal operational amplifier (norator-nullator pair)",
    documentation: documentation!("ideal_op_amp.md"),
    connectors: &[
        pin("p1", "Positive pin of the input"),
        pin("n1", "Negative pin of the input"),
        pin("p2", "Positive pin of the output"),
        pin("n2", "Negative pin of the output"),
    ],
    ..Class::element(|e| CircuitLaw::build(e, CircuitKind::Amplifier, Effect::None))
};
