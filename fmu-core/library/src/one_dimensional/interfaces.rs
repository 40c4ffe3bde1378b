//! Declarations common to classes of Rotational and Translational.

use super::friction::check_friction_table;
use crate::class::*;
use crate::types::{REGULARIZATION, SMOOTHNESS, STATE_SELECT};

/// A flange of a shaft.
pub(crate) const fn rotational_flange(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::RotationalFlange, "", description)
}

/// A flange of a rod.
pub(crate) const fn translational_flange(name: &'static str, description: &'static str) -> Connector {
    connector(name, ConnectorKind::TranslationalFlange, "", description)
}

pub(crate) const USE_SUPPORT: Parameter =
    boolean("useSupport", false, "The support flange is enabled, otherwise implicitly grounded");
pub(crate) const USE_SUPPORT_R: Parameter =
    boolean("useSupportR", false, "The rotational support flange is enabled, otherwise implicitly grounded");
pub(crate) const USE_SUPPORT_T: Parameter =
    boolean("useSupportT", false, "The translational support flange is enabled, otherwise implicitly grounded");

pub(crate) const USE_HEAT_PORT: Parameter = boolean("useHeatPort", false, "The heat port is enabled");
pub(crate) const HEAT_PORT: Connector =
    connector("heatPort", ConnectorKind::HeatPort, "", "Heat port (heatPort.Q_flow = -lossPower)").when("useHeatPort");
pub(crate) const LOSS_POWER: Variable = variable("lossPower", "W", "Loss power leaving the component");

/// `stateSelect`; the description says which variables it applies to.
pub(crate) const fn state_select(literal: &'static str, description: &'static str) -> Parameter {
    enumeration("stateSelect", &STATE_SELECT, literal, description)
}

// Gears between a shaft and a rod.

/// Flanges of a shaft and of a rod, with their supports.
pub(crate) const SHAFT_AND_ROD: [Connector; 4] = [
    rotational_flange("flangeR", "Flange of rotational shaft"),
    translational_flange("flangeT", "Flange of translational rod"),
    rotational_flange("supportR", "Rotational support/housing of component").when("useSupportR"),
    translational_flange("supportT", "Translational support/housing of component").when("useSupportT"),
];
/// IdealRollingWheel, which is in both packages: a gear between the angle and the distance.
pub(crate) const ROLLING_WHEEL: Class = Class {
    description: "Simple 1-dim. model of an ideal rolling wheel without inertia",
    parameters: &[USE_SUPPORT_R, USE_SUPPORT_T, real("radius", "m", "Wheel radius").min(f64::MIN_POSITIVE)],
    connectors: &SHAFT_AND_ROD,
    ..Class::netlist(&Netlist {
        parts: &[part(
            "rolling",
            "Modelica.Mechanics.Rotational.Components.IdealGearR2T",
            &[("ratio", "1/radius"), ("useSupportR", "useSupportR"), ("useSupportT", "useSupportT")],
        )
        .exposed()],
        ..Netlist::EMPTY
    })
};

// Sources.

pub(crate) const EXACT: Parameter =
    boolean("exact", false, "Exact treatment (true) or filtering of the input signal (false)");
pub(crate) const F_CRIT: Parameter =
    real("f_crit", "Hz", "If exact = false, critical frequency of filter to filter input signal")
        .or(50.0)
        .only_if(&[("exact", "false")]);
pub(crate) const W_CRIT: Parameter =
    real("w_crit", "rad/s", "Critical frequency").derived("2*pi*f_crit").only_if(&[("exact", "false")]);
pub(crate) const REG: Parameter = enumeration("reg", &REGULARIZATION, "Exp", "Type of regularization");

/// An eddy current brake takes its excitation from a signal.
pub(crate) const EXCITATION_INPUT: Parameter =
    boolean("useExcitationInput", false, "Enable signal input for excitation");

/// Excitation of an eddy current brake without this signal.
pub(crate) const CONSTANT_EXCITATION: Parameter =
    real("constantExcitation", "", "Excitation (1 to reach the maximum)").or(1.0).tunable();

/// Excitation of an eddy current brake.
pub(crate) const EXCITATION: Connector = real_input("excitation", "", "Excitation").when("useExcitationInput");

/// Reference temperature of an eddy current brake.
pub(crate) const T_REF: Parameter = real("TRef", "K", "Reference temperature");
pub(crate) const ALPHA_20: Parameter = real("alpha20", "1/K", "Temperature coefficient of material, at 20 degC");
/// Temperature of an eddy current brake without heat port.
pub(crate) const DISC_TEMPERATURE: Parameter = real("T", "K", "Temperature of the disc").or(293.15).tunable();

// Friction.

pub(crate) const PEAK: Parameter =
    real("peak", "1", "Maximum static friction, relative to the friction at zero speed").min(1.0).or(1.0);
pub(crate) const TABLE_SMOOTHNESS: Parameter =
    enumeration("smoothness", &SMOOTHNESS, "LinearSegments", "Smoothness of the interpolation in the friction table");
pub(crate) const FN_MAX: Parameter = real("fn_max", "N", "Maximum normal force (f_normalized = 1)").min(0.0);
pub(crate) const F_NORMALIZED: Connector = real_input(
    "f_normalized",
    "1",
    "Normalized force signal (normal force = fn_max*f_normalized; released if \
        not positive)",
);
pub(crate) const MODE: Variable =
    integer_variable("mode", "Mode of friction (-1: backward sliding, 0: stuck, 1: forward sliding, 2: no contact)");
pub(crate) const START_FORWARD: Variable =
    boolean_variable("startForward", "True if sliding forwards starts at zero speed");
pub(crate) const START_BACKWARD: Variable =
    boolean_variable("startBackward", "True if sliding backwards starts at zero speed");

/// A table of friction over the speed, by default with a single row for zero speed.
pub(crate) const fn friction_table(name: &'static str, row: &'static [f64], description: &'static str) -> Parameter {
    table(name, "", description).or_row(row).checked(check_friction_table)
}

// Sensors.

/// An output of a sensor.
pub(crate) const fn measured(name: &'static str, unit: &'static str, description: &'static str) -> Connector {
    real_output(name, unit, description).measured()
}

/// Output of power sensors.
pub(crate) const POWER: Connector = measured("power", "W", "Power in flange flange_a");
