//! The end of a rod of variable length.

use super::interfaces::FRAME_IB;
use crate::class::*;
use mechanism::ConstraintKind;

/// The end of the rod of JointUPS, at frame_b. At the start it is moved there by the last registered joints: the
/// revolute joints of the universal joint and the prismatic joint.
pub(super) static TELESCOPE_END: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Assemblies.Internal.TelescopeEnd",
    description: "End of a rod of variable length at a spherical joint",
    documentation: Documentation::NONE,
    parameters: &[
        vector("n1_a", "1", "Axis 1 of the universal joint resolved in frame_a"),
        vector("nAxis_ia", "m", "Direction of the rod, resolved in frame_ia"),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system at the universal joint"),
        frame("frame_ia", "Coordinate system that the universal joint turns"),
        FRAME_IB,
        frame("frame_b", "Coordinate system at the spherical joint"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let [frame_a, frame_ia, frame_ib, frame_b] =
        ["frame_a", "frame_ia", "frame_ib", "frame_b"].map(|name| e.frame(name));
    e.add_constraint_between(ConstraintKind::Position([true; 3]), [frame_ib, frame_b]);
    e.add_universal_form((e.vector("n1_a"), e.vector("nAxis_ia")), [frame_a, frame_ia, frame_b], true);
}
