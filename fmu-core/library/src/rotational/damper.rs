//! Modelica.Mechanics.Rotational.Components.Damper

use super::compliance::{Compliance, ROTATIONAL};
use crate::Element;
use crate::class::*;
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.Damper",
    description: "Linear 1D rotational damper",
    documentation: documentation!("damper.md"),
    parameters: &[
        real("d", "N.m.s/rad", "Damping constant").min(0.0).tunable(),
        real("phi_nominal", "rad", "Nominal value of phi_rel (used for scaling)").min(0.0).or(1e-4),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use phi_rel and w_rel as states"),
        boolean("useHeatPort", false, "The heat port is enabled"),
    ],
    connectors: &WITH_HEAT_PORT,
    variables: &[PHI_REL, W_REL, A_REL, TAU, LOSS],
    ..Class::element(build)
};

/// The two flanges of a rotational component.
pub(crate) const FLANGES: [Connector; 2] = [
    connector("flange_a", ConnectorKind::RotationalFlange, "", "Left flange"),
    connector("flange_b", ConnectorKind::RotationalFlange, "", "Right flange"),
];
/// The two flanges and the heat port of a component with a damper.
pub(super) const WITH_HEAT_PORT: [Connector; 3] = {
    let [a, b] = FLANGES;
    let heat_port = connector("heatPort", ConnectorKind::HeatPort, "", "Heat port (heatPort.Q_flow = -lossPower)");
    [a, b, heat_port.when("useHeatPort")]
};
/// phi_rel
pub(super) const PHI_REL: Variable =
    variable("phi_rel", "rad", "Relative rotation angle (= flange_b.phi - flange_a.phi)");
/// w_rel
pub(super) const W_REL: Variable = variable("w_rel", "rad/s", "Relative angular velocity (= der(phi_rel))");
/// a_rel
pub(super) const A_REL: Variable = variable("a_rel", "rad/s2", "Relative angular acceleration (= der(w_rel))");
/// tau
pub(super) const TAU: Variable = variable("tau", "N.m", "Torque between flanges (= flange_b.tau)");
/// lossPower
pub(super) const LOSS: Variable = variable("lossPower", "W", "Loss power leaving the component");

fn build(e: &mut Element<'_>) {
    let d = e.real("d");
    Compliance::build(e, &ROTATIONAL, None, Some(d));
}
