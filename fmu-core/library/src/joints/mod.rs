//! Modelica.Mechanics.MultiBody.Joints

mod assemblies;
mod constraints;
mod cylindrical;
mod free_motion;
mod free_motion_scalar_init;
mod gear_constraint;
mod interfaces;
mod planar;
mod prismatic;
mod revolute;
mod revolute_planar_loop_constraint;
mod rod;
mod rolling_wheel;
mod rolling_wheel_set;
mod spherical;
mod spherical_spherical;
mod universal;
mod universal_spherical;

use super::Class;

pub(crate) use rolling_wheel_set::WHEEL_SET_CONNECTORS;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &prismatic::CLASS,
    &revolute::CLASS,
    &cylindrical::CLASS,
    &universal::CLASS,
    &planar::CLASS,
    &spherical::CLASS,
    &free_motion::CLASS,
    &free_motion_scalar_init::CLASS,
    &spherical_spherical::CLASS,
    &universal_spherical::CLASS,
    &gear_constraint::CLASS,
    &revolute_planar_loop_constraint::CLASS,
    &rolling_wheel::CLASS,
    &rolling_wheel_set::CLASS,
    &constraints::PRISMATIC,
    &constraints::REVOLUTE,
    &constraints::SPHERICAL,
    &constraints::UNIVERSAL,
    &assemblies::joint_ups::CLASS,
    &assemblies::two_rods::JOINT_USR,
    &assemblies::two_rods::JOINT_USP,
    &assemblies::two_rods::JOINT_SSR,
    &assemblies::two_rods::JOINT_SSP,
    &assemblies::joint_rrr::CLASS,
    &assemblies::joint_rrp::CLASS,
];

/// Classes of parts that are not MSL classes.
pub static PARTS: [&[&Class]; 2] =
    [&[&universal_spherical::ROD_END, &rolling_wheel_set::VERTICAL_WHEEL], &assemblies::PARTS];
