//! Modelica.Thermal.HeatTransfer.Components.ThermalConductor

use super::conductance::{Conductance, Q_FLOW};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.ThermalConductor",
    description: "Lumped thermal element transporting heat without storing it",
    documentation: documentation!("thermal_conductor.md"),
    parameters: &[real("G", "W/K", "Constant thermal conductance of material").min(0.0).tunable()],
    connectors: &[
        connector("port_a", ConnectorKind::HeatPort, "", "Heat port on one side"),
        connector("port_b", ConnectorKind::HeatPort, "", "Heat port on the other side"),
    ],
    variables: &[
        Variable { description: "Heat flow rate from port_a -> port_b", ..Q_FLOW },
        variable("dT", "K", "port_a.T - port_b.T"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Conductance::from_parameter(e, "G", ["port_a", "port_b"]);
}
