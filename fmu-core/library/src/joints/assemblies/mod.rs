//! Modelica.Mechanics.MultiBody.Joints.Assemblies

mod interfaces;
pub(super) mod joint_ups;
mod length_constraint;
mod measured;
pub(super) mod planar;
pub(super) mod two_rods;

use crate::class::Class;

/// Classes of parts of the assemblies.
pub(super) static PARTS: [&Class; 11] = [
    &length_constraint::REVOLUTE,
    &length_constraint::PRISMATIC,
    &length_constraint::REVOLUTE_JOINT,
    &length_constraint::PRISMATIC_JOINT,
    &length_constraint::ANGLE_OFFSET,
    &length_constraint::DISTANCE_OFFSET,
    &joint_ups::TELESCOPE_END,
    &measured::CARRIED_DIRECTION,
    &measured::RELATIVE_POSITION,
    &measured::BASIC_RELATIVE_POSITION,
    &measured::COMPONENT,
];
