//! Position, velocity, force, acceleration and reaction stages over a compiled model.

pub mod articulated_body;
mod error;
mod evaluation;
mod flanges;
mod heat;
mod initial;
mod reactions;
mod report;
mod system;

pub use error::EvaluationError;
pub use evaluation::Evaluation;
pub use system::System;
