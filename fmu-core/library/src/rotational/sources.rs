//! Modelica.Mechanics.Rotational.Sources

use super::interfaces::*;
use crate::class::*;
use crate::one_dimensional::sources;

pub static TORQUE: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Torque",
    description: "Input signal acting as external torque on a flange",
    parameters: &[USE_SUPPORT],
    connectors: &[FLANGE, SUPPORT, real_input("tau", "N.m", "Accelerating torque acting at flange (= -flange.tau)")],
    ..Class::element(sources::signal)
};

pub static TORQUE2: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Torque2",
    description: "Input signal acting as torque on two flanges",
    connectors: &[
        FLANGE_A,
        FLANGE_B,
        real_input("tau", "N.m", "Torque driving the two flanges (a positive value accelerates the flange)"),
    ],
    ..Class::element(sources::between)
};

pub static CONSTANT_TORQUE: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.ConstantTorque",
    description: "Constant torque, not dependent on speed",
    parameters: &[
        USE_SUPPORT,
        real(
            "tau_constant",
            "N.m",
            "Constant torque (if negative, torque is acting as load in positive direction of rotation)",
        )
        .tunable(),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[PHI_SUPPORT, TAU_ACCELERATING],
    ..Class::element(sources::constant)
};

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

pub static LINEAR_SPEED_DEPENDENT_TORQUE: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.LinearSpeedDependentTorque",
    description: "Linear dependency of torque versus speed",
    parameters: &[
        USE_SUPPORT,
        TAU_NOMINAL,
        boolean("TorqueDirection", true, "Same direction of torque in both directions of motion"),
        W_NOMINAL,
    ],
    ..torque(sources::linear)
};

plain_classes! {
    "Mechanics.Rotational.Sources":
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

pub static CONSTANT_SPEED: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.ConstantSpeed",
    description: "Constant speed, not dependent on torque",
    parameters: &[USE_SUPPORT, real("w_fixed", "rad/s", "Fixed speed")],
    connectors: &[FLANGE, SUPPORT],
    variables: &[PHI_SUPPORT, W_SUPPORT],
    ..Class::element(sources::constant_speed)
};

pub static POSITION: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Position",
    description: "Forced movement of a flange according to a reference angle signal",
    parameters: &[USE_SUPPORT, EXACT, F_CRIT, W_CRIT],
    connectors: &[FLANGE, SUPPORT, real_input("phi_ref", "rad", "Reference angle of flange with respect to support")],
    variables: &[
        PHI_MOVED,
        variable("w", "rad/s", "If exact = false, angular velocity of flange with respect to support"),
        variable("a", "rad/s2", "If exact = false, angular acceleration of flange with respect to support"),
    ],
    ..Class::element(sources::position)
};

pub static SPEED: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Speed",
    description: "Forced movement of a flange according to a reference angular velocity signal",
    parameters: &[USE_SUPPORT, EXACT, F_CRIT, W_CRIT],
    connectors: &[
        FLANGE,
        SUPPORT,
        real_input("w_ref", "rad/s", "Reference angular velocity of flange with respect to support"),
    ],
    variables: &[PHI_MOVED.fixed_at_start(), W_MOVED.with_start(), A_MOVED],
    ..Class::element(sources::speed)
};

pub static ACCELERATE: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Accelerate",
    description: "Forced movement of a flange according to an acceleration signal",
    parameters: &[USE_SUPPORT],
    connectors: &[
        FLANGE,
        SUPPORT,
        real_input("a_ref", "rad/s2", "Angular acceleration of flange with respect to support as input signal"),
    ],
    variables: &[PHI_MOVED.fixed_at_start(), W_MOVED.fixed_at_start(), A_MOVED],
    ..Class::element(sources::accelerate)
};

pub static MOVE: Class = Class {
    name: "Modelica.Mechanics.Rotational.Sources.Move",
    description: "Forced movement of a flange according to an angle, speed and angular acceleration signal",
    parameters: &[USE_SUPPORT],
    connectors: &[
        FLANGE,
        SUPPORT,
        real_inputs(
            "u",
            3,
            "",
            "Angle, angular velocity and angular acceleration of flange with respect to support as input signals",
        ),
    ],
    variables: &[PHI_MOVED],
    ..Class::element(sources::motion)
};

const TORQUE_DIRECTION: Parameter =
    boolean("TorqueDirection", true, "Same direction of torque in both directions of rotation");
const PHI_MOVED: Variable = variable("phi", "rad", "Rotation angle of flange with respect to support");
const W_MOVED: Variable = variable("w", "rad/s", "Angular velocity of flange with respect to support");
const A_MOVED: Variable = variable("a", "rad/s2", "Angular acceleration of flange with respect to support");
