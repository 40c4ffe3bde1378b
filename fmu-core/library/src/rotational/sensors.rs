//! Modelica.Mechanics.Rotational.Sensors

use super::interfaces::*;
use crate::class::*;
use crate::laws::one_dimensional::sensors::FlangeQuantity;
use crate::one_dimensional::sensors;

sensors! {
    "Rotational":
    ANGLE_SENSOR "AngleSensor" |e| sensors::motion(e, FlangeQuantity::Position),
        "Ideal sensor to measure the absolute flange angle"
        [MEASURED_FLANGE, measured("phi", "rad", "Absolute angle of flange")];
    SPEED_SENSOR "SpeedSensor" |e| sensors::motion(e, FlangeQuantity::Speed),
        "Ideal sensor to measure the absolute flange angular velocity"
        [MEASURED_FLANGE, measured("w", "rad/s", "Absolute angular velocity of flange")];
    REL_ANGLE_SENSOR "RelAngleSensor" |e| sensors::relative_motion(e, FlangeQuantity::Position),
        "Ideal sensor to measure the relative angle between two flanges"
        [FLANGE_A, FLANGE_B, measured("phi_rel", "rad", "Relative angle between two flanges (= flange_b - flange_a)")];
    REL_SPEED_SENSOR "RelSpeedSensor" |e| sensors::relative_motion(e, FlangeQuantity::Speed),
        "Ideal sensor to measure the relative angular velocity between two flanges"
        [
            FLANGE_A,
            FLANGE_B,
            measured("w_rel", "rad/s", "Relative angular velocity between two flanges (= flange_b - flange_a)"),
        ];
    REL_ACC_SENSOR "RelAccSensor" sensors::relative_acceleration,
        "Ideal sensor to measure the relative acceleration between two flanges"
        [
            FLANGE_A,
            FLANGE_B,
            measured("a_rel", "rad/s2", "Relative acceleration between two flanges (= flange_b - flange_a)"),
        ];
    TORQUE_SENSOR "TorqueSensor" sensors::flow,
        "Ideal sensor to measure the torque between two flanges (= flange_a.tau)"
        [
            FLANGE_A,
            FLANGE_B,
            measured("tau", "N.m", "Torque in flange flange_a and flange_b (= flange_a.tau = -flange_b.tau)"),
        ];
    POWER_SENSOR "PowerSensor" sensors::flow,
        "Ideal sensor to measure the power between two flanges (= flange_a.tau*der(flange_a.phi))"
        [FLANGE_A, FLANGE_B, POWER];
    MULTI_SENSOR "MultiSensor" sensors::flow,
        "Ideal sensor to measure torque, power and speed between two flanges"
        [
            FLANGE_A,
            FLANGE_B,
            POWER,
            measured("w", "rad/s", "Absolute angular velocity of flange_a"),
            measured("tau", "N.m", "Torque in flange flange_a and flange_b (tau = flange_a.tau = -flange_b.tau)"),
        ];
}

pub static ACC_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.AccSensor",
    description: "Ideal sensor to measure the absolute flange angular acceleration",
    connectors: &[MEASURED_FLANGE, measured("a", "rad/s2", "Absolute angular acceleration of flange")],
    variables: &[variable("w", "rad/s", "Absolute angular velocity of flange")],
    ..Class::element(sensors::acceleration)
};
