//! Modelica.Mechanics.Rotational, and the laws that it shares with Translational: both are one-dimensional mechanics with other
//! units.

mod acc_sensor;
mod accelerate;
mod angle_sensor;
mod bearing_friction;
mod brake;
mod clutch;
pub(crate) mod compliance;
mod constant_speed;
mod constant_torque;
pub(crate) mod damper;
mod disc;
mod eddy_current;
mod eddy_current_torque;
mod elasto_backlash;
mod elasto_backlash2;
mod fixed;
mod flange_drive;
pub(crate) mod flange_sensor;
mod gearbox;
mod ideal_gear;
pub(crate) mod ideal_gear_r2t;
mod ideal_planetary;
pub(crate) mod ideal_rolling_wheel;
mod inertia;
mod initialize_flange;
mod inverse_speed;
mod inverse_speed_dependent_torque;
mod linear_speed_dependent_torque;
mod lossy_gear;
mod move_flange;
mod multi_sensor;
mod one_way_clutch;
pub(crate) mod position;
mod power_sensor;
mod quadratic_speed_dependent_torque;
mod rel_acc_sensor;
mod rel_angle_sensor;
mod rel_speed_sensor;
mod relative_states;
pub(crate) mod rigid_transmission;
mod sign_torque;
mod speed;
mod speed_dependent;
mod speed_sensor;
mod spring;
mod spring_damper;
pub(crate) mod torque;
mod torque2;
mod torque_sensor;
mod torque_step;

pub use compliance::Compliance;
pub(super) use compliance::ComplianceVariable;
pub use constant_speed::ConstantSpeedLaw;
pub use eddy_current::EddyCurrent;
pub(super) use eddy_current::EddyCurrentVariable;
pub(super) use flange_drive::DriveVariable;
pub use flange_drive::FlangeDrive;
pub(crate) use flange_drive::ShownDrive;
pub use flange_sensor::{FlangeAcceleration, FlangeFlow, FlangeMotion};
pub(super) use ideal_gear::DistanceVariable;
pub use ideal_gear::FlangeDistance;
pub(super) use ideal_gear::add_angle_to_support;
pub use initialize_flange::FlangeStart;
pub(super) use initialize_flange::FlangeStartVariable;
pub use inverse_speed::InverseSpeed;
pub(super) use inverse_speed::InverseSpeedVariable;
pub use move_flange::MoveLaw;
pub use position::FilteredPosition;
pub(super) use position::FilteredPositionVariable;
pub use rigid_transmission::FlangeMiddle;
pub(super) use rigid_transmission::MiddleVariable;
pub use speed::DrivenMotion;
pub(super) use speed::DrivenMotionVariable;
pub(super) use speed_dependent::SpeedDependentVariable;
pub use speed_dependent::{SpeedDependence, SpeedDependent};

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
    &initialize_flange::CLASS,
    &linear_speed_dependent_torque::CLASS,
    &sign_torque::CLASS,
    &torque_step::CLASS,
    &rel_angle_sensor::CLASS,
    &rel_speed_sensor::CLASS,
    &rel_acc_sensor::CLASS,
    &power_sensor::CLASS,
    &multi_sensor::CLASS,
    &disc::CLASS,
    &speed::CLASS,
    &accelerate::CLASS,
    &relative_states::CLASS,
    &lossy_gear::CLASS,
    &gearbox::CLASS,
    &ideal_rolling_wheel::CLASS,
    &inverse_speed_dependent_torque::CLASS,
    &eddy_current_torque::CLASS,
];
