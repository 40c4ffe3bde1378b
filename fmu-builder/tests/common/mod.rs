//! Shared by both programs of tests: the builder's command and an FMU of another maker.

pub mod command;
pub mod decay;
