//! Modelica.Mechanics.Translational.Sensors

use super::interfaces::*;
use crate::class::*;
use crate::laws::one_dimensional::flange_sensor::{FlangeAcceleration, FlangeFlow, FlangeMotion};

pub static POSITION_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.PositionSensor",
    description: "Ideal sensor to measure the absolute position",
    documentation: documentation!("position_sensor.md"),
    connectors: &[MEASURED_FLANGE, real_output("s", "m", "Absolute position of flange").measured()],
    ..Class::element(FlangeMotion::position)
};

pub static SPEED_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.SpeedSensor",
    description: "Ideal sensor to measure the absolute velocity",
    documentation: documentation!("speed_sensor.md"),
    connectors: &[MEASURED_FLANGE, real_output("v", "m/s", "Absolute velocity of flange").measured()],
    ..Class::element(FlangeMotion::speed)
};

pub static ACC_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.AccSensor",
    description: "Ideal sensor to measure the absolute acceleration",
    documentation: documentation!("acc_sensor.md"),
    connectors: &[MEASURED_FLANGE, real_output("a", "m/s2", "Absolute acceleration of flange").measured()],
    variables: &[variable("v", "m/s", "Absolute velocity of flange")],
    ..Class::element(FlangeAcceleration::absolute)
};

pub static REL_POSITION_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.RelPositionSensor",
    description: "Ideal sensor to measure the relative position between two flanges",
    documentation: documentation!("rel_position_sensor.md"),
    connectors: &between(real_output("s_rel", "m", "Relative position between two flanges (= flange_b - flange_a)")),
    ..Class::element(FlangeMotion::relative_position)
};

pub static REL_SPEED_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.RelSpeedSensor",
    description: "Ideal sensor to measure the relative velocity between two flanges",
    documentation: documentation!("rel_speed_sensor.md"),
    connectors: &between(real_output("v_rel", "m/s", "Relative velocity between two flanges (= flange_b - flange_a)")),
    ..Class::element(FlangeMotion::relative_speed)
};

pub static REL_ACC_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.RelAccSensor",
    description: "Ideal sensor to measure the relative acceleration between two flanges",
    documentation: documentation!("rel_acc_sensor.md"),
    connectors: &between(real_output(
        "a_rel",
        "m/s2",
        "Relative acceleration between two flanges (= flange_b - flange_a)",
    )),
    ..Class::element(FlangeAcceleration::relative)
};

pub static FORCE_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.ForceSensor",
    description: "Ideal sensor to measure the force between two flanges",
    documentation: documentation!("force_sensor.md"),
    connectors: &between(real_output("f", "N", "Force in flange_a and flange_b (= flange_a.f = -flange_b.f)")),
    ..Class::element(FlangeFlow::flow)
};

pub static POWER_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.PowerSensor",
    description: "Ideal sensor to measure the power between two flanges (= flange_a.f*der(flange_a.s))",
    documentation: documentation!("power_sensor.md"),
    connectors: &[FLANGE_A, FLANGE_B, POWER],
    ..Class::element(FlangeFlow::power)
};

pub static MULTI_SENSOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Sensors.MultiSensor",
    description: "Ideal sensor to measure force, power and speed between two flanges",
    documentation: documentation!("multi_sensor.md"),
    connectors: &[
        FLANGE_A,
        FLANGE_B,
        POWER,
        real_output("v", "m/s", "Absolute velocity of flange_a").measured(),
        real_output("f", "N", "Force in flange flange_a and flange_b (f = flange_a.f = -flange_b.f)").measured(),
    ],
    ..Class::element(FlangeFlow::flow_power_and_speed)
};
