//! Modelica.Mechanics.Rotational.Sources.EddyCurrentTorque

use super::eddy_current::EddyCurrent;
use super::torque::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::friction::USE_HEAT_PORT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.EddyCurrentTorque",
    description: "Simple model of a rotational eddy current brake",
    documentation: documentation!("eddy_current_torque.md"),
    parameters: &[
        USE_SUPPORT,
        real("tau_nominal", "N.m", "Maximum torque (always braking)").tunable(),
        real("w_nominal", "rad/s", "Nominal speed (leads to maximum torque) at reference temperature")
            .min(f64::EPSILON)
            .tunable(),
        real("TRef", "K", "Reference temperature"),
        real("alpha20", "1/K", "Temperature coefficient of material, at 20 degC"),
        USE_HEAT_PORT,
        real("T", "K", "Temperature of the disc").or(293.15).tunable(),
    ],
    connectors: &[
        FLANGE,
        SUPPORT,
        connector("heatPort", ConnectorKind::HeatPort, "", "Heat port (heatPort.Q_flow = -lossPower)")
            .when("useHeatPort"),
    ],
    variables: &[
        variable("phi", "rad", "Angle of flange with respect to support (= flange.phi - support.phi)"),
        variable("w", "rad/s", "Angular velocity of flange with respect to support (= der(phi))"),
        variable("w_normalized", "", "Relative speed w/w_nominal"),
        variable("tau", "N.m", "Torque acting at flange, against its motion (= flange.tau)"),
        variable("lossPower", "W", "Loss power leaving the component"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    EddyCurrent::build(e, ["tau_nominal", "w_nominal"], ["phi", "w", "w_normalized", "tau"]);
}
