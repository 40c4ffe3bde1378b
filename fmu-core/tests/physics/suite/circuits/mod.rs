//! Electrical circuits against closed forms, and machines between circuits and mechanics.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod elements;
mod machines;
mod switches;

use crate::common;

use common::{Host, Rig, compile, near, try_compile};
