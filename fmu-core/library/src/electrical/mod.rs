//! Modelica.Electrical.Analog: linear circuits.

mod basic;
mod ideal;
mod interfaces;
mod sensors;
mod sources;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &basic::CAPACITOR,
    &basic::CONDUCTOR,
    &sources::CONSTANT_CURRENT,
    &sources::CONSTANT_VOLTAGE,
    &sensors::CURRENT_SENSOR,
    &basic::GROUND,
    &ideal::IDEAL_OP_AMP,
    &basic::INDUCTOR,
    &sensors::POTENTIAL_SENSOR,
    &sensors::POWER_SENSOR,
    &basic::RESISTOR,
    &basic::ROTATIONAL_EMF,
    &sources::SIGNAL_CURRENT,
    &sources::SIGNAL_VOLTAGE,
    &basic::TRANSLATIONAL_EMF,
    &sources::STEP_VOLTAGE,
    &sources::STEP_CURRENT,
    &sensors::VOLTAGE_SENSOR,
];
