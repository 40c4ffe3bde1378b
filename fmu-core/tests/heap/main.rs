//! Allocations of instances.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod allocations;
mod instance_allocation;
mod large;

use support::{allocator, common};

#[global_allocator]
static ALLOCATOR: allocator::Watched = allocator::Watched;
