//! Modelica.Mechanics.Translational.Sources

use super::interfaces::*;
use crate::class::*;
use crate::one_dimensional::sources;

pub static FORCE: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Force",
    description: "External force acting on a drive train element as input signal",
    parameters: &[USE_SUPPORT],
    connectors: &[FLANGE, SUPPORT, real_input("f", "N", "Driving force as input signal (= -flange.f)")],
    ..Class::element(sources::signal)
};

pub static FORCE2: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Force2",
    description: "Input signal acting as force on two flanges",
    connectors: &[FLANGE_A, FLANGE_B, real_input("f", "N", "Driving force as input signal")],
    ..Class::element(sources::between)
};

pub static CONSTANT_FORCE: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.ConstantForce",
    description: "Constant force, not dependent on speed",
    parameters: &[
        USE_SUPPORT,
        real("f_constant", "N", "Nominal force (if negative, force is acting as load)").tunable(),
    ],
    connectors: &[FLANGE, SUPPORT],
    variables: &[S_SUPPORT, F_FLANGE],
    ..Class::element(sources::constant)
};

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

plain_classes! {
    "Mechanics.Translational.Sources":
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

pub static CONSTANT_SPEED: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.ConstantSpeed",
    description: "Constant speed, not dependent on force",
    parameters: &[USE_SUPPORT, real("v_fixed", "m/s", "Fixed speed")],
    connectors: &[FLANGE, SUPPORT],
    variables: &[S_SUPPORT, V_SUPPORT],
    ..Class::element(sources::constant_speed)
};

pub static POSITION: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Position",
    description: "Forced movement of a flange according to a reference position",
    parameters: &[USE_SUPPORT, EXACT, F_CRIT, W_CRIT],
    connectors: &[FLANGE, SUPPORT, real_input("s_ref", "m", "Reference position of flange as input signal")],
    variables: &[
        S_MOVED,
        variable("v", "m/s", "If exact = false, absolute velocity of flange"),
        variable("a", "m/s2", "If exact = false, absolute acceleration of flange"),
    ],
    ..Class::element(sources::position)
};

pub static SPEED: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Speed",
    description: "Forced movement of a flange according to a reference speed",
    parameters: &[USE_SUPPORT, EXACT, F_CRIT, W_CRIT],
    connectors: &[FLANGE, SUPPORT, real_input("v_ref", "m/s", "Reference speed of flange as input signal")],
    variables: &[S_MOVED.fixed_at_start(), V_MOVED.with_start(), A_MOVED],
    ..Class::element(sources::speed)
};

pub static ACCELERATE: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Accelerate",
    description: "Forced movement of a flange according to an acceleration signal",
    parameters: &[USE_SUPPORT],
    connectors: &[FLANGE, SUPPORT, real_input("a_ref", "m/s2", "Acceleration of flange as input signal")],
    variables: &[S_MOVED.fixed_at_start(), V_MOVED.fixed_at_start(), A_MOVED],
    ..Class::element(sources::accelerate)
};

pub static MOVE: Class = Class {
    name: "Modelica.Mechanics.Translational.Sources.Move",
    description: "Forced movement of a flange according to a position, velocity and acceleration signal",
    parameters: &[USE_SUPPORT],
    connectors: &[
        FLANGE,
        SUPPORT,
        real_inputs("u", 3, "", "Position, velocity and acceleration of flange as input signals"),
    ],
    variables: &[S_SUPPORT],
    ..Class::element(sources::motion)
};

const S_MOVED: Variable = variable("s", "m", "Distance between flange and support");
const V_MOVED: Variable = variable("v", "m/s", "Velocity of flange with respect to support");
const A_MOVED: Variable = variable("a", "m/s2", "Acceleration of flange with respect to support");
