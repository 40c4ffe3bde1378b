//! Allocations, and what happens when memory runs out: tests whose allocator counts and refuses.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod allocations;
mod instance_allocation;
mod large;
mod limits;
mod throughput;

use fmu_core::shell::reserve::Reserve;
use support::{allocator, common};

/// As little as the estimates must get by with; the library inside an FMU has more.
const RESERVE: usize = 64 << 10;

#[global_allocator]
static ALLOCATOR: Reserve<allocator::Watched, RESERVE> = Reserve::new(allocator::Watched);
