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

pub use comparisons::ComparisonLaw;
pub(super) use comparisons::*;
pub(super) use gates::*;
pub use hysteresis::HysteresisLaw;
pub(super) use hysteresis::*;
pub use logical_delay::DelayLaw;
pub(super) use logical_delay::LOGICAL_DELAY;
pub use memory::MemoryLaw;
pub(super) use memory::*;
pub(super) use terminate_simulation::TERMINATE_SIMULATION;
pub(super) use timer::TIMER;
pub use timer::TimerLaw;
pub(super) use triggered_trapezoid::TRIGGERED_TRAPEZOID;
pub use triggered_trapezoid::TriggeredTrapezoidLaw;
pub(super) use zero_crossing::ZERO_CROSSING;
pub use zero_crossing::ZeroCrossingLaw;
