//! Modelica.Mechanics.Translational.Sources.EddyCurrentForce

use super::force::{FLANGE, SUPPORT, USE_SUPPORT};
use crate::Element;
use crate::class::*;
use crate::friction::USE_HEAT_PORT;
use crate::rotational::EddyCurrent;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.EddyCurrentForce",
    description: "Simple model of a translational eddy current brake",
    documentation: documentation!("eddy_current_force.md"),
    parameters: &[
        USE_SUPPORT,
        real("f_nominal", "N", "Maximum force (always braking)").tunable(),
        real("v_nominal", "m/s", "Nominal speed (leads to maximum force) at reference temperature")
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
        variable("s", "m", "Distance between flange and support (= flange.s - support.s)"),
        variable("v", "m/s", "Velocity of flange with respect to support (= der(s))"),
        variable("v_normalized", "", "Relative speed v/v_nominal"),
        variable("f", "N", "Force acting at flange, against its motion (= flange.f)"),
        variable("lossPower", "W", "Loss power leaving the component"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    EddyCurrent::build(e, ["f_nominal", "v_nominal"], ["s", "v", "v_normalized", "f"]);
}
