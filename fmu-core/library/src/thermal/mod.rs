//! Modelica.Thermal.HeatTransfer

mod heat_transfer;

classes! {
    heat_transfer: HEAT_CAPACITOR THERMAL_CONDUCTOR CONVECTION FIXED_TEMPERATURE FIXED_TEMPERATURE_CELSIUS;
}
