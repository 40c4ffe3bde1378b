//! The FMI 2.0 C API for co-simulation and model exchange, thin functions over [`crate::instance`] and [`crate::shell`].
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
mod model_exchange;
mod states;
pub mod types;

#[cfg(test)]
mod tests;

pub use co_simulation::*;
pub use common::*;
pub use derivatives::*;
pub use model_exchange::*;
pub use states::*;

use crate::shell::Status;
use types::fmi2Status;

impl From<Status> for fmi2Status {
    fn from(status: Status) -> Self {
        match status {
            Status::Ok => Self::fmi2OK,
            Status::Warning => Self::fmi2Warning,
            Status::Discard => Self::fmi2Discard,
            Status::Error => Self::fmi2Error,
        }
    }
}
