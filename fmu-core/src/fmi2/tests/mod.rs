//! The C functions, called as a host calls them, with a model of known solution behind them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod continuous_time;
mod host;
mod hostile;
mod instantiation;
mod logging;
mod outputs;
mod random_calls;
mod state_machine;
mod two_layers;
