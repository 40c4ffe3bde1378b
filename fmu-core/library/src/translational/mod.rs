//! Modelica.Mechanics.Translational

mod components;
pub(crate) mod interfaces;
mod sensors;
mod sources;
mod vehicle;

use super::Class;

classes! {
    components: MASS ROD FIXED DAMPER SPRING SPRING_DAMPER;
    sources: FORCE FORCE2 CONSTANT_FORCE CONSTANT_SPEED POSITION MOVE;
    sensors: POSITION_SENSOR SPEED_SENSOR ACC_SENSOR FORCE_SENSOR;
    components: BRAKE SUPPORT_FRICTION ELASTO_GAP;
    sources: LINEAR_SPEED_DEPENDENT_FORCE QUADRATIC_SPEED_DEPENDENT_FORCE SIGN_FORCE FORCE_STEP;
    sensors: REL_POSITION_SENSOR REL_SPEED_SENSOR REL_ACC_SENSOR POWER_SENSOR MULTI_SENSOR;
    sources: SPEED ACCELERATE;
    components: RELATIVE_STATES MASS_WITH_STOP_AND_FRICTION IDEAL_ROLLING_WHEEL;
    sources: INVERSE_SPEED_DEPENDENT_FORCE EDDY_CURRENT_FORCE;
    components: INITIALIZE_FLANGE;
    vehicle: ROLLING_RESISTANCE VEHICLE;
    components: GENERAL_FORCE_TO_POSITION_ADAPTOR GENERAL_POSITION_TO_FORCE_ADAPTOR;
}

/// Classes of inner parts that are not classes of the library.
pub(super) static PARTS: &[&Class] = &[&vehicle::CHOICE];
