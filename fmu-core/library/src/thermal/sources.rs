//! Modelica.Thermal.HeatTransfer: Sources.FixedTemperature and Celsius.FixedTemperature.

use super::interfaces::heat_port;
use crate::class::*;

/// Registers a fixed temperature: the parameter T plus `offset`, K.
fn build(e: &mut Element<'_>, offset: f64) {
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
    ..Class::element(|e| build(e, 0.0))
};

pub static FIXED_TEMPERATURE_CELSIUS: Class = Class {
    name: "Modelica.Thermal.HeatTransfer.Celsius.FixedTemperature",
    description: "Fixed temperature boundary condition in degree Celsius",
    documentation: documentation!("fixed_temperature_celsius.md"),
    parameters: &[real("T", "degC", "Fixed temperature boundary condition").tunable()],
    connectors: &[heat_port("port", "Heat port")],
    ..Class::element(|e| build(e, 273.15))
};
