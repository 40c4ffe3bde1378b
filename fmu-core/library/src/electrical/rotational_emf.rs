//! Modelica.Electrical.Analog.Basic.RotationalEMF

use super::{CircuitLaw, Effect, I, PINS, V};
use crate::Element;
use crate::class::*;
use crate::rotational::interfaces::{FLANGE, SUPPORT, USE_SUPPORT};
use mechanism::{CircuitKind, CircuitSource};

pub static CLASS: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.RotationalEMF",
    description: "Electromotoric force (electric/mechanic transformer)",
    documentation: documentation!("rotational_emf.md"),
    parameters: &[USE_SUPPORT, real("k", "N.m/A", "Transformation coefficient").tunable()],
    connectors: &[PINS[0], PINS[1], FLANGE, SUPPORT],
    variables: &[
        V,
        I,
        variable("phi", "rad", "Angle of the shaft relative to the support"),
        variable("w", "rad/s", "Angular velocity of the shaft relative to the support"),
        variable("tau", "N.m", "Torque of the flange (= -tauElectrical)"),
        variable("tauElectrical", "N.m", "Electrical torque"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(flange) = e.flange("flange") else { return };
    let (support, k) = (e.flange("support"), e.real("k"));
    let source = CircuitSource::Speed(flange, support, k.address());
    CircuitLaw::build(e, &["p", "n"], CircuitKind::Voltage(source), Effect::Machine(flange, support, k));
}
