//! The commands, as users call them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/browser.rs"]
mod browser;
mod check_json;
mod classes_cli;
mod cli;
#[path = "../common/command.rs"]
mod command;
#[path = "../common/decay.rs"]
mod decay;
mod inputs;
#[path = "../licenses/mod.rs"]
mod licenses;
mod linearize;
mod methods;
mod mutations;
#[path = "../common/mod.rs"]
mod packing;
mod plot;
mod settings;
mod simulate;
mod sweep;
