//! Modelica.Mechanics.Translational.Sources

use super::interfaces::*;
use crate::class::*;
use crate::one_dimensional::sources;

pub static FORCE_STEP: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.ForceStep",
    description: "Constant force, not dependent on speed, with a step at startTime",
    parameters: &[
        USE_SUPPORT,
        real("stepForce", "N", "Height of force step (if negative, force is acting as load)").or(1.0).tunable(),
        real("offsetForce", "N", "Offset of force").or(0.0).tunable(),
        real("startTime", "s", "Force = offset for time < startTime").or(0.0),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[S_SUPPORT, F_FLANGE],
    ..Class::element(sources::step)
};

const S_MOVED: Variable = variable("s", "m", "Distance between flange and support");
const V_MOVED: Variable = variable("v", "m/s", "Velocity of flange with respect to support");
const V_FILTERED: Variable = variable("v", "m/s", "If exact = false, absolute velocity of flange");
const A_FILTERED: Variable = variable("a", "m/s2", "If exact = false, absolute acceleration of flange");
const A_MOVED: Variable = variable("a", "m/s2", "Acceleration of flange with respect to support");

plain_classes! {
    "Mechanics.Translational.Sources":
    FORCE "Force" [USE_SUPPORT] {FLANGE, SUPPORT, real_input("f", "N", "Driving force as input signal (= -flange.f)")}
        plain(sources::signal) "External force acting on a drive train element as input signal";
    FORCE2 "Force2" {FLANGE_A, FLANGE_B, real_input("f", "N", "Driving force as input signal")} plain(sources::between)
        "Input signal acting as force on two flanges";
    CONSTANT_FORCE "ConstantForce"
        [USE_SUPPORT, real("f_constant", "N", "Nominal force (if negative, force is acting as load)").tunable()]
        {FLANGE, SUPPORT} showing(&[S_SUPPORT, F_FLANGE], sources::constant) "Constant force, not dependent on speed";
    CONSTANT_SPEED "ConstantSpeed" [USE_SUPPORT, real("v_fixed", "m/s", "Fixed speed")] {FLANGE, SUPPORT}
        showing(&[S_SUPPORT, V_SUPPORT], sources::constant_speed) "Constant speed, not dependent on force";
    POSITION "Position" [USE_SUPPORT, EXACT, F_CRIT, W_CRIT]
        {FLANGE, SUPPORT, real_input("s_ref", "m", "Reference position of flange as input signal")}
        showing(&[S_MOVED, V_FILTERED, A_FILTERED], sources::position)
        "Forced movement of a flange according to a reference position";
    SPEED "Speed" [USE_SUPPORT, EXACT, F_CRIT, W_CRIT]
        {FLANGE, SUPPORT, real_input("v_ref", "m/s", "Reference speed of flange as input signal")}
        showing(&[S_MOVED.fixed_at_start(), V_MOVED.with_start(), A_MOVED], sources::speed)
        "Forced movement of a flange according to a reference speed";
    ACCELERATE "Accelerate" [USE_SUPPORT]
        {FLANGE, SUPPORT, real_input("a_ref", "m/s2", "Acceleration of flange as input signal")}
        showing(&[S_MOVED.fixed_at_start(), V_MOVED.fixed_at_start(), A_MOVED], sources::accelerate)
        "Forced movement of a flange according to an acceleration signal";
    MOVE "Move" [USE_SUPPORT]
        {FLANGE, SUPPORT, real_inputs("u", 3, "", "Position, velocity and acceleration of flange as input signals")}
        showing(&[S_SUPPORT], sources::motion)
        "Forced movement of a flange according to a position, velocity and acceleration signal";
    LINEAR_SPEED_DEPENDENT_FORCE "LinearSpeedDependentForce" [USE_SUPPORT, F_NOMINAL, FORCE_DIRECTION, V_NOMINAL]
        force(sources::linear) "Linear dependency of force versus speed";
    QUADRATIC_SPEED_DEPENDENT_FORCE "QuadraticSpeedDependentForce" [USE_SUPPORT, F_NOMINAL, FORCE_DIRECTION, V_NOMINAL]
        force(sources::quadratic) "Quadratic dependency of force versus speed";
    INVERSE_SPEED_DEPENDENT_FORCE "InverseSpeedDependentForce"
        [USE_SUPPORT, F_NOMINAL, FORCE_DIRECTION, V_NOMINAL, V_SMALL.tunable()]
        force(sources::inverse_speed) "Force reciprocal dependent on speed";
    SIGN_FORCE "SignForce" [USE_SUPPORT, F_NOMINAL, REG, V_SMALL.or(0.1)]
        force(sources::sign) "Constant force changing sign with speed";
}

pub static EDDY_CURRENT_FORCE: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.EddyCurrentForce",
    description: "Simple model of a translational eddy current brake",
    parameters: &[
        USE_SUPPORT,
        EXCITATION_INPUT,
        CONSTANT_EXCITATION,
        real("f_nominal", "N", "Maximum force (always braking)").tunable(),
        real("v_nominal", "m/s", "Nominal speed (leads to maximum force) at reference temperature")
            .min(f64::EPSILON)
            .tunable(),
        T_REF,
        ALPHA_20,
        USE_HEAT_PORT,
        DISC_TEMPERATURE,
    ],
    connectors: &[FLANGE, SUPPORT, EXCITATION, HEAT_PORT],
    variables: &[
        S_SUPPORT,
        V_SUPPORT,
        variable("v_normalized", "", "Relative speed v/v_nominal"),
        variable("f", "N", "Force acting at flange, against its motion (= flange.f)"),
        LOSS_POWER,
    ],
    ..Class::element(sources::eddy_current)
};
