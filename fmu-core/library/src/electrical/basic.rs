//! Modelica.Electrical.Analog.Basic

use super::interfaces::*;
use crate::class::*;
use crate::laws::circuit::{CircuitLaw, Effect};
use crate::{rotational, translational};
use mechanism::{CircuitKind, CircuitSource};

pub static GROUND: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Ground",
    description: "Ground node",
    documentation: documentation!("ground.md"),
    connectors: &[pin("p", "Pin at potential zero")],
    ..Class::element(|e| CircuitLaw::build(e, CircuitKind::Ground, Effect::None))
};

const T_REF: Parameter = real("T_ref", "K", "Reference temperature").or(300.15);
const ALPHA: Parameter = real("alpha", "1/K", "Temperature coefficient of resistance").or(0.0);
const USE_HEAT_PORT: Parameter = boolean("useHeatPort", false, "The heat port is enabled");
const T: Parameter = real("T", "K", "Temperature of the element").or_expression("T_ref");

pub static RESISTOR: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Resistor",
    description: "Ideal linear electrical resistor",
    documentation: documentation!("resistor.md"),
    parameters: &[real("R", "Ohm", "Resistance at temperature T_ref").tunable(), T_REF, ALPHA, USE_HEAT_PORT, T],
    ..heated_one_port(|e| CircuitLaw::resistor(e, "R", false))
};

pub static CONDUCTOR: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Conductor",
    description: "Ideal linear electrical conductor",
    documentation: documentation!("conductor.md"),
    parameters: &[real("G", "S", "Conductance at temperature T_ref").tunable(), T_REF, ALPHA, USE_HEAT_PORT, T],
    ..heated_one_port(|e| CircuitLaw::resistor(e, "G", true))
};

pub static CAPACITOR: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Capacitor",
    description: "Ideal linear electrical capacitor",
    documentation: documentation!("capacitor.md"),
    parameters: &[real("C", "F", "Capacitance").min(f64::MIN_POSITIVE).tunable()],
    variables: &[V.with_start(), I],
    ..one_port(|e| {
        let (state, c) = (e.add_state("v"), e.real("C"));
        CircuitLaw::build(e, CircuitKind::Capacitor(state, c.address()), Effect::Capacitor(state, c));
    })
};

pub static INDUCTOR: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.Inductor",
    description: "Ideal linear electrical inductor",
    documentation: documentation!("inductor.md"),
    parameters: &[real("L", "H", "Inductance").min(f64::MIN_POSITIVE).tunable()],
    variables: &[V, I.with_start()],
    ..one_port(|e| {
        let (state, l) = (e.add_state("i"), e.real("L"));
        CircuitLaw::build(e, CircuitKind::Inductor(state, l.address()), Effect::Inductor(state, l));
    })
};

/// Registers an electric/mechanic transformer.
fn build_emf(e: &mut Element<'_>) {
    let Some(flange) = e.flange("flange") else { return };
    let (support, k) = (e.flange("support"), e.real("k"));
    let source = CircuitSource::Speed(flange, support, k.address());
    CircuitLaw::build(e, CircuitKind::Voltage(source), Effect::Machine(flange, support, k));
}

pub static ROTATIONAL_EMF: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.RotationalEMF",
    description: "Electromotoric force (electric/mechanic transformer)",
    documentation: documentation!("rotational_emf.md"),
    parameters: &[rotational::interfaces::USE_SUPPORT, real("k", "N.m/A", "Transformation coefficient").tunable()],
    connectors: &[P, N, rotational::interfaces::FLANGE, rotational::interfaces::SUPPORT],
    variables: &[
        V,
        I,
        variable("phi", "rad", "Angle of the shaft relative to the support"),
        variable("w", "rad/s", "Angular velocity of the shaft relative to the support"),
        variable("tau", "N.m", "Torque of the flange (= -tauElectrical)"),
        variable("tauElectrical", "N.m", "Electrical torque"),
    ],
    ..Class::element(build_emf)
};

pub static TRANSLATIONAL_EMF: Class = Class {
    name: "Modelica.Electrical.Analog.Basic.TranslationalEMF",
    description: "Electromotoric force (electric/mechanic transformer), translational",
    documentation: documentation!("translational_emf.md"),
    parameters: &[translational::interfaces::USE_SUPPORT, real("k", "N/A", "Transformation coefficient").tunable()],
    connectors: &[P, N, translational::interfaces::FLANGE, translational::interfaces::SUPPORT],
    variables: &[
        V,
        I,
        variable("s", "m", "Position of the flange relative to the support"),
        variable("f", "N", "Force of the flange (= -fElectrical)"),
        variable("fElectrical", "N", "Electrical force"),
    ],
    ..Class::element(build_emf)
};
