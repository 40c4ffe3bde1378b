//! Shared parts of the C functions of both versions of FMI: the one entry into an instance, the log, memory, and how a model is loaded.

mod arrays;
pub(crate) mod entry;
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
mod status;

pub(crate) use arrays::{get, set};
pub(crate) use entry::{Call, enter};
pub(crate) use instantiation::{Request, free, instantiate};
pub(crate) use refusal::Refusal;
pub(crate) use status::Status;

use std::ffi::c_void;

/// An instance in the hands of the host (fmi2Component, fmi3Instance).
pub(crate) type Handle = *mut c_void;
