//! The FMI 2.0 C API for co-simulation and model exchange, a thin shell over [`crate::instance`].
//!
//! All 44 functions of `fmi2Functions.h` are here. [`crate::instance::calls`] says which of them may be called when, and everything goes through
//! one entry that asks it, catches panics, writes the log and gives the status:
//!
//! - A refused value, and a step that ends early, is fmi2Discard; a refused value changes nothing.
//! - fmi2Error always means the error state, which only fmi2Reset and fmi2SetFMUstate leave (and fmi2FreeInstance ends).
//! - fmi2Fatal is never returned.
//! - Nothing of the host's is kept beyond a call but the logger and the component environment; nothing is allocated with its functions.
//! - Instances share nothing but the compiled model, which does not change, the list of their addresses and that of the snapshots; they may
//!   be used from any thread, one call at a time.
//!
//! # Safety
//! Every pointer is NULL or valid during the call: an array has as many elements as the count beside it says and is not looked at when there
//! are none, a string ends with NUL, and no other thread writes there. Components and snapshots that do not exist are refused.

// The section above is that of all functions.
#![allow(clippy::missing_safety_doc)]

mod co_simulation;
mod common;
mod derivatives;
mod entry;
mod handles;
mod host_memory;
mod library_location;
mod load;
mod logger;
mod model_exchange;
#[cfg(all(feature = "panic-hook", target_os = "linux"))]
mod no_backtrace;
pub(crate) mod panics;
mod refusal;
pub mod reserve;
pub mod resource_location;
mod shared_models;
mod snapshots;
mod states;
pub mod types;

#[cfg(test)]
mod tests;

pub use co_simulation::*;
pub use common::*;
pub use derivatives::*;
pub use logger::{LOG_CATEGORIES, LogCategory};
pub use model_exchange::*;
pub use states::*;
