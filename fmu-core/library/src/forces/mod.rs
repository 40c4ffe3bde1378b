//! Modelica.Mechanics.MultiBody.Forces

mod interfaces;
mod line_force;
mod line_masses;
mod springs;
mod wrenches;

classes! {
    wrenches: WORLD_FORCE WORLD_TORQUE WORLD_FORCE_AND_TORQUE FORCE TORQUE FORCE_AND_TORQUE;
    line_masses: LINE_FORCE_WITH_MASS LINE_FORCE_WITH_TWO_MASSES;
    springs: SPRING DAMPER SPRING_DAMPER_PARALLEL SPRING_DAMPER_SERIES;
}
