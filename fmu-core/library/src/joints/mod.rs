//! Modelica.Mechanics.MultiBody.Joints

mod assemblies;
mod composed;
mod constraints;
mod free;
mod free_motion_scalar_init;
mod interfaces;
mod rods;
mod rolling;
mod single;

use super::Class;

pub(crate) use rolling::WHEEL_SET_CONNECTORS;

classes! {
    single: PRISMATIC REVOLUTE;
    composed: CYLINDRICAL UNIVERSAL PLANAR;
    free: SPHERICAL FREE_MOTION;
    free_motion_scalar_init: FREE_MOTION_SCALAR_INIT;
    rods: SPHERICAL_SPHERICAL UNIVERSAL_SPHERICAL;
    composed: GEAR_CONSTRAINT;
    single: REVOLUTE_PLANAR_LOOP_CONSTRAINT;
    rolling: ROLLING_WHEEL ROLLING_WHEEL_SET;
    constraints: PRISMATIC_CONSTRAINT REVOLUTE_CONSTRAINT SPHERICAL_CONSTRAINT UNIVERSAL_CONSTRAINT;
    assemblies::joint_ups: JOINT_UPS;
    assemblies::two_rods: JOINT_USR JOINT_USP JOINT_SSR JOINT_SSP;
    assemblies::planar: JOINT_RRR JOINT_RRP;
}

/// Classes of parts that are not MSL classes.
pub static PARTS: [&[&Class]; 2] = [&[&rods::ROD_END, &rolling::VERTICAL_WHEEL], &assemblies::PARTS];
