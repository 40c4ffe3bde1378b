//! Allocations of instances.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod allocations;
#[path = "../allocator/mod.rs"]
mod allocator;
#[path = "../common/mod.rs"]
mod common;
mod instance_allocation;
mod large;

#[global_allocator]
static ALLOCATOR: allocator::Watched = allocator::Watched;
