//! Modelica.Thermal.HeatTransfer.Components.HeatCapacitor

use crate::Element;
use crate::class::*;
use mechanism::{Capacitor, Source};

pub static CLASS: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor",
    description: "Lumped thermal element storing heat",
    documentation: documentation!("heat_capacitor.md"),
    parameters: &[real("C", "J/K", "Heat capacity of element (= cp*m)").min(f64::MIN_POSITIVE)],
    connectors: &[connector("port", ConnectorKind::HeatPort, "", "Heat port")],
    variables: &[
        variable("T", "K", "Temperature of element").starting_at(293.15),
        variable("der_T", "K/s", "Time derivative of temperature (= der(T))"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(port) = e.heat_port("port") else { return };
    let capacity = e.address("C");
    let state = e.add_state("T");
    e.add_variable("der_T", |_| Source::LawStateDerivative(state));
    e.elements.capacitors.push(Capacitor { port, capacity, state });
}
