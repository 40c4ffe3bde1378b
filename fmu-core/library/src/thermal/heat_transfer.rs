//! Modelica.Thermal.HeatTransfer: Components, Sources and Celsius.

use crate::class::*;
use crate::laws::conductance::Conductance;
use crate::laws::given::Given;
use mechanism::{Capacitor, Conductor, PortId, Source};

/// A heat port.
const fn heat_port(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::HeatPort, "", description)
}

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

impl Conductance {
    /// Registers a conductor between two ports of `e` whose conductance is a signal input.
    fn from_signal(e: &mut Element<'_>, input: &str, ports: [&str; 2]) {
        let given = Given::Signal(e.scalar_input(input));
        Self::build(e, given, ports);
    }

    /// Registers a conductor between two ports of `e` whose conductance is a parameter.
    fn from_parameter(e: &mut Element<'_>, parameter: &str, ports: [&str; 2]) {
        let given = Given::Parameter(e.real(parameter));
        Self::build(e, given, ports);
    }

    fn build(e: &mut Element<'_>, given: Given, ports: [&str; 2]) {
        let [Some(solid), Some(fluid)]: [Option<PortId>; 2] = ports.map(|port| e.heat_port(port)) else { return };
        let conductor = e.elements.conductors.len();
        e.elements.conductors.push(Conductor { solid, fluid });
        e.add_law(Self { conductor, given });
        e.add_variable("Q_flow", |_| Source::HeatFlow(solid));
        e.add_variable("dT", |_| Source::TemperatureDifference(solid, fluid));
    }
}

/// Registers a fixed temperature: the parameter T plus `offset`, K.
fn fix_temperature(e: &mut Element<'_>, offset: f64) {
    let temperature = e.address("T");
    if let Some(port) = e.heat_port("port") {
        e.elements.fixed_temperatures.push((port, temperature, offset));
    }
}

pub static FIXED_TEMPERATURE: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Sources.FixedTemperature",
    description: "Fixed temperature boundary condition in kelvin",
    documentation: documentation!("fixed_temperature.md"),
    parameters: &[real("T", "K", "Fixed temperature boundary condition").tunable()],
    connectors: &[heat_port("port", "Heat port")],
    ..Class::element(|e| fix_temperature(e, 0.0))
};

pub static FIXED_TEMPERATURE_CELSIUS: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Celsius.FixedTemperature",
    description: "Fixed temperature boundary condition in degree Celsius",
    documentation: documentation!("fixed_temperature_celsius.md"),
    parameters: &[real("T", "degC", "Fixed temperature boundary condition").tunable()],
    connectors: &[heat_port("port", "Heat port")],
    ..Class::element(|e| fix_temperature(e, 273.15))
};
