//! Models from their text on: sub-models, pictures, what large models cost.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod linear;
mod pictures;
mod sub_models;
