//! One-dimensional networks against closed forms.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod moving_supports;
mod rotation;
mod sources;

use crate::run;

use run::{Run, close, refusal};
use std::f64::consts::TAU;
