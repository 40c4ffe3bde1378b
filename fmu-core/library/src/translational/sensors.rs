//! Modelica.Mechanics.Translational.Sensors

use super::interfaces::*;
use crate::class::*;
use crate::laws::one_dimensional::sensors::FlangeQuantity;
use crate::one_dimensional::sensors;

sensors! {
    "Translational":
    POSITION_SENSOR "PositionSensor" |e| sensors::motion(e, FlangeQuantity::Position),
        "Ideal sensor to measure the absolute position"
        [MEASURED_FLANGE, measured("s", "m", "Absolute position of flange")];
    SPEED_SENSOR "SpeedSensor" |e| sensors::motion(e, FlangeQuantity::Speed),
        "Ideal sensor to measure the absolute velocity"
        [MEASURED_FLANGE, measured("v", "m/s", "Absolute velocity of flange")];
    REL_POSITION_SENSOR "RelPositionSensor" |e| sensors::relative_motion(e, FlangeQuantity::Position),
        "Ideal sensor to measure the relative position between two flanges"
        [FLANGE_A, FLANGE_B, measured("s_rel", "m", "Relative position between two flanges (= flange_b - flange_a)")];
    REL_SPEED_SENSOR "RelSpeedSensor" |e| sensors::relative_motion(e, FlangeQuantity::Speed),
        "Ideal sensor to measure the relative velocity between two flanges"
        [FLANGE_A, FLANGE_B, measured("v_rel", "m/s", "Relative velocity between two flanges (= flange_b - flange_a)")];
    REL_ACC_SENSOR "RelAccSensor" sensors::relative_acceleration,
        "Ideal sensor to measure the relative acceleration between two flanges"
        [
            FLANGE_A,
            FLANGE_B,
            measured("a_rel", "m/s2", "Relative acceleration between two flanges (= flange_b - flange_a)"),
        ];
    FORCE_SENSOR "ForceSensor" sensors::flow,
        "Ideal sensor to measure the force between two flanges"
        [FLANGE_A, FLANGE_B, measured("f", "N", "Force in flange_a and flange_b (= flange_a.f = -flange_b.f)")];
    POWER_SENSOR "PowerSensor" sensors::flow,
        "Ideal sensor to measure the power between two flanges (= flange_a.f*der(flange_a.s))"
        [FLANGE_A, FLANGE_B, POWER];
    MULTI_SENSOR "MultiSensor" sensors::flow,
        "Ideal sensor to measure force, power and speed between two flanges"
        [
            FLANGE_A,
            FLANGE_B,
            POWER,
            measured("v", "m/s", "Absolute velocity of flange_a"),
            measured("f", "N", "Force in flange flange_a and flange_b (f = flange_a.f = -flange_b.f)"),
        ];
}

pub static ACC_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.AccSensor",
    description: "Ideal sensor to measure the absolute acceleration",
    connectors: &[MEASURED_FLANGE, measured("a", "m/s2", "Absolute acceleration of flange")],
    variables: &[variable("v", "m/s", "Absolute velocity of flange")],
    ..Class::element(sensors::acceleration)
};
