//! Modelica.Electrical.Analog.Basic.Ground

use super::{CircuitLaw, Effect};
use crate::Element;
use crate::class::*;
use mechanism::CircuitKind;

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Ground",
    description: "Ground node",
    documentation: documentation!("ground.md"),
    connectors: &[connector("p", ConnectorKind::Pin, "", "Pin at potential zero")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    CircuitLaw::build(e, &["p"], CircuitKind::Ground, Effect::None);
}
