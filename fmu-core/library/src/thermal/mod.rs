//! Modelica.Thermal.HeatTransfer

mod components;
mod interfaces;
mod sources;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &components::HEAT_CAPACITOR,
    &components::THERMAL_CONDUCTOR,
    &components::CONVECTION,
    &sources::FIXED_TEMPERATURE,
    &sources::FIXED_TEMPERATURE_CELSIUS,
];
