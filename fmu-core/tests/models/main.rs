//! Models from their text on: sub-models, pictures, what large models cost.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod linear;
mod pictures;
mod sub_models;
mod written_variables;

use support::common;
