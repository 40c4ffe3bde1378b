//! Checking FMUs that were mutilated, and merging FMUs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod archives;
mod binaries;
use crate::packing;
mod descriptions;
mod entries;
mod libraries;
mod merging;
