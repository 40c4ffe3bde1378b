//! Modelica.Mechanics.Translational.Interfaces: flanges, and declarations shared by several classes of the package.

pub(crate) use crate::one_dimensional::interfaces::*;
pub(super) use translational_flange as flange;

use crate::class::*;

pub(crate) const FLANGE_A: Connector = flange("flange_a", "Left flange");
pub(crate) const FLANGE_B: Connector = flange("flange_b", "Right flange");
pub(crate) const FLANGE: Connector = flange("flange", "Flange of component");
pub(crate) const SUPPORT: Connector = flange("support", "Support/housing of component").when("useSupport");
/// Flange of an absolute sensor.
pub(super) const MEASURED_FLANGE: Connector = flange("flange", "Flange to be measured");

pub(super) const SPRING_CONSTANT: Parameter = real("c", "N/m", "Spring constant").min(0.0).tunable();
pub(super) const DAMPING_CONSTANT: Parameter = real("d", "N.s/m", "Damping constant").min(0.0).tunable();
pub(super) const UNSTRETCHED: Parameter = real("s_rel0", "m", "Unstretched spring length").or(0.0).tunable();
pub(super) const S_NOMINAL: Parameter =
    real("s_nominal", "m", "Nominal value of s_rel (used for scaling)").min(0.0).or(1e-4);
pub(super) const PREFER_RELATIVE_STATES: Parameter =
    state_select("prefer", "Priority to use s_rel and v_rel as states");
pub(super) const LENGTH: Parameter =
    real("L", "m", "Length of component, from left flange to right flange (= flange_b.s - flange_a.s)");
pub(super) const CGEO: Parameter =
    real("cgeo", "1", "Geometry constant: force = friction coefficient x cgeo x normal force").min(0.0).or(1.0);
pub(super) const F_NOMINAL: Parameter =
    real("f_nominal", "N", "Nominal force (if negative, force is acting as load)").tunable();
pub(super) const V_NOMINAL: Parameter = real("v_nominal", "m/s", "Nominal speed").min(f64::EPSILON).tunable();
pub(super) const V_SMALL: Parameter = real("v0", "m/s", "Regularization below v0").min(f64::EPSILON);
pub(super) const FORCE_DIRECTION: Parameter =
    boolean("ForceDirection", true, "Same direction of force in both directions of motion");

pub(super) const S_REL: Variable = variable("s_rel", "m", "Relative distance (= flange_b.s - flange_a.s)");
pub(super) const V_REL: Variable = variable("v_rel", "m/s", "Relative velocity (= der(s_rel))");
pub(super) const F: Variable = variable("f", "N", "Force between flanges (= flange_b.f)");
/// Position and speed of the flange of a source, and its force.
pub(super) const S_SUPPORT: Variable =
    variable("s", "m", "Distance between flange and support (= flange.s - support.s)");
pub(super) const V_SUPPORT: Variable = variable("v", "m/s", "Velocity of flange with respect to support (= der(s))");
pub(super) const F_FLANGE: Variable =
    variable("f", "N", "Force acting at flange, the opposite of the accelerating one (= flange.f)");
/// Motion of a mass.
pub(super) const S_CENTER: Variable =
    variable("s", "m", "Absolute position of center of component (s = flange_a.s + L/2 = flange_b.s - L/2)");
pub(super) const V_MASS: Variable = variable("v", "m/s", "Absolute velocity of component (= der(s))").with_start();
pub(super) const A_MASS: Variable = variable("a", "m/s2", "Absolute acceleration of component (= der(v))").with_start();
pub(super) const F0: Variable = variable("f0", "N", "Friction force at zero speed");
pub(super) const F0_MAX: Variable = variable("f0_max", "N", "Maximum static friction force");

/// PartialCompliantWithRelativeStates with a heat port
pub(super) const fn compliant(build: fn(&mut Element<'_>)) -> Class {
    Class {
        connectors: &[FLANGE_A, FLANGE_B, HEAT_PORT],
        variables: &[S_REL, V_REL, F, LOSS_POWER],
        ..Class::element(build)
    }
}

/// PartialForce with a force that depends on the speed.
pub(super) const fn force(build: fn(&mut Element<'_>)) -> Class {
    Class { connectors: &[FLANGE, SUPPORT], ..showing(&[S_SUPPORT, V_SUPPORT, F_FLANGE], build) }
}

/// Supports and brakes: friction of a rod against a support.
pub(super) const fn rod_support(build: fn(&mut Element<'_>)) -> Class {
    const VARIABLES: &[Variable] = &[
        variable("s", "m", "Position of the flanges relative to the support"),
        variable("v", "m/s", "Speed of the flanges relative to the support"),
        variable("a", "m/s2", "Acceleration of the flanges relative to the support"),
        variable("f", "N", "Friction force (against the motion)"),
        F0,
        F0_MAX,
        LOSS_POWER,
        MODE,
        START_FORWARD,
        START_BACKWARD,
    ];
    Class { connectors: &[FLANGE_A, FLANGE_B, SUPPORT, HEAT_PORT], ..showing(VARIABLES, build) }
}
