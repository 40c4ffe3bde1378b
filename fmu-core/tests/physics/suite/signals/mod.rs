//! Blocks: their formulas, their events, and signals that feed forces and outputs at once.
#![allow(clippy::unwrap_used, clippy::panic)]

mod derivatives;
mod formulas;
mod tables;
mod trapezoids;

use crate::moving;

use mechanism::{Discrete, Instant, Parameters};
use moving::{moving, moving_with, near, try_compile};
use simulation::dynamics::{Known, Point};
use simulation::variables::{DataType, Variability};

/// Blocks without a mechanism, by their text.
fn blocks(text: &str, connections: &str) -> String {
    format!("name = \"Blocks\"\nconnections = [{connections}]\n{text}")
}
