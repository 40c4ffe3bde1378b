//! Model exchange, snapshots and derivatives, on every example and on models of the features that the examples lack.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cases;
mod closed_loops;
mod dependencies;
mod directional;
mod minimal_states;
mod model_exchange;
mod overshooting_host;
mod snapshots;
mod time;
mod time_derivatives;

use crate::common as rig;
