//! Declarations shared by several forces.

pub(super) use crate::one_dimensional::interfaces::{HEAT_PORT, USE_HEAT_PORT};

use crate::class::*;

/// Variables of every line force.
pub(super) const LINE_VARIABLES: [Variable; 7] = [
    variable("length", "m", "Distance between the origin of frame_a and the origin of frame_b"),
    variable("s", "m", "Distance (guarded) between the origin of frame_a and the origin of frame_b"),
    variables("r_rel_0", 3, "m", "Position vector from frame_a to frame_b resolved in world frame"),
    variables("e_rel_0", 3, "1", "Unit vector in direction from frame_a to frame_b, resolved in world frame"),
    variables("r_rel_a", 3, "m", "Position vector from frame_a to frame_b, resolved in frame_a"),
    variables("e_a", 3, "1", "Unit vector on the line from frame_a to frame_b, resolved in frame_a"),
    variable("f", "N", "Line force acting on frame_a and on frame_b (positive when it pulls them together)"),
];

/// Variables of line forces with translational components.
pub(super) const LINE_GEOMETRY: [Variable; 4] = {
    let [length, s, r_rel_0, e_rel_0, ..] = LINE_VARIABLES;
    [length, s, r_rel_0, e_rel_0]
};
pub(super) const LOSS_POWER: Variable = variable("lossPower", "W", "Power dissipated by the damper");
pub(super) const HEAT_PORT_TEMPERATURE: Variable =
    variable("TheatPort", "K", "Temperature of the heat port, or T if it is not enabled");
pub(super) const SPRING_CONSTANT: Parameter = real("c", "N/m", "Spring constant").min(0.0).tunable();
pub(super) const UNSTRETCHED_LENGTH: Parameter =
    real("s_unstretched", "m", "Unstretched spring length").or(0.0).tunable();
pub(super) const S_SMALL: Parameter =
    real("s_small", "m", "Prevent zero-division if distance between frame_a and frame_b is zero").min(0.0).or(1e-10);
pub(super) const FIXED_ROTATION_A: Parameter = boolean(
    "fixedRotationAtFrame_a",
    false,
    "The rotation object of frame_a is fixed (to directly connect line forces)",
);
pub(super) const FIXED_ROTATION_B: Parameter = boolean(
    "fixedRotationAtFrame_b",
    false,
    "The rotation object of frame_b is fixed (to directly connect line forces)",
);
pub(super) const DEVICE_TEMPERATURE: Parameter = real("T", "K", "Fixed device temperature if useHeatPort = false")
    .min(0.0)
    .or(293.15)
    .only_if(&[("useHeatPort", "false")]);
/// Variables of line forces with a damper.
pub(super) const WITH_LOSS: [Variable; 9] = {
    let [length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f] = LINE_VARIABLES;
    [length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f, LOSS_POWER, HEAT_PORT_TEMPERATURE]
};
pub(super) const LENGTH_FRACTION: Parameter = real(
    "lengthFraction",
    "1",
    "Location of the point mass with respect to frame_a as a fraction of the \
        distance from frame_a to frame_b",
)
.min(0.0)
.max(1.0)
.or(0.5);

/// Frames of a line force.
pub(super) const END_A: Connector = frame("frame_a", "Coordinate system at one end");
pub(super) const END_B: Connector = frame("frame_b", "Coordinate system at the other end");
/// Flanges of line forces with translational components.
pub(super) const FLANGE_A: Connector =
    connector("flange_a", ConnectorKind::TranslationalFlange, "", "Flange at frame_a (s = 0)");
pub(super) const FLANGE_B: Connector =
    connector("flange_b", ConnectorKind::TranslationalFlange, "", "Flange at frame_b (s = length)");

/// Classes with a damper on the line.
pub(super) const fn damped(build: fn(&mut Element<'_>)) -> Class {
    Class { connectors: &[END_A, END_B, HEAT_PORT], variables: &WITH_LOSS, ..Class::element(build) }
}

/// Classes with translational components on the line.
pub(super) const fn with_flanges(build: fn(&mut Element<'_>)) -> Class {
    Class { connectors: &[END_A, END_B, FLANGE_A, FLANGE_B], variables: &LINE_GEOMETRY, ..Class::element(build) }
}
