//! Modelica.Mechanics.Translational

mod components;
pub(crate) mod interfaces;
mod rolling_resistance;
mod sensors;
mod sources;
mod vehicle;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &components::MASS,
    &components::ROD,
    &components::FIXED,
    &components::DAMPER,
    &components::SPRING,
    &components::SPRING_DAMPER,
    &sources::FORCE,
    &sources::FORCE2,
    &sources::CONSTANT_FORCE,
    &sources::CONSTANT_SPEED,
    &sources::POSITION,
    &sources::MOVE,
    &sensors::POSITION_SENSOR,
    &sensors::SPEED_SENSOR,
    &sensors::ACC_SENSOR,
    &sensors::FORCE_SENSOR,
    &components::BRAKE,
    &components::SUPPORT_FRICTION,
    &components::ELASTO_GAP,
    &sources::LINEAR_SPEED_DEPENDENT_FORCE,
    &sources::QUADRATIC_SPEED_DEPENDENT_FORCE,
    &sources::SIGN_FORCE,
    &sources::FORCE_STEP,
    &sensors::REL_POSITION_SENSOR,
    &sensors::REL_SPEED_SENSOR,
    &sensors::REL_ACC_SENSOR,
    &sensors::POWER_SENSOR,
    &sensors::MULTI_SENSOR,
    &sources::SPEED,
    &sources::ACCELERATE,
    &components::RELATIVE_STATES,
    &components::MASS_WITH_STOP_AND_FRICTION,
    &components::IDEAL_ROLLING_WHEEL,
    &sources::INVERSE_SPEED_DEPENDENT_FORCE,
    &sources::EDDY_CURRENT_FORCE,
    &components::INITIALIZE_FLANGE,
    &rolling_resistance::ROLLING_RESISTANCE,
    &vehicle::VEHICLE,
];

/// Classes of inner parts that are not classes of the library.
pub(super) static PARTS: &[&Class] = &[&vehicle::CHOICE];
