//! Robot descriptions: what they become moves as closed forms and hand-built models say, mistakes get messages that point into the text.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arms;
mod bases;
mod commands;
mod contacts;
mod damaged;
mod mimic;
mod mistakes;
mod pinocchio;
mod rig;
mod text;
