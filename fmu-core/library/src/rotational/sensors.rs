//! Modelica.Mechanics.Rotational.Sensors

use super::interfaces::*;
use crate::class::*;
use crate::laws::one_dimensional::sensors::FlangeQuantity;
use crate::one_dimensional::sensors;

plain_classes! {
    "Mechanics.Rotational.Sensors":
    ANGLE_SENSOR "AngleSensor" {MEASURED_FLANGE, measured("phi", "rad", "Absolute angle of flange")}
        plain(|e| sensors::motion(e, FlangeQuantity::Position)) "Ideal sensor to measure the absolute flange angle";
    SPEED_SENSOR "SpeedSensor" {MEASURED_FLANGE, measured("w", "rad/s", "Absolute angular velocity of flange")}
        plain(|e| sensors::motion(e, FlangeQuantity::Speed))
        "Ideal sensor to measure the absolute flange angular velocity";
    ACC_SENSOR "AccSensor" {MEASURED_FLANGE, measured("a", "rad/s2", "Absolute angular acceleration of flange")}
        showing(&[variable("w", "rad/s", "Absolute angular velocity of flange")], sensors::acceleration)
        "Ideal sensor to measure the absolute flange angular acceleration";
    REL_ANGLE_SENSOR "RelAngleSensor"
        {FLANGE_A, FLANGE_B, measured("phi_rel", "rad", "Relative angle between two flanges (= flange_b - flange_a)")}
        plain(|e| sensors::relative_motion(e, FlangeQuantity::Position))
        "Ideal sensor to measure the relative angle between two flanges";
    REL_SPEED_SENSOR "RelSpeedSensor"
        {FLANGE_A, FLANGE_B,
            measured("w_rel", "rad/s", "Relative angular velocity between two flanges (= flange_b - flange_a)")}
        plain(|e| sensors::relative_motion(e, FlangeQuantity::Speed))
        "Ideal sensor to measure the relative angular velocity between two flanges";
    REL_ACC_SENSOR "RelAccSensor"
        {FLANGE_A, FLANGE_B,
            measured("a_rel", "rad/s2", "Relative acceleration between two flanges (= flange_b - flange_a)")}
        plain(sensors::relative_acceleration) "Ideal sensor to measure the relative acceleration between two flanges";
    TORQUE_SENSOR "TorqueSensor"
        {FLANGE_A, FLANGE_B,
            measured("tau", "N.m", "Torque in flange flange_a and flange_b (= flange_a.tau = -flange_b.tau)")}
        plain(sensors::flow) "Ideal sensor to measure the torque between two flanges (= flange_a.tau)";
    POWER_SENSOR "PowerSensor" {FLANGE_A, FLANGE_B, POWER}
        plain(sensors::flow) "Ideal sensor to measure the power between two flanges (= flange_a.tau*der(flange_a.phi))";
    MULTI_SENSOR "MultiSensor"
        {FLANGE_A, FLANGE_B, POWER,
            measured("w", "rad/s", "Absolute angular velocity of flange_a"),
            measured("tau", "N.m", "Torque in flange flange_a and flange_b (tau = flange_a.tau = -flange_b.tau)")}
        plain(sensors::flow) "Ideal sensor to measure torque, power and speed between two flanges";
}
