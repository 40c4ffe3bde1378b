//! Joints that let frame_b turn freely: Spherical and FreeMotion.

use super::interfaces::FRAME_A;
use crate::class::*;
use crate::pictures::*;
use mechanism::{FreeStart, JointStart, Relative, RotationStart, Slot3};

/// Parameters of such a joint; `enforce_states` is the default of enforceStates.
const fn rotation_parameters(enforce_states: bool) -> [Parameter; 10] {
    [
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
        boolean("enforceStates", enforce_states, "Relative variables of the joint are states"),
        boolean("useQuaternions", true, "Quaternions are the potential states, not Cardan angles"),
        sequence("sequence_angleStates", "Sequence of rotations of the Cardan angles")
            .only_if(&[("useQuaternions", "false")]),
    ]
}

const PHI: Variable =
    variables("phi", 3, "rad", "Cardan angles from frame_a to frame_b, if they are states (otherwise zero)");
const PHI_D: Variable = variables("phi_d", 3, "rad/s", "= der(phi)");
const PHI_DD: Variable = variables("phi_dd", 3, "rad/s2", "= der(phi_d)");

/// Registers a joint, the start values of its rotation, its angles, and quantities of the motion of frame_b relative to frame_a.
fn build(e: &mut Element<'_>, start: JointStart, shown: &[(&str, Relative)]) {
    let [a, b] = e.frames();
    e.add_joint(None, start);
    e.add_orientation_start(Some(a), b, ["w_rel_a", "z_rel_a"]);
    e.add_angle_states(e.boolean("enforceStates"));
    e.show_relative(shown);
}

pub static SPHERICAL: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Spherical",
    description: "Spherical joint (3 constraints and no potential states, or 3 degrees-of-freedom and 3 states)",
    parameters: &rotation_parameters(false),
    connectors: &[FRAME_A, frame("frame_b", "Coordinate system that turns about the origin of frame_a")],
    variables: &[
        variables("Q", 4, "1", "Quaternion from frame_a to frame_b"),
        variables("w_rel", 3, "rad/s", "Angular velocity of frame_b with respect to frame_a, resolved in frame_b"),
        variables("z_rel", 3, "rad/s2", "= der(w_rel)"),
        PHI,
        PHI_D,
        PHI_DD,
    ],
    graphics: &[SHOWN, JOINT_SPHERE],
    pictures: &[joint_sphere("sphere", "frame_a")],
    ..Class::element(|e| {
        let start = RotationStart {
            angles: e.vector("angles_start"),
            sequence: e.sequence("sequence_start"),
            w: e.vector("w_rel_a_start"),
        };
        let shown = [
            ("Q", Relative::Quaternion),
            ("w_rel", Relative::AngularVelocity),
            ("z_rel", Relative::AngularAcceleration),
        ];
        build(e, JointStart::Spherical(start), &shown);
    })
};

pub static FREE_MOTION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.FreeMotion",
    description: "Free motion joint (6 degrees-of-freedom, 12 potential states)",
    parameters: &rotation_parameters(true),
    connectors: &[
        frame("frame_a", "Coordinate system that the motion is relative to"),
        frame("frame_b", "Coordinate system that moves freely"),
    ],
    variables: &[
        variables("r_rel_a", 3, "m", "Position vector from frame_a to frame_b resolved in frame_a").with_start(),
        variables(
            "v_rel_a",
            3,
            "m/s",
            "= der(r_rel_a), velocity of frame_b with respect to frame_a, resolved in frame_a",
        )
        .with_start(),
        variables("a_rel_a", 3, "m/s2", "= der(v_rel_a)"),
        variables("Q", 4, "1", "Quaternion from frame_a to frame_b"),
        variables("w_rel_b", 3, "rad/s", "Angular velocity of frame_b with respect to frame_a, resolved in frame_b"),
        variables(
            "z_rel_b",
            3,
            "rad/s2",
            "Angular acceleration of frame_b with respect to frame_a, resolved in frame_b",
        ),
        PHI,
        PHI_D,
        PHI_DD,
    ],
    graphics: &[SHOWN, POSITION_ARROW],
    pictures: &[arrow("arrow", Quantity::RelativePosition, Group::Joints).along("r_rel_a").colour("arrowColor")],
    ..Class::element(|e| {
        let start = FreeStart {
            r: Slot3(e.start("r_rel_a")),
            v: Slot3(e.start("v_rel_a")),
            angles: Some(e.vector("angles_start")),
            sequence: e.sequence("sequence_start"),
            w: Some(e.vector("w_rel_a_start")),
        };
        let shown = [
            ("r_rel_a", Relative::Position),
            ("v_rel_a", Relative::Velocity),
            ("a_rel_a", Relative::Acceleration),
            ("Q", Relative::Quaternion),
            ("w_rel_b", Relative::AngularVelocity),
            ("z_rel_b", Relative::AngularAcceleration),
        ];
        build(e, JointStart::Free(start), &shown);
    })
};
