//! Position, velocity, force, acceleration and reaction stages over a compiled model.

pub mod articulated_body;
mod system;

pub use system::{EvaluationError, System};
