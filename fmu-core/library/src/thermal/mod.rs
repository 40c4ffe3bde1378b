//! Modelica.Thermal.HeatTransfer

mod conductance;
mod convection;
mod fixed_temperature;
mod fixed_temperature_celsius;
mod heat_capacitor;
mod thermal_conductor;

pub use conductance::Conductance;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &heat_capacitor::CLASS,
    &thermal_conductor::CLASS,
    &convection::CLASS,
    &fixed_temperature::CLASS,
    &fixed_temperature_celsius::CLASS,
];
