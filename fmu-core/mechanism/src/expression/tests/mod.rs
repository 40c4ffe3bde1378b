//! Reading and evaluating expressions.
#![allow(clippy::unwrap_used, clippy::panic)]

mod depth;
mod evaluation;
mod grammar;
