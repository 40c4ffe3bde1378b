//! Reading and evaluating expressions.
#![allow(clippy::unwrap_used, clippy::panic)]

mod evaluation;
mod grammar;
