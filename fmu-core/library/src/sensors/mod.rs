//! Modelica.Mechanics.MultiBody.Sensors

mod absolute;
mod cut;
mod distance;
mod interfaces;
mod registration;
mod relative;
mod transformation;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &absolute::ABSOLUTE_SENSOR,
    &relative::RELATIVE_SENSOR,
    &absolute::ABSOLUTE_POSITION,
    &absolute::ABSOLUTE_VELOCITY,
    &absolute::ABSOLUTE_ANGLES,
    &absolute::ABSOLUTE_ANGULAR_VELOCITY,
    &relative::RELATIVE_POSITION,
    &relative::RELATIVE_VELOCITY,
    &relative::RELATIVE_ANGLES,
    &relative::RELATIVE_ANGULAR_VELOCITY,
    &distance::DISTANCE,
    &cut::CUT_FORCE,
    &cut::CUT_TORQUE,
    &cut::CUT_FORCE_AND_TORQUE,
    &cut::POWER,
    &transformation::TRANSFORM_ABSOLUTE_VECTOR,
    &transformation::TRANSFORM_RELATIVE_VECTOR,
];

/// Pictures of the classes of this package.
pub static PICTURES: &[&super::pictures::ClassPictures] = &[
    &absolute::ABSOLUTE_SENSOR_PICTURES,
    &relative::RELATIVE_SENSOR_PICTURES,
    &distance::DISTANCE_PICTURES,
    &cut::CUT_FORCE_PICTURES,
    &cut::CUT_TORQUE_PICTURES,
    &cut::CUT_FORCE_AND_TORQUE_PICTURES,
];
