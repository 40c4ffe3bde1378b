//! The FMI interface of the runtime.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod capabilities;
#[path = "../common/mod.rs"]
mod common;
mod fmi2_exports;
mod fmi2_instances;
mod fmi2_instantiate;
mod fmi2_mechanism;
