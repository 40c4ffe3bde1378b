//! Modelica.Electrical.Analog: linear circuits.

mod basic;
mod ideal;
mod interfaces;
mod sensors;
mod sources;

classes! {
    basic: CAPACITOR CONDUCTOR;
    sources: CONSTANT_CURRENT CONSTANT_VOLTAGE;
    sensors: CURRENT_SENSOR;
    basic: GROUND;
    ideal: IDEAL_OP_AMP;
    basic: INDUCTOR;
    sensors: POTENTIAL_SENSOR POWER_SENSOR;
    basic: RESISTOR ROTATIONAL_EMF;
    sources: SIGNAL_CURRENT SIGNAL_VOLTAGE;
    basic: TRANSLATIONAL_EMF;
    sources: STEP_VOLTAGE STEP_CURRENT;
    sensors: VOLTAGE_SENSOR;
}
