//! Modelica.Mechanics.Translational

mod acc_sensor;
mod accelerate;
mod brake;
mod constant_force;
mod constant_speed;
pub(crate) mod damper;
mod eddy_current_force;
mod elasto_gap;
mod fixed;
pub(crate) mod force;
mod force2;
mod force_sensor;
mod force_step;
mod ideal_rolling_wheel;
mod initialize_flange;
mod inverse_speed_dependent_force;
mod linear_speed_dependent_force;
mod mass;
mod mass_with_stop_and_friction;
mod move_flange;
mod multi_sensor;
mod position;
mod position_sensor;
mod power_sensor;
mod quadratic_speed_dependent_force;
mod rel_acc_sensor;
mod rel_position_sensor;
mod rel_speed_sensor;
mod relative_states;
mod rod;
mod rolling_resistance;
mod sign_force;
mod speed;
mod speed_sensor;
mod spring;
mod spring_damper;
mod support_friction;
mod vehicle;

pub use rolling_resistance::RollingResistance;
pub(super) use rolling_resistance::RollingResistanceVariable;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &mass::CLASS,
    &rod::CLASS,
    &fixed::CLASS,
    &damper::CLASS,
    &spring::CLASS,
    &spring_damper::CLASS,
    &force::CLASS,
    &force2::CLASS,
    &constant_force::CLASS,
    &constant_speed::CLASS,
    &position::CLASS,
    &move_flange::CLASS,
    &position_sensor::CLASS,
    &speed_sensor::CLASS,
    &acc_sensor::CLASS,
    &force_sensor::CLASS,
    &brake::CLASS,
    &support_friction::CLASS,
    &elasto_gap::CLASS,
    &linear_speed_dependent_force::CLASS,
    &quadratic_speed_dependent_force::CLASS,
    &sign_force::CLASS,
    &force_step::CLASS,
    &rel_position_sensor::CLASS,
    &rel_speed_sensor::CLASS,
    &rel_acc_sensor::CLASS,
    &power_sensor::CLASS,
    &multi_sensor::CLASS,
    &speed::CLASS,
    &accelerate::CLASS,
    &relative_states::CLASS,
    &mass_with_stop_and_friction::CLASS,
    &ideal_rolling_wheel::CLASS,
    &inverse_speed_dependent_force::CLASS,
    &eddy_current_force::CLASS,
    &initialize_flange::CLASS,
    &rolling_resistance::CLASS,
    &vehicle::CLASS,
];

/// Classes of inner parts that are none of the library.
pub(super) static PARTS: &[&Class] = &[&vehicle::CHOICE];
