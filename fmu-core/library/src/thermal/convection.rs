//! Modelica.Thermal.HeatTransfer.Components.Convection

use super::conductance::{Conductance, Q_FLOW};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.Convection",
    description: "Lumped thermal element for heat convection (Q_flow = Gc*dT)",
    documentation: documentation!("convection.md"),
    connectors: &[
        connector("Gc", ConnectorKind::SignalInput(1), "W/K", "Signal representing the convective thermal conductance"),
        connector("solid", ConnectorKind::HeatPort, "", "Heat port of the solid"),
        connector("fluid", ConnectorKind::HeatPort, "", "Heat port of the fluid"),
    ],
    variables: &[
        Variable { description: "Heat flow rate from solid -> fluid", ..Q_FLOW },
        variable("dT", "K", "= solid.T - fluid.T"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    Conductance::from_signal(e, "Gc", ["solid", "fluid"]);
}
