//! Connectors, variables and parameters shared by bodies.

use crate::class::*;

pub(super) const FRAME_A: Connector = frame("frame_a", "Coordinate system fixed to the component");
pub(super) const FRAME_B: Connector = frame("frame_b", "Coordinate system at r");

pub(super) const R_0: Variable =
    variables("r_0", 3, "m", "Position vector from origin of world frame to origin of frame_a").with_start();
pub(super) const V_0: Variable =
    variables("v_0", 3, "m/s", "Absolute velocity of frame_a, resolved in world frame (= der(r_0))").with_start();
pub(super) const A_0: Variable =
    variables("a_0", 3, "m/s2", "Absolute acceleration of frame_a resolved in world frame (= der(v_0))");

/// The parameters of a class followed by mass, inertia and initial motion of a body.
macro_rules! with_body_parameters {
    ($($parameter:expr),* $(,)?) => {
        with_body_start_parameters![
            $($parameter,)*
            vector("r_CM", "m", "Vector from frame_a to centre of mass, resolved in frame_a"),
            real("m", "kg", "Mass of rigid body").min(0.0),
            real("I_11", "kg.m2", "Element (1,1) of inertia tensor").min(0.0).or(0.001),
            real("I_22", "kg.m2", "Element (2,2) of inertia tensor").min(0.0).or(0.001),
            real("I_33", "kg.m2", "Element (3,3) of inertia tensor").min(0.0).or(0.001),
            real("I_21", "kg.m2", "Element (2,1) of inertia tensor").or(0.0),
            real("I_31", "kg.m2", "Element (3,1) of inertia tensor").or(0.0),
            real("I_32", "kg.m2", "Element (3,2) of inertia tensor").or(0.0),
        ]
    };
}
pub(super) use with_body_parameters;

/// The parameters of a class followed by those of the initial motion of a body, shared by Body and the classes that
/// contain it.
macro_rules! with_body_start_parameters {
    ($($parameter:expr),* $(,)?) => {
        &[
            $($parameter,)*
            boolean("angles_fixed", false, "angles_start are initial values, not guesses"),
            vector("angles_start", "rad", "Initial angles to rotate the world frame into frame_a around sequence_start").or_vector([0.0; 3]),
            sequence("sequence_start", "Sequence of rotations to rotate the world frame into frame_a at initial time"),
            boolean("w_0_fixed", false, "w_0_start are initial values, not guesses"),
            vector("w_0_start", "rad/s", "Initial angular velocity of frame_a resolved in world frame").or_vector([0.0; 3]),
            boolean("z_0_fixed", false, "z_0_start are initial values, not guesses"),
            vector("z_0_start", "rad/s2", "Initial angular acceleration of frame_a resolved in world frame").or_vector([0.0; 3]),
            boolean("enforceStates", false, "Absolute variables of the body are states"),
            boolean("useQuaternions", true, "Quaternions are the potential states, not Cardan angles"),
            sequence("sequence_angleStates", "Sequence of rotations of angle states").only_if(&[("useQuaternions", "false")]),
        ]
    };
}
pub(super) use with_body_start_parameters;

/// The parts and connectors of BodyShape and similar classes.
macro_rules! body_with_translation {
    ($mass:expr) => {
        Body::Netlist(&Netlist {
            parts: &[
                part("frameTranslation", "Modelica.Mechanics.MultiBody.Parts.FixedTranslation", &[("r", "r")]),
                part("body", "Modelica.Mechanics.MultiBody.Parts.Body", $mass),
            ],
            connections: &[],
            connectors: &[
                ("frame_a", &["body.frame_a", "frameTranslation.frame_a"]),
                ("frame_b", &["frameTranslation.frame_b"]),
            ],
            variables: &[("r_0", "body.r_0"), ("v_0", "body.v_0"), ("a_0", "body.a_0")],
        })
    };
}
pub(super) use body_with_translation;

/// Parameters of the inner Body: the given ones, then those with the same name in the composite class.
macro_rules! body_bindings {
    ($($binding:expr),* $(,)?) => {
        &[
            $($binding,)*
            ("r_CM", "r_CM"),
            ("m", "m"),
            ("angles_fixed", "angles_fixed"),
            ("angles_start", "angles_start"),
            ("sequence_start", "sequence_start"),
            ("w_0_fixed", "w_0_fixed"),
            ("w_0_start", "w_0_start"),
            ("z_0_fixed", "z_0_fixed"),
            ("z_0_start", "z_0_start"),
            ("enforceStates", "enforceStates"),
            ("useQuaternions", "useQuaternions"),
            ("sequence_angleStates", "sequence_angleStates"),
        ]
    };
}
pub(super) use body_bindings;

/// Bindings of the six inertia parameters to the elements of the matrix `I` of the composite class.
macro_rules! body_bindings_from_matrix {
    () => {
        body_bindings![
            ("I_11", "I[1,1]"),
            ("I_22", "I[2,2]"),
            ("I_33", "I[3,3]"),
            ("I_21", "I[2,1]"),
            ("I_31", "I[3,1]"),
            ("I_32", "I[3,2]"),
        ]
    };
}
pub(super) use body_bindings_from_matrix;
