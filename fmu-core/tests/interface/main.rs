//! The FMI interface of the runtime.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod c_host;
mod capabilities;
mod fmi2_exports;
mod fmi2_instances;
mod fmi2_instantiate;
mod fmi2_mechanism;

use support::common;
