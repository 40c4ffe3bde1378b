//! Modelica.Mechanics.Rotational, and the laws that it shares with Translational: both are one-dimensional mechanics with other
//! units.

mod acc_sensor;
mod angle_sensor;
mod bearing_friction;
mod brake;
mod clutch;
pub(in crate::library) mod compliance;
mod constant_speed;
mod constant_torque;
pub(in crate::library) mod damper;
mod elasto_backlash;
mod elasto_backlash2;
mod fixed;
mod flange_drive;
pub(in crate::library) mod flange_sensor;
mod ideal_gear;
mod ideal_gear_r2t;
mod ideal_planetary;
mod inertia;
mod move_flange;
mod one_way_clutch;
pub(in crate::library) mod position;
mod quadratic_speed_dependent_torque;
pub(in crate::library) mod rigid_tie;
mod speed_sensor;
mod spring;
mod spring_damper;
pub(in crate::library) mod torque;
mod torque2;
mod torque_sensor;

pub use compliance::Compliance;
pub(super) use compliance::ComplianceVariable;
pub use constant_speed::ConstantSpeedLaw;
pub use flange_drive::FlangeDrive;
pub use flange_sensor::{FlangeAcceleration, FlangeFlow, FlangeMotion};
pub(super) use ideal_gear::DistanceVariable;
pub use ideal_gear::FlangeDistance;
pub use move_flange::MoveLaw;
pub use position::FilteredPosition;
pub(super) use position::FilteredPositionVariable;
pub use quadratic_speed_dependent_torque::QuadraticTorque;
pub(super) use quadratic_speed_dependent_torque::QuadraticTorqueVariable;
pub use rigid_tie::FlangeMiddle;
pub(super) use rigid_tie::MiddleVariable;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &inertia::CLASS,
    &ideal_gear::CLASS,
    &ideal_gear_r2t::CLASS,
    &ideal_planetary::CLASS,
    &fixed::CLASS,
    &damper::CLASS,
    &spring::CLASS,
    &spring_damper::CLASS,
    &torque::CLASS,
    &torque2::CLASS,
    &constant_torque::CLASS,
    &quadratic_speed_dependent_torque::CLASS,
    &constant_speed::CLASS,
    &position::CLASS,
    &move_flange::CLASS,
    &angle_sensor::CLASS,
    &speed_sensor::CLASS,
    &acc_sensor::CLASS,
    &torque_sensor::CLASS,
    &bearing_friction::CLASS,
    &brake::CLASS,
    &clutch::CLASS,
    &one_way_clutch::CLASS,
    &elasto_backlash::CLASS,
    &elasto_backlash2::CLASS,
];
