//! Declarations shared by several joints.

use crate::class::*;
use crate::types::STATE_SELECT;
use mechanism::FrameId;

// Parts of netlists.
pub(super) const REVOLUTE: &str = "Modelica.Mechanics.MultiBody.Joints.Revolute";
pub(super) const PRISMATIC: &str = "Modelica.Mechanics.MultiBody.Joints.Prismatic";
pub(super) const FIXED_TRANSLATION: &str = "Modelica.Mechanics.MultiBody.Parts.FixedTranslation";

pub(super) const FRAME_A: Connector = frame("frame_a", "Coordinate system fixed to the joint");
pub(super) const FRAME_B: Connector = frame("frame_b", "Coordinate system that the joint moves");

pub(super) const COORDINATES_AS_STATES: Parameter =
    enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use joint coordinates as states");
pub(super) const COMPUTE_ROD_LENGTH: Parameter =
    boolean("computeRodLength", false, "The rod length is computed from the initial positions of the frames");
pub(super) const KINEMATIC_CONSTRAINT: Parameter =
    boolean("kinematicConstraint", true, "Form of the constraint equation in MSL; both are equivalent here");
pub(super) const CHECK_TOTAL_POWER: Parameter =
    boolean("checkTotalPower", false, "MSL's run-time check of the power balance; here it holds by construction");
pub(super) const R_ROD_0: Variable =
    variables("rRod_0", 3, "m", "Position vector from frame_a to frame_b resolved in world frame");
pub(super) const R_ROD_A: Variable =
    variables("rRod_a", 3, "m", "Position vector from frame_a to frame_b resolved in frame_a");
pub(super) const E_ROD_A: Variable =
    variables("eRod_a", 3, "1", "Unit vector in direction from frame_a to frame_b, resolved in frame_a");
pub(super) const F_B_A1: Variable =
    variables("f_b_a1", 3, "N", "Force at frame_b without the component along the rod, resolved in frame_a");
pub(super) const F_ROD: Variable = variable(
    "f_rod",
    "N",
    "Constraint force in direction of the rod (positive on frame_a, when directed from frame_a to frame_b)",
);

// Joints that let frame_b turn freely: start values of the rotation, and angles that may be its states.

/// Parameters of such a joint; `enforce_states` is the default of enforceStates.
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

pub(super) const PHI: Variable =
    variables("phi", 3, "rad", "Cardan angles from frame_a to frame_b, if they are states (otherwise zero)");
pub(super) const PHI_D: Variable = variables("phi_d", 3, "rad/s", "= der(phi)");
pub(super) const PHI_DD: Variable = variables("phi_dd", 3, "rad/s2", "= der(phi_d)");

/// Registers the start values of the rotation of `frame_b` relative to `frame_a`, and its angles.
pub(super) fn add_rotation_starts(e: &mut Element<'_>, frame_a: FrameId, frame_b: FrameId) {
    e.add_orientation_start(
        (Some(frame_a), frame_b),
        [("angles_start", "angles_fixed"), ("w_rel_a_start", "w_rel_a_fixed"), ("z_rel_a_start", "z_rel_a_fixed")],
    );
    e.add_angle_states(e.boolean("enforceStates"));
}
