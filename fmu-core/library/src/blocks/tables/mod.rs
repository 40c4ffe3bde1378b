//! Modelica.Blocks.Tables: interpolation in tables.

pub(super) mod combi_table1;
pub(super) mod combi_table2;
mod file;
mod parameters;

pub(super) use file::*;
pub(super) use parameters::{SMOOTHNESS, extrapolation};
