//! Modelica.Mechanics.Rotational.Sensors

use super::interfaces::*;
use crate::class::*;
use crate::laws::one_dimensional::flange_sensor::{FlangeAcceleration, FlangeFlow, FlangeMotion};

pub static ANGLE_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.AngleSensor",
    description: "Ideal sensor to measure the absolute flange angle",
    documentation: documentation!("angle_sensor.md"),
    connectors: &[MEASURED_FLANGE, real_output("phi", "rad", "Absolute angle of flange").measured()],
    ..Class::element(FlangeMotion::position)
};

pub static SPEED_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.SpeedSensor",
    description: "Ideal sensor to measure the absolute flange angular velocity",
    documentation: documentation!("speed_sensor.md"),
    connectors: &[MEASURED_FLANGE, real_output("w", "rad/s", "Absolute angular velocity of flange").measured()],
    ..Class::element(FlangeMotion::speed)
};

pub static ACC_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.AccSensor",
    description: "Ideal sensor to measure the absolute flange angular acceleration",
    documentation: documentation!("acc_sensor.md"),
    connectors: &[MEASURED_FLANGE, real_output("a", "rad/s2", "Absolute angular acceleration of flange").measured()],
    variables: &[variable("w", "rad/s", "Absolute angular velocity of flange")],
    ..Class::element(FlangeAcceleration::absolute)
};

pub static REL_ANGLE_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.RelAngleSensor",
    description: "Ideal sensor to measure the relative angle between two flanges",
    documentation: documentation!("rel_angle_sensor.md"),
    connectors: &between(real_output("phi_rel", "rad", "Relative angle between two flanges (= flange_b - flange_a)")),
    ..Class::element(FlangeMotion::relative_position)
};

pub static REL_SPEED_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.RelSpeedSensor",
    description: "Ideal sensor to measure the relative angular velocity between two flanges",
    documentation: documentation!("rel_speed_sensor.md"),
    connectors: &between(real_output(
        "w_rel",
        "rad/s",
        "Relative angular velocity between two flanges (= flange_b - flange_a)",
    )),
    ..Class::element(FlangeMotion::relative_speed)
};

pub static REL_ACC_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.RelAccSensor",
    description: "Ideal sensor to measure the relative acceleration between two flanges",
    documentation: documentation!("rel_acc_sensor.md"),
    connectors: &between(real_output(
        "a_rel",
        "rad/s2",
        "Relative acceleration between two flanges (= flange_b - flange_a)",
    )),
    ..Class::element(FlangeAcceleration::relative)
};

pub static TORQUE_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.TorqueSensor",
    description: "Ideal sensor to measure the torque between two flanges (= flange_a.tau)",
    documentation: documentation!("torque_sensor.md"),
    connectors: &between(real_output(
        "tau",
        "N.m",
        "Torque in flange flange_a and flange_b (= flange_a.tau = -flange_b.tau)",
    )),
    ..Class::element(FlangeFlow::flow)
};

pub static POWER_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.PowerSensor",
    description: "Ideal sensor to measure the power between two flanges (= flange_a.tau*der(flange_a.phi))",
    documentation: documentation!("power_sensor.md"),
    connectors: &[FLANGE_A, FLANGE_B, POWER],
    ..Class::element(FlangeFlow::power)
};

pub static MULTI_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sensors.MultiSensor",
    description: "Ideal sensor to measure torque, power and speed between two flanges",
    documentation: documentation!("multi_sensor.md"),
    connectors: &[
        FLANGE_A,
        FLANGE_B,
        POWER,
        real_output("w", "rad/s", "Absolute angular velocity of flange_a").measured(),
        real_output("tau", "N.m", "Torque in flange flange_a and flange_b (tau = flange_a.tau = -flange_b.tau)")
            .measured(),
    ],
    ..Class::element(FlangeFlow::flow_power_and_speed)
};
