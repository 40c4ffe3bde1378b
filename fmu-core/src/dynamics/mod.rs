//! Position, velocity, force, acceleration and reaction stages over a compiled model.

pub mod articulated_body;
mod error;
mod evaluation;
mod initial;
mod initialization;
mod reactions;
mod report;
mod system;

pub use error::{EvaluationError, InitialResidual};
pub use evaluation::Evaluation;
pub use system::System;
