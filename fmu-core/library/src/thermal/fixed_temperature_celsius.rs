//! Modelica.Thermal.HeatTransfer.Celsius.FixedTemperature

use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Celsius.FixedTemperature",
    description: "Fixed temperature boundary condition in degree Celsius",
    documentation: documentation!("fixed_temperature_celsius.md"),
    parameters: &[real("T", "degC", "Fixed temperature boundary condition").tunable()],
    connectors: &[connector("port", ConnectorKind::HeatPort, "", "Heat port")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let temperature = e.address("T");
    if let Some(port) = e.heat_port("port") {
        e.elements.fixed_temperatures.push((port, temperature, 273.15));
    }
}
