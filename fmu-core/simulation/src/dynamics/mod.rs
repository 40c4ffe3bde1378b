//! Position, velocity, force, acceleration and reaction stages over a compiled model.

mod angle_states;
pub mod articulated_body;
mod closed_parts;
mod constraints;
mod couplings;
mod directional;
mod error;
mod evaluation;
mod events;
mod feedback;
mod fixed_point;
mod flanges;
mod forward_dynamics;
mod friction;
mod heat;
mod inert;
mod initial;
mod initialization;
mod inputs;
mod lines;
mod massless;
mod pipeline;
mod projection;
mod reactions;
mod report;
mod rolling;
mod stages;
mod system;

pub use directional::{Known, Point};
pub use error::{EvaluationError, InitialResidual};
pub use evaluation::Evaluation;
pub use events::EventOutcome;
pub use system::System;
