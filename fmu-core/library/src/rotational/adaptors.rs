//! Modelica.Mechanics.Rotational.Components: adaptors between flanges and signals.

use super::interfaces::*;
use crate::class::*;
use crate::one_dimensional::adaptors::{USE_ACCELERATION, USE_SPEED, drive, motion};

const USE_W: Parameter = boolean("use_w", true, "Use the signal w (angular velocity)");
const USE_A: Parameter = boolean("use_a", true, "Use the signal a (angular acceleration)");

pub static TORQUE_TO_ANGLE_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.TorqueToAngleAdaptor",
    description: "Signal adaptor for a Rotational flange with angle, speed, and acceleration as outputs and torque as input",
    documentation: documentation!("torque_to_angle_adaptor.md"),
    parameters: &[USE_W, USE_A],
    connectors: &[
        flange("flange", "Flange"),
        real_output("phi", "rad", "Flange moves with angle phi due to torque tau").measured(),
        real_output("w", "rad/s", "Flange moves with speed w due to torque tau").when("use_w").measured(),
        real_output("a", "rad/s2", "Flange moves with angular acceleration a due to torque tau")
            .when("use_a")
            .measured(),
        real_input("tau", "N.m", "Torque into the adaptor: a positive one brakes the flange (= flange.tau)"),
    ],
    ..Class::element(drive)
};

pub static ANGLE_TO_TORQUE_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.AngleToTorqueAdaptor",
    description: "Signal adaptor for a Rotational flange with torque as output and angle, speed, and optionally acceleration as inputs",
    documentation: documentation!("angle_to_torque_adaptor.md"),
    parameters: &[USE_W, USE_A],
    connectors: &[
        flange("flange", "Flange"),
        real_input("phi", "rad", "Angle to drive the flange"),
        real_input("w", "rad/s", "Speed to drive the flange (w=der(phi) required)").when_any(&["use_w", "use_a"]),
        real_input("a", "rad/s2", "Angular acceleration to drive the flange (a = der(w) required)").when("use_a"),
        real_output("tau", "N.m", "Torque needed to drive the flange according to phi, w, a").measured(),
    ],
    ..Class::element(motion)
};

pub static GENERAL_TORQUE_TO_ANGLE_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.GeneralTorqueToAngleAdaptor",
    description: "Signal adaptor for a rotational flange with angle, speed, and acceleration as outputs and torque as input",
    documentation: documentation!("general_torque_to_angle_adaptor.md"),
    parameters: &[USE_SPEED, USE_ACCELERATION],
    connectors: &[
        flange("flange", "Flange"),
        real_output("p", "rad", "Output for potential: angle").measured(),
        real_output("pder", "rad/s", "Output for der(potential): angular velocity").when("use_pder").measured(),
        real_output("pder2", "rad/s2", "Output for der2(potential): angular acceleration")
            .when_all(&["use_pder", "use_pder2"])
            .measured(),
        real_input(
            "f",
            "N.m",
            "Input for flow: torque into the adaptor, a positive one brakes the flange (= flange.tau)",
        ),
    ],
    ..Class::element(drive)
};

pub static GENERAL_ANGLE_TO_TORQUE_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Rotational.Components.GeneralAngleToTorqueAdaptor",
    description: "Signal adaptor for a rotational flange with torque as output and angle, speed and acceleration as input",
    documentation: documentation!("general_angle_to_torque_adaptor.md"),
    parameters: &[USE_SPEED, USE_ACCELERATION],
    connectors: &[
        flange("flange", "Flange"),
        real_input("p", "rad", "Input for potential: angle"),
        real_input("pder", "rad/s", "Input for der(potential): angular velocity").when("use_pder"),
        real_input("pder2", "rad/s2", "Input for der2(potential): angular acceleration")
            .when_all(&["use_pder", "use_pder2"]),
        real_output("f", "N.m", "Output for flow: torque needed to drive the flange").measured(),
    ],
    ..Class::element(motion)
};
