//! Evaluation of a compiled model: position, velocity, force, acceleration and reaction stages.

mod accelerations;
mod angle_states;
pub mod articulated_body;
mod charts;
mod closed_parts;
mod constraints;
mod couplings;
mod error;
mod evaluation;
mod events;
mod fixed_point;
mod flanges;
mod friction;
mod heat;
mod inert;
mod initialization;
mod jets;
mod linearized;
mod massless;
mod pipeline;
mod projection;
#[cfg(feature = "live")]
mod pull;
mod reactions;
mod report;
mod stages;
mod sticking;
mod system;

pub use charts::{Chart, Place};
use error::Result;
pub use error::{EvaluationError, EvaluationFault, InitialResidual};
pub use evaluation::Evaluation;
pub use events::EventOutcome;
pub use jets::{Functions, Jets};
#[cfg(feature = "live")]
pub use pull::Pull;
#[cfg(feature = "live")]
pub use system::Condition;
pub use system::{Known, Point, System};
