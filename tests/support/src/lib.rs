//! Shared by the test programs and benches of several packages, and compiled once for all of them.
// These are parts of tests: where one of them panics, a test fails, and its name says what it is.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod allocator;
pub mod c_host;
pub mod cases;
pub mod chain;
pub mod clock;
pub mod command;
pub mod common;
pub mod decay;
pub mod draft;
pub mod local_laws;
pub mod python;
pub mod random_tree;
pub mod read_back;
pub mod reals;
pub mod shared_folder;
