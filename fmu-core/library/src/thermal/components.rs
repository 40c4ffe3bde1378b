//! Modelica.Thermal.HeatTransfer.Components

use super::conductance::Conductance;
use super::interfaces::heat_port;
use crate::class::*;
use mechanism::{Capacitor, Source};

pub static HEAT_CAPACITOR: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor",
    description: "Lumped thermal element storing heat",
    documentation: documentation!("heat_capacitor.md"),
    parameters: &[real("C", "J/K", "Heat capacity of element (= cp*m)").min(f64::MIN_POSITIVE)],
    connectors: &[heat_port("port", "Heat port")],
    variables: &[
        variable("T", "K", "Temperature of element").starting_at(293.15),
        variable("der_T", "K/s", "Time derivative of temperature (= der(T))"),
    ],
    ..Class::element(|e| {
        let Some(port) = e.heat_port("port") else { return };
        let capacity = e.address("C");
        let state = e.add_state("T");
        e.add_variable("der_T", |_| Source::LawStateDerivative(state));
        e.elements.capacitors.push(Capacitor { port, capacity, state });
    })
};

pub static THERMAL_CONDUCTOR: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.ThermalConductor",
    description: "Lumped thermal element transporting heat without storing it",
    documentation: documentation!("thermal_conductor.md"),
    parameters: &[real("G", "W/K", "Constant thermal conductance of material").min(0.0).tunable()],
    connectors: &[heat_port("port_a", "Heat port on one side"), heat_port("port_b", "Heat port on the other side")],
    variables: &[
        variable("Q_flow", "W", "Heat flow rate from port_a -> port_b"),
        variable("dT", "K", "port_a.T - port_b.T"),
    ],
    ..Class::element(|e| Conductance::from_parameter(e, "G", ["port_a", "port_b"]))
};

pub static CONVECTION: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.Convection",
    description: "Lumped thermal element for heat convection (Q_flow = Gc*dT)",
    documentation: documentation!("convection.md"),
    connectors: &[
        real_input("Gc", "W/K", "Signal representing the convective thermal conductance"),
        heat_port("solid", "Heat port of the solid"),
        heat_port("fluid", "Heat port of the fluid"),
    ],
    variables: &[
        variable("Q_flow", "W", "Heat flow rate from solid -> fluid"),
        variable("dT", "K", "= solid.T - fluid.T"),
    ],
    ..Class::element(|e| Conductance::from_signal(e, "Gc", ["solid", "fluid"]))
};
