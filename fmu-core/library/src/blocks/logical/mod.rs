//! Modelica.Blocks.Logical: Boolean signals.

mod comparisons;
mod gates;
mod hysteresis;
mod logical_delay;
mod memory;
mod terminate_simulation;
mod timer;
mod triggered_trapezoid;
mod zero_crossing;

pub(super) use comparisons::*;
pub(super) use gates::*;
pub(super) use hysteresis::*;
pub(super) use logical_delay::LOGICAL_DELAY;
pub(super) use memory::*;
pub(super) use terminate_simulation::TERMINATE_SIMULATION;
pub(super) use timer::TIMER;
pub(super) use triggered_trapezoid::TRIGGERED_TRAPEZOID;
pub(super) use zero_crossing::ZERO_CROSSING;
