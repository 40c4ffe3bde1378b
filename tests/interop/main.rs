//! Hosts, programs in other languages, other platforms, instructions of calls.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod c_link;
mod fmi_rs;
mod fmpy;
mod fmpy_interfaces;
mod hosts;
#[cfg(target_os = "linux")]
mod hot_paths;
mod platforms;
mod python_package;
mod ssp;
