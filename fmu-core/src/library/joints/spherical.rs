//! Modelica.Mechanics.MultiBody.Joints.Spherical

use crate::library::class::*;
use crate::library::{Element, JointElementKind, RotationStart};
use crate::mechanism::{Relative, Source};

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Spherical",
    description: "Spherical joint (3 constraints and no potential states, or 3 degrees-of-freedom and 3 states)",
    parameters: &[
        boolean("angles_fixed", false, "angles_start are initial values, not guesses"),
        vector("angles_start", "rad", "Initial angles to rotate frame_a into frame_b around sequence_start")
            .or_vector([0.0; 3]),
        sequence("sequence_start", "Sequence of rotations to rotate frame_a into frame_b at initial time"),
        boolean("w_rel_a_fixed", false, "w_rel_a_start are initial values, not guesses"),
        vector(
            "w_rel_a_start",
            "rad/s",
            "Initial angular velocity of frame_b with respect to frame_a, resolved in frame_a",
        )
        .or_vector([0.0; 3]),
        boolean("z_rel_a_fixed", false, "z_rel_a_start are initial values, not guesses"),
        vector(
            "z_rel_a_start",
            "rad/s2",
            "Initial angular acceleration of frame_b with respect to frame_a, resolved in frame_a",
        )
        .or_vector([0.0; 3]),
        boolean("enforceStates", false, "Relative variables of the joint are states"),
        boolean("useQuaternions", true, "Quaternions are the potential states, not Cardan angles"),
        sequence("sequence_angleStates", "Sequence of rotations of the Cardan angles"),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system fixed to the joint"),
        frame("frame_b", "Coordinate system that turns about the origin of frame_a"),
    ],
    variables: &[
        variables("Q", 4, "1", "Quaternion from frame_a to frame_b"),
        variables("w_rel", 3, "rad/s", "Angular velocity of frame_b with respect to frame_a, resolved in frame_b"),
        variables("z_rel", 3, "rad/s2", "= der(w_rel)"),
        variables("phi", 3, "rad", "Cardan angles from frame_a to frame_b, if they are states (else zero)"),
        variables("phi_d", 3, "rad/s", "= der(phi)"),
        variables("phi_dd", 3, "rad/s2", "= der(phi_d)"),
    ],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    let (a, b) = (e.frame("frame_a"), e.frame("frame_b"));
    let start = RotationStart {
        angles: e.vector("angles_start"),
        sequence: e.sequence("sequence_start"),
        w: e.vector("w_rel_a_start"),
    };
    e.add_joint(JointElementKind::Spherical(start));
    e.add_orientation_start(
        (Some(a), b),
        [("angles_start", "angles_fixed"), ("w_rel_a_start", "w_rel_a_fixed"), ("z_rel_a_start", "z_rel_a_fixed")],
    );
    for (name, quantity) in
        [("Q", Relative::Quaternion), ("w_rel", Relative::AngularVelocity), ("z_rel", Relative::AngularAcceleration)]
    {
        e.add_variable(name, |k| Source::Relative(a, b, quantity, k));
    }
    e.add_angle_states(e.boolean("enforceStates"));
}
