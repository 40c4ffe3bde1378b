//! Modelica.Mechanics.MultiBody.Joints.Assemblies

mod interfaces;
pub(super) mod joint_rrp;
pub(super) mod joint_rrr;
pub(super) mod joint_ups;
mod length_constraint;
mod measured;
mod telescope;
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
    &telescope::TELESCOPE_END,
    &measured::CARRIED_DIRECTION,
    &measured::RELATIVE_POSITION,
    &measured::BASIC_RELATIVE_POSITION,
    &measured::COMPONENT,
];
