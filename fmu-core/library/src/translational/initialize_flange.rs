//! Modelica.Mechanics.Translational.Components.InitializeFlange

use crate::Element;
use crate::class::*;
use crate::rotational::FlangeStart;
use crate::types::STATE_SELECT;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.Translational.Components.InitializeFlange",
    description: "Initializes a flange with pre-defined position, speed and acceleration (usually, this is reference data from a control bus)",
    documentation: documentation!("initialize_flange.md"),
    parameters: &[
        boolean("use_s_start", true, "The position at the start is given"),
        boolean("use_v_start", true, "The speed at the start is given"),
        boolean("use_a_start", true, "The acceleration at the start is given"),
        enumeration(
            "stateSelect",
            &STATE_SELECT,
            "default",
            "Priority to use position and speed of the flange as states",
        ),
    ],
    connectors: &[
        connector("s_start", ConnectorKind::SignalInput(1), "m", "Position at the start").when("use_s_start"),
        connector("v_start", ConnectorKind::SignalInput(1), "m/s", "Speed at the start").when("use_v_start"),
        connector("a_start", ConnectorKind::SignalInput(1), "m/s2", "Acceleration at the start").when("use_a_start"),
        connector("flange", ConnectorKind::TranslationalFlange, "", "Flange that is initialised"),
    ],
    variables: &[
        variable("s_flange", "m", "Position of the flange"),
        variable("v_flange", "m/s", "Speed of the flange"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FlangeStart::build(
        e,
        ["use_s_start", "use_v_start", "use_a_start"],
        ["s_start", "v_start", "a_start"],
        ["s_flange", "v_flange"],
    );
}
