//! The library: descriptions, archives, pictures, front ends.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod animate;
mod archive;
#[path = "../common/browser.rs"]
mod browser;
#[path = "../common/command.rs"]
mod command;
#[path = "../common/decay.rs"]
mod decay;
mod description;
mod export;
mod exposure;
mod fmus;
mod host;
#[path = "../licenses/mod.rs"]
mod licenses;
#[path = "../common/mod.rs"]
mod packing;
mod reference;
mod rewritings;
mod runtime_size;
mod schema;
mod start;
mod units;
mod urdf;
