//! Modelica.Mechanics.MultiBody.Forces

mod damper;
mod force;
mod force_and_torque;
mod line_force;
mod line_force_with_mass;
mod line_force_with_two_masses;
mod spring;
mod spring_damper_parallel;
mod spring_damper_series;
mod torque;
mod world_force;
mod world_force_and_torque;
mod world_torque;
mod world_wrench;
mod wrench;

pub use line_force::LineForce;
pub(super) use line_force::LineVariable;
pub use world_wrench::WorldWrench;
pub use wrench::FrameWrench;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &world_force::CLASS,
    &world_torque::CLASS,
    &world_force_and_torque::CLASS,
    &force::CLASS,
    &torque::CLASS,
    &force_and_torque::CLASS,
    &line_force_with_mass::CLASS,
    &line_force_with_two_masses::CLASS,
    &spring::CLASS,
    &damper::CLASS,
    &spring_damper_parallel::CLASS,
    &spring_damper_series::CLASS,
];

/// Pictures of the classes of this package.
pub static PICTURES: &[&super::pictures::ClassPictures] = &[
    &world_force::PICTURES,
    &world_torque::PICTURES,
    &world_force_and_torque::PICTURES,
    &force::PICTURES,
    &torque::PICTURES,
    &force_and_torque::PICTURES,
    &line_force_with_mass::PICTURES,
    &line_force_with_two_masses::PICTURES,
    &spring::PICTURES,
    &damper::PICTURES,
    &spring_damper_parallel::PICTURES,
    &spring_damper_series::PICTURES,
];
