//! Modelica.Mechanics.Rotational

mod components;
mod gears;
pub(crate) mod interfaces;
mod sensors;
mod sources;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &components::INERTIA,
    &gears::IDEAL_GEAR,
    &gears::IDEAL_GEAR_R2T,
    &gears::IDEAL_PLANETARY,
    &components::FIXED,
    &components::DAMPER,
    &components::SPRING,
    &components::SPRING_DAMPER,
    &sources::TORQUE,
    &sources::TORQUE2,
    &sources::CONSTANT_TORQUE,
    &sources::QUADRATIC_SPEED_DEPENDENT_TORQUE,
    &sources::CONSTANT_SPEED,
    &sources::POSITION,
    &sources::MOVE,
    &sensors::ANGLE_SENSOR,
    &sensors::SPEED_SENSOR,
    &sensors::ACC_SENSOR,
    &sensors::TORQUE_SENSOR,
    &components::BEARING_FRICTION,
    &components::BRAKE,
    &components::CLUTCH,
    &components::ONE_WAY_CLUTCH,
    &components::ELASTO_BACKLASH,
    &components::ELASTO_BACKLASH2,
    &components::INITIALIZE_FLANGE,
    &sources::LINEAR_SPEED_DEPENDENT_TORQUE,
    &sources::SIGN_TORQUE,
    &sources::TORQUE_STEP,
    &sensors::REL_ANGLE_SENSOR,
    &sensors::REL_SPEED_SENSOR,
    &sensors::REL_ACC_SENSOR,
    &sensors::POWER_SENSOR,
    &sensors::MULTI_SENSOR,
    &components::DISC,
    &sources::SPEED,
    &sources::ACCELERATE,
    &components::RELATIVE_STATES,
    &gears::LOSSY_GEAR,
    &gears::GEARBOX,
    &gears::IDEAL_ROLLING_WHEEL,
    &sources::INVERSE_SPEED_DEPENDENT_TORQUE,
    &sources::EDDY_CURRENT_TORQUE,
];
