//! Modelica.Mechanics.Translational.Components: adaptors between flanges and signals.

use super::interfaces::*;
use crate::class::*;
use crate::one_dimensional::adaptors::{USE_ACCELERATION, USE_SPEED, drive, motion};

pub static GENERAL_FORCE_TO_POSITION_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.GeneralForceToPositionAdaptor",
    description: "Signal adaptor for a Translational flange with position, speed, and acceleration as outputs and force as input",
    documentation: documentation!("general_force_to_position_adaptor.md"),
    parameters: &[USE_SPEED, USE_ACCELERATION],
    connectors: &[
        flange("flange", "Flange"),
        real_output("p", "m", "Output for potential: position").measured(),
        real_output("pder", "m/s", "Output for der(potential): velocity").when("use_pder").measured(),
        real_output("pder2", "m/s2", "Output for der2(potential): acceleration")
            .when_all(&["use_pder", "use_pder2"])
            .measured(),
        real_input("f", "N", "Input for flow: force into the adaptor, a positive one brakes the flange (= flange.f)"),
    ],
    ..Class::element(drive)
};

pub static GENERAL_POSITION_TO_FORCE_ADAPTOR: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.GeneralPositionToForceAdaptor",
    description: "Signal adaptor for a Translational flange with force as output and position, speed and acceleration as input",
    documentation: documentation!("general_position_to_force_adaptor.md"),
    parameters: &[USE_SPEED, USE_ACCELERATION],
    connectors: &[
        flange("flange", "Flange"),
        real_input("p", "m", "Input for potential: position"),
        real_input("pder", "m/s", "Input for der(potential): velocity").when("use_pder"),
        real_input("pder2", "m/s2", "Input for der2(potential): acceleration").when_all(&["use_pder", "use_pder2"]),
        real_output("f", "N", "Output for flow: force needed to drive the flange").measured(),
    ],
    ..Class::element(motion)
};
