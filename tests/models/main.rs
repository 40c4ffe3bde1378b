//! Models: reference trajectories, mistakes and how they are told.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod diagnostics;
mod long_text;
mod mutations;
mod netlists;
mod reference;
mod reference_text;
