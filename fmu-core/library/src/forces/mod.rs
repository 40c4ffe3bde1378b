//! Modelica.Mechanics.MultiBody.Forces

mod interfaces;
mod line_force;
mod line_masses;
mod springs;
mod wrenches;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &wrenches::WORLD_FORCE,
    &wrenches::WORLD_TORQUE,
    &wrenches::WORLD_FORCE_AND_TORQUE,
    &wrenches::FORCE,
    &wrenches::TORQUE,
    &wrenches::FORCE_AND_TORQUE,
    &line_masses::LINE_FORCE_WITH_MASS,
    &line_masses::LINE_FORCE_WITH_TWO_MASSES,
    &springs::SPRING,
    &springs::DAMPER,
    &springs::SPRING_DAMPER_PARALLEL,
    &springs::SPRING_DAMPER_SERIES,
];

/// Pictures of the classes of this package.
pub static PICTURES: &[&super::pictures::ClassPictures] = &[
    &wrenches::WORLD_FORCE_PICTURES,
    &wrenches::WORLD_TORQUE_PICTURES,
    &wrenches::WORLD_FORCE_AND_TORQUE_PICTURES,
    &wrenches::FORCE_PICTURES,
    &wrenches::TORQUE_PICTURES,
    &wrenches::FORCE_AND_TORQUE_PICTURES,
    &line_masses::LINE_FORCE_WITH_MASS_PICTURES,
    &line_masses::LINE_FORCE_WITH_TWO_MASSES_PICTURES,
    &springs::SPRING_PICTURES,
    &springs::DAMPER_PICTURES,
    &springs::SPRING_DAMPER_PARALLEL_PICTURES,
    &springs::SPRING_DAMPER_SERIES_PICTURES,
];
