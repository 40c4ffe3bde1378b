//! The library: descriptions, archives, pictures, front ends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod animate;
mod archive;
mod description;
mod export;
mod exposure;
mod fmi3;
mod fmus;
mod host;
mod licenses;
mod live;
mod packing;
mod reference;
mod rewritings;
mod runtime_size;
mod schema;
mod start;
mod units;
mod unwind_tables;
mod urdf;

use support::{command, decay};
