//! Modelica.Mechanics.Rotational.Interfaces: flanges, and declarations shared by several classes of the package.

pub(crate) use crate::one_dimensional::interfaces::*;
pub(super) use rotational_flange as flange;

use crate::class::*;

pub(crate) const FLANGE_A: Connector = flange("flange_a", "Left flange");
pub(crate) const FLANGE_B: Connector = flange("flange_b", "Right flange");
pub(crate) const FLANGE: Connector = flange("flange", "Flange of shaft");
pub(crate) const SUPPORT: Connector = flange("support", "Support/housing of component").when("useSupport");
/// Flange of an absolute sensor.
pub(super) const MEASURED_FLANGE: Connector = flange("flange", "Flange to be measured");

pub(super) const SPRING_CONSTANT: Parameter = real("c", "N.m/rad", "Spring constant").tunable();
pub(super) const DAMPING_CONSTANT: Parameter = real("d", "N.m.s/rad", "Damping constant").min(0.0).tunable();
pub(super) const UNSTRETCHED: Parameter = real("phi_rel0", "rad", "Unstretched spring angle").or(0.0).tunable();
pub(super) const RATIO: Parameter = real("ratio", "1", "Transmission ratio (flange_a.phi/flange_b.phi)");
pub(super) const PHI_NOMINAL: Parameter =
    real("phi_nominal", "rad", "Nominal value of phi_rel (used for scaling)").min(0.0).or(1e-4);
pub(super) const PREFER_RELATIVE_STATES: Parameter =
    state_select("prefer", "Priority to use phi_rel and w_rel as states");
pub(super) const CGEO: Parameter =
    real("cgeo", "m", "Geometry constant: torque = friction coefficient x cgeo x normal force").min(0.0).or(1.0);
pub(super) const TAU_NOMINAL: Parameter =
    real("tau_nominal", "N.m", "Nominal torque (if negative, torque is acting as load)").tunable();
pub(super) const W_NOMINAL: Parameter = real("w_nominal", "rad/s", "Nominal speed").min(f64::EPSILON).tunable();
pub(super) const W_SMALL: Parameter = real("w0", "rad/s", "Regularization below w0").min(f64::EPSILON);

pub(super) const PHI_REL: Variable =
    variable("phi_rel", "rad", "Relative rotation angle (= flange_b.phi - flange_a.phi)");
pub(super) const W_REL: Variable = variable("w_rel", "rad/s", "Relative angular velocity (= der(phi_rel))");
pub(super) const A_REL: Variable = variable("a_rel", "rad/s2", "Relative angular acceleration (= der(w_rel))");
pub(super) const TAU: Variable = variable("tau", "N.m", "Torque between flanges (= flange_b.tau)");
/// Angle and angular velocity of the flange of a source, and its torque.
pub(super) const PHI_SUPPORT: Variable =
    variable("phi", "rad", "Angle of flange with respect to support (= flange.phi - support.phi)");
pub(super) const W_SUPPORT: Variable =
    variable("w", "rad/s", "Angular velocity of flange with respect to support (= der(phi))");
pub(super) const TAU_ACCELERATING: Variable =
    variable("tau", "N.m", "Accelerating torque acting at flange (= -flange.tau)");
pub(super) const TAU0: Variable = variable("tau0", "N.m", "Friction torque at zero speed");
pub(super) const PHI_A: Variable = variable("phi_a", "rad", "Angle between left shaft flange and support");
pub(super) const PHI_B: Variable = variable("phi_b", "rad", "Angle between right shaft flange and support");

/// PartialCompliantWithRelativeStates with a heat port
pub(super) const fn compliant(build: fn(&mut Element<'_>)) -> Class {
    Class {
        connectors: &[FLANGE_A, FLANGE_B, HEAT_PORT],
        variables: &[PHI_REL, W_REL, A_REL, TAU, LOSS_POWER],
        ..Class::element(build)
    }
}

/// PartialTorque with a torque that depends on the speed.
pub(super) const fn torque(build: fn(&mut Element<'_>)) -> Class {
    Class { connectors: &[FLANGE, SUPPORT], ..showing(&[PHI_SUPPORT, W_SUPPORT, TAU_ACCELERATING], build) }
}

/// Clutches.
pub(super) const fn clutch(build: fn(&mut Element<'_>)) -> Class {
    const PARAMETERS: &[Parameter] = &[
        friction_table("mu_pos", &[0.0, 0.5], "Friction coefficient over positive relative speed: rows of rad/s, 1"),
        TABLE_SMOOTHNESS,
        PEAK,
        CGEO,
        FN_MAX,
        PHI_NOMINAL,
        PREFER_RELATIVE_STATES,
        USE_HEAT_PORT,
    ];
    const VARIABLES: &[Variable] = &[
        PHI_REL,
        W_REL,
        A_REL,
        variable("tau", "N.m", "Torque between the flanges (= flange_b.tau)"),
        TAU0,
        variable("tau0_max", "N.m", "Maximum static friction torque"),
        LOSS_POWER,
        MODE,
        START_FORWARD,
        START_BACKWARD,
    ];
    const CONNECTORS: &[Connector] = &[FLANGE_A, FLANGE_B, HEAT_PORT, F_NORMALIZED];
    Class { parameters: PARAMETERS, connectors: CONNECTORS, variables: VARIABLES, ..Class::element(build) }
}

/// Bearings and brakes: friction of a shaft against a support.
pub(super) const fn bearing(build: fn(&mut Element<'_>)) -> Class {
    const VARIABLES: &[Variable] = &[
        variable("phi", "rad", "Angle between shaft flanges and support"),
        variable("w", "rad/s", "Absolute angular velocity of the shaft relative to the support"),
        variable("a", "rad/s2", "Absolute angular acceleration of the shaft relative to the support"),
        variable("tau", "N.m", "Friction torque (against the motion)"),
        TAU0,
        variable("tau0_max", "N.m", "Maximum static friction torque"),
        LOSS_POWER,
        MODE,
        START_FORWARD,
        START_BACKWARD,
    ];
    Class { connectors: &[FLANGE_A, FLANGE_B, SUPPORT, HEAT_PORT], ..showing(VARIABLES, build) }
}
