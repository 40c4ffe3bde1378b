//! Modelica.Mechanics.Rotational.Sources

use super::interfaces::*;
use crate::class::*;
use crate::one_dimensional::sources;

pub static TORQUE_STEP: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.TorqueStep",
    description: "Constant torque, not dependent on speed, with a step at startTime",
    parameters: &[
        USE_SUPPORT,
        real("stepTorque", "N.m", "Height of torque step (if negative, torque is acting as load)").or(1.0).tunable(),
        real("offsetTorque", "N.m", "Offset of torque").or(0.0).tunable(),
        real("startTime", "s", "Torque = offset for time < startTime").or(0.0),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[PHI_SUPPORT, TAU_ACCELERATING],
    ..Class::element(sources::step)
};

const TAU_CONSTANT: Parameter = real(
    "tau_constant",
    "N.m",
    "Constant torque (if negative, torque is acting as load in positive direction of rotation)",
)
.tunable();
const TORQUE_DIRECTION: Parameter =
    boolean("TorqueDirection", true, "Same direction of torque in both directions of rotation");
const PHI_MOVED: Variable = variable("phi", "rad", "Rotation angle of flange with respect to support");
const W_MOVED: Variable = variable("w", "rad/s", "Angular velocity of flange with respect to support");
const W_FILTERED: Variable =
    variable("w", "rad/s", "If exact = false, angular velocity of flange with respect to support");
const A_FILTERED: Variable =
    variable("a", "rad/s2", "If exact = false, angular acceleration of flange with respect to support");
const MOTION: Connector = real_inputs(
    "u",
    3,
    "",
    "Angle, angular velocity and angular acceleration of flange with respect to support as input signals",
);
const A_MOVED: Variable = variable("a", "rad/s2", "Angular acceleration of flange with respect to support");

plain_classes! {
    "Mechanics.Rotational.Sources":
    TORQUE "Torque" [USE_SUPPORT]
        {FLANGE, SUPPORT, real_input("tau", "N.m", "Accelerating torque acting at flange (= -flange.tau)")}
        plain(sources::signal) "Input signal acting as external torque on a flange";
    TORQUE2 "Torque2"
        {FLANGE_A, FLANGE_B,
            real_input("tau", "N.m", "Torque driving the two flanges (a positive value accelerates the flange)")}
        plain(sources::between) "Input signal acting as torque on two flanges";
    CONSTANT_TORQUE "ConstantTorque" [USE_SUPPORT, TAU_CONSTANT] {FLANGE, SUPPORT}
        showing(&[PHI_SUPPORT, TAU_ACCELERATING], sources::constant) "Constant torque, not dependent on speed";
    CONSTANT_SPEED "ConstantSpeed" [USE_SUPPORT, real("w_fixed", "rad/s", "Fixed speed")] {FLANGE, SUPPORT}
        showing(&[PHI_SUPPORT, W_SUPPORT], sources::constant_speed) "Constant speed, not dependent on torque";
    POSITION "Position" [USE_SUPPORT, EXACT, F_CRIT, W_CRIT]
        {FLANGE, SUPPORT, real_input("phi_ref", "rad", "Reference angle of flange with respect to support")}
        showing(&[PHI_MOVED, W_FILTERED, A_FILTERED], sources::position)
        "Forced movement of a flange according to a reference angle signal";
    SPEED "Speed" [USE_SUPPORT, EXACT, F_CRIT, W_CRIT]
        {FLANGE, SUPPORT, real_input("w_ref", "rad/s", "Reference angular velocity of flange with respect to support")}
        showing(&[PHI_MOVED.fixed_at_start(), W_MOVED.with_start(), A_MOVED], sources::speed)
        "Forced movement of a flange according to a reference angular velocity signal";
    ACCELERATE "Accelerate" [USE_SUPPORT]
        {FLANGE, SUPPORT,
            real_input("a_ref", "rad/s2", "Angular acceleration of flange with respect to support as input signal")}
        showing(&[PHI_MOVED.fixed_at_start(), W_MOVED.fixed_at_start(), A_MOVED], sources::accelerate)
        "Forced movement of a flange according to an acceleration signal";
    MOVE "Move" [USE_SUPPORT] {FLANGE, SUPPORT, MOTION} showing(&[PHI_MOVED], sources::motion)
        "Forced movement of a flange according to an angle, speed and angular acceleration signal";
    LINEAR_SPEED_DEPENDENT_TORQUE "LinearSpeedDependentTorque"
        [USE_SUPPORT, TAU_NOMINAL,
            boolean("TorqueDirection", true, "Same direction of torque in both directions of motion"), W_NOMINAL]
        torque(sources::linear) "Linear dependency of torque versus speed";
    QUADRATIC_SPEED_DEPENDENT_TORQUE "QuadraticSpeedDependentTorque"
        [USE_SUPPORT, TAU_NOMINAL, TORQUE_DIRECTION, W_NOMINAL]
        torque(sources::quadratic) "Quadratic dependency of torque versus speed";
    INVERSE_SPEED_DEPENDENT_TORQUE "InverseSpeedDependentTorque"
        [USE_SUPPORT, TAU_NOMINAL, TORQUE_DIRECTION, W_NOMINAL, W_SMALL.tunable()]
        torque(sources::inverse_speed) "Torque reciprocal dependent on speed";
    SIGN_TORQUE "SignTorque" [USE_SUPPORT, TAU_NOMINAL, REG, W_SMALL.or(0.1)]
        torque(sources::sign) "Constant torque changing sign with speed";
}

pub static EDDY_CURRENT_TORQUE: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.EddyCurrentTorque",
    description: "Simple model of a rotational eddy current brake",
    parameters: &[
        USE_SUPPORT,
        EXCITATION_INPUT,
        CONSTANT_EXCITATION,
        real("tau_nominal", "N.m", "Maximum torque (always braking)").tunable(),
        real("w_nominal", "rad/s", "Nominal speed (leads to maximum torque) at reference temperature")
            .min(f64::EPSILON)
            .tunable(),
        T_REF,
        ALPHA_20,
        USE_HEAT_PORT,
        DISC_TEMPERATURE,
    ],
    connectors: &[FLANGE, SUPPORT, EXCITATION, HEAT_PORT],
    variables: &[
        PHI_SUPPORT,
        W_SUPPORT,
        variable("w_normalized", "", "Relative speed w/w_nominal"),
        variable("tau", "N.m", "Torque acting at flange, against its motion (= flange.tau)"),
        LOSS_POWER,
    ],
    ..Class::element(sources::eddy_current)
};
