//! The FMI 3.0 C API for co-simulation and model exchange, thin functions over [`crate::instance`] and [`crate::shell`].
//!
//! All 75 functions of `fmi3Functions.h` are here, and those that no model of this tool supports (Clocks, structural parameters, Scheduled
//! Execution) log and return fmi3Error. What [`crate::fmi2`] says of status, memory, threads and safety holds here, too, with two
//! differences: a step that is not done to its end is fmi3Error, and instances share snapshots with no other version.
//!
//! # Safety
//! As in [`crate::fmi2`].

// The section above is that of all functions; their arguments are those of the standard.
#![allow(clippy::missing_safety_doc, clippy::too_many_arguments, non_snake_case)]

mod co_simulation;
mod common;
mod derivatives;
mod model_exchange;
mod states;
pub mod types;
mod unsupported;
mod variables;

#[cfg(test)]
mod tests;

pub use co_simulation::*;
pub use common::*;
pub use derivatives::*;
pub use model_exchange::*;
pub use states::*;
pub use unsupported::*;
pub use variables::*;

use crate::shell::host_memory::write;
use crate::shell::{Refusal, Status};
use types::fmi3Status;

/// An answer for a host that may not want it.
///
/// # Safety
/// As [`write`] wants it.
unsafe fn answer<T>(pointer: *mut T, value: T) -> Result<(), Refusal> {
    // SAFETY: the caller's promise.
    if pointer.is_null() { Ok(()) } else { unsafe { write(pointer, value) } }
}

impl From<Status> for fmi3Status {
    fn from(status: Status) -> Self {
        match status {
            Status::Ok => Self::fmi3OK,
            Status::Warning => Self::fmi3Warning,
            Status::Discard => Self::fmi3Discard,
            Status::Error => Self::fmi3Error,
        }
    }
}
