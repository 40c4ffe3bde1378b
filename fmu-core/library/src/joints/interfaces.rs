//! Declarations shared by several joints.

use crate::class::*;
use crate::types::STATE_SELECT;

// Parts of netlists.
pub(super) const REVOLUTE: &str = "Modelica.Mechanics.MultiBody.Joints.Revolute";
pub(super) const PRISMATIC: &str = "Modelica.Mechanics.MultiBody.Joints.Prismatic";
pub(super) const FIXED_TRANSLATION: &str = "Modelica.Mechanics.MultiBody.Parts.FixedTranslation";

pub(super) const FRAME_A: Connector = frame("frame_a", "Coordinate system fixed to the joint");
pub(super) const FRAME_B: Connector = frame("frame_b", "Coordinate system that the joint moves");

pub(super) const COORDINATES_AS_STATES: Parameter =
    enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use joint coordinates as states");
pub(super) const CHECK_TOTAL_POWER: Parameter =
    boolean("checkTotalPower", false, "MSL's run-time check of the power balance; here it holds by construction");

/// Registers the flange `axis` of a joint and the one that supports it. The support is at rest: its reaction reaches frame_a inside the
/// joint.
pub(super) fn add_flanges(e: &mut Element<'_>, joint: usize, support: &str) {
    if let Some(axis) = e.optional_flange("axis") {
        e.elements.axis_flanges.push((axis, joint));
    }
    if let Some(support) = e.optional_flange(support) {
        e.elements.ground_flanges.push(support);
    }
}
