//! The C functions of FMI 3.0, called as a host calls them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod events;
mod host;
mod hostile;
mod random_calls;
