//! Modelica.Electrical.Analog.Basic.TranslationalEMF

use super::{CircuitLaw, Effect, I, PINS, V};
use crate::Element;
use crate::class::*;
use crate::translational::interfaces::{FLANGE, SUPPORT, USE_SUPPORT};
use mechanism::{CircuitKind, CircuitSource};

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.TranslationalEMF",
    description: "Electromotoric force (electric/mechanic transformer), translational",
    documentation: documentation!("translational_emf.md"),
    parameters: &[USE_SUPPORT, real("k", "N/A", "Transformation coefficient").tunable()],
    connectors: &[PINS[0], PINS[1], FLANGE, SUPPORT],
    variables: &[
        V,
        I,
        variable("s", "m", "Position of the flange relative to the support"),
        variable("f", "N", "Force of the flange (= -fElectrical)"),
        variable("fElectrical", "N", "Electrical force"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(flange) = e.flange("flange") else { return };
    let (support, k) = (e.flange("support"), e.real("k"));
    let source = CircuitSource::Speed(flange, support, k.address());
    CircuitLaw::build(e, &["p", "n"], CircuitKind::Voltage(source), Effect::Machine(flange, support, k));
}
