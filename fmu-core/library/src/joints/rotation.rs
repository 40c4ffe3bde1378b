//! What joints that let frame_b turn freely share: start values of the rotation, and angles that may be its states.

use crate::Element;
use crate::class::*;
use mechanism::FrameId;

/// The parameters of such a joint; `enforce_states` is the default of enforceStates.
pub(super) const fn rotation_parameters(enforce_states: bool) -> [Parameter; 10] {
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

/// phi
pub(super) const PHI: Variable =
    variables("phi", 3, "rad", "Cardan angles from frame_a to frame_b, if they are states (else zero)");
/// phi_d
pub(super) const PHI_D: Variable = variables("phi_d", 3, "rad/s", "= der(phi)");
/// phi_dd
pub(super) const PHI_DD: Variable = variables("phi_dd", 3, "rad/s2", "= der(phi_d)");

/// Registers the start values of the rotation of `frame_b` relative to `frame_a`, and its angles.
pub(super) fn add_rotation_starts(e: &mut Element<'_>, frame_a: FrameId, frame_b: FrameId) {
    e.add_orientation_start(
        (Some(frame_a), frame_b),
        [("angles_start", "angles_fixed"), ("w_rel_a_start", "w_rel_a_fixed"), ("z_rel_a_start", "z_rel_a_fixed")],
    );
    e.add_angle_states(e.boolean("enforceStates"));
}
