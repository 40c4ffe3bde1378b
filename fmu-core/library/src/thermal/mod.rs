//! Modelica.Thermal.HeatTransfer

mod components;
mod interfaces;
mod sources;

classes! {
    components: HEAT_CAPACITOR THERMAL_CONDUCTOR CONVECTION;
    sources: FIXED_TEMPERATURE FIXED_TEMPERATURE_CELSIUS;
}
