//! Modelica.Mechanics.Translational.Sensors

use super::interfaces::*;
use crate::class::*;
use crate::laws::one_dimensional::sensors::FlangeQuantity;
use crate::one_dimensional::sensors;

plain_classes! {
    "Mechanics.Translational.Sensors":
    POSITION_SENSOR "PositionSensor" {MEASURED_FLANGE, measured("s", "m", "Absolute position of flange")}
        plain(|e| sensors::motion(e, FlangeQuantity::Position)) "Ideal sensor to measure the absolute position";
    SPEED_SENSOR "SpeedSensor" {MEASURED_FLANGE, measured("v", "m/s", "Absolute velocity of flange")}
        plain(|e| sensors::motion(e, FlangeQuantity::Speed)) "Ideal sensor to measure the absolute velocity";
    ACC_SENSOR "AccSensor" {MEASURED_FLANGE, measured("a", "m/s2", "Absolute acceleration of flange")}
        showing(&[variable("v", "m/s", "Absolute velocity of flange")], sensors::acceleration)
        "Ideal sensor to measure the absolute acceleration";
    REL_POSITION_SENSOR "RelPositionSensor"
        {FLANGE_A, FLANGE_B, measured("s_rel", "m", "Relative position between two flanges (= flange_b - flange_a)")}
        plain(|e| sensors::relative_motion(e, FlangeQuantity::Position))
        "Ideal sensor to measure the relative position between two flanges";
    REL_SPEED_SENSOR "RelSpeedSensor"
        {FLANGE_A, FLANGE_B, measured("v_rel", "m/s", "Relative velocity between two flanges (= flange_b - flange_a)")}
        plain(|e| sensors::relative_motion(e, FlangeQuantity::Speed))
        "Ideal sensor to measure the relative velocity between two flanges";
    REL_ACC_SENSOR "RelAccSensor"
        {FLANGE_A, FLANGE_B,
            measured("a_rel", "m/s2", "Relative acceleration between two flanges (= flange_b - flange_a)")}
        plain(sensors::relative_acceleration) "Ideal sensor to measure the relative acceleration between two flanges";
    FORCE_SENSOR "ForceSensor"
        {FLANGE_A, FLANGE_B, measured("f", "N", "Force in flange_a and flange_b (= flange_a.f = -flange_b.f)")}
        plain(sensors::flow) "Ideal sensor to measure the force between two flanges";
    POWER_SENSOR "PowerSensor" {FLANGE_A, FLANGE_B, POWER}
        plain(sensors::flow) "Ideal sensor to measure the power between two flanges (= flange_a.f*der(flange_a.s))";
    MULTI_SENSOR "MultiSensor"
        {FLANGE_A, FLANGE_B, POWER,
            measured("v", "m/s", "Absolute velocity of flange_a"),
            measured("f", "N", "Force in flange flange_a and flange_b (f = flange_a.f = -flange_b.f)")}
        plain(sensors::flow) "Ideal sensor to measure force, power and speed between two flanges";
}
