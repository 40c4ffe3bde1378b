//! Modelica.Mechanics.Translational.Components.Damper

use crate::Element;
use crate::class::*;
use crate::rotational::Compliance;
use crate::rotational::compliance::TRANSLATIONAL;
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.Damper",
    description: "Linear 1D translational damper",
    documentation: documentation!("damper.md"),
    parameters: &[
        real("d", "N.s/m", "Damping constant").min(0.0).tunable(),
        real("s_nominal", "m", "Nominal value of s_rel (used for scaling)").min(0.0).or(1e-4),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use s_rel and v_rel as states"),
        boolean("useHeatPort", false, "The heat port is enabled"),
    ],
    connectors: &WITH_HEAT_PORT,
    variables: &[S_REL, V_REL, F, LOSS],
    ..Class::element(build)
};

/// The two flanges of a translational component.
pub(crate) const FLANGES: [Connector; 2] = [
    connector("flange_a", ConnectorKind::TranslationalFlange, "", "Left flange"),
    connector("flange_b", ConnectorKind::TranslationalFlange, "", "Right flange"),
];
/// The two flanges and the heat port of a component with a damper.
pub(super) const WITH_HEAT_PORT: [Connector; 3] = {
    let [a, b] = FLANGES;
    let heat_port = connector("heatPort", ConnectorKind::HeatPort, "", "Heat port (heatPort.Q_flow = -lossPower)");
    [a, b, heat_port.when("useHeatPort")]
};
/// s_rel
pub(super) const S_REL: Variable = variable("s_rel", "m", "Relative distance (= flange_b.s - flange_a.s)");
/// v_rel
pub(super) const V_REL: Variable = variable("v_rel", "m/s", "Relative velocity (= der(s_rel))");
/// f
pub(super) const F: Variable = variable("f", "N", "Force between flanges (= flange_b.f)");
/// lossPower
pub(super) const LOSS: Variable = variable("lossPower", "W", "Loss power leaving the component");

fn build(e: &mut Element<'_>) {
    let d = e.real("d");
    Compliance::build(e, &TRANSLATIONAL, None, Some(d));
}
