//! The commands, as users call them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod browser;
mod check_json;
mod classes_cli;
mod cli;
mod damaged_fmus;
mod inputs;
mod linearize;
mod methods;
mod modes;
mod mutations;
mod plot;
mod settings;
mod ssp;
mod sweep;
mod trim;

use support::{command, decay};
