//! Modelica.Mechanics.MultiBody.Parts: rigid components.

mod bevel_gear1d;
mod body;
mod body_box;
mod body_cylinder;
mod body_shape;
mod fixed;
mod fixed_rotation;
mod fixed_translation;
mod interfaces;
mod mounting1d;
mod point_mass;
mod rolling_wheel;
mod rolling_wheel_set;
mod rotor1d;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &fixed::CLASS,
    &fixed_translation::CLASS,
    &fixed_rotation::CLASS,
    &body::CLASS,
    &body_shape::CLASS,
    &body_box::CLASS,
    &body_cylinder::CLASS,
    &point_mass::CLASS,
    &rolling_wheel::CLASS,
    &rolling_wheel_set::CLASS,
    &rotor1d::CLASS,
    &mounting1d::CLASS,
    &bevel_gear1d::CLASS,
];
