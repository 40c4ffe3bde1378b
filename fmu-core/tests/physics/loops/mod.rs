//! Closed loops of joints: closed forms, invariances and hard cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod draft;
mod four_bar;
mod long_runs;
mod planar;
mod rods_and_gears;
mod several;
mod singular;
mod slider_crank;
mod statics;
