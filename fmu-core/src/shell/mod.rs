//! Shared parts of the C functions of both versions of FMI: the one entry into an instance, the log, memory, and how a model is loaded.

pub(crate) mod entry;
pub(crate) mod functions;
pub(crate) mod handles;
pub(crate) mod host_memory;
mod instantiation;
mod library_location;
mod load;
pub(crate) mod logger;
#[cfg(all(feature = "panic-hook", target_os = "linux"))]
mod no_backtrace;
pub(crate) mod panics;
pub(crate) mod refusal;
pub mod reserve;
pub mod resource_location;
pub(crate) mod shared_models;
pub(crate) mod slave;
pub(crate) mod snapshots;

pub(crate) use entry::{Call, enter};
pub(crate) use instantiation::{Request, free, instantiate};
pub(crate) use refusal::Refusal;

use std::ffi::c_void;

/// An instance in the hands of the host (fmi2Component, fmi3Instance).
pub(crate) type Handle = *mut c_void;

/// Status of a call (fmi2Status, fmi3Status); other values are never returned.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Ok = 0,
    Warning = 1,
    Discard = 2,
    Error = 3,
}
