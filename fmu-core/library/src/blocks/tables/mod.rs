//! Modelica.Blocks.Tables: interpolation in tables.

mod axis;
mod combi_table1;
mod combi_table2;
mod extrapolation;
mod file;
mod interpolation;

pub use combi_table1::TableColumns;
pub(super) use combi_table1::{COMBI_TABLE1_DS, COMBI_TABLE1_DV};
pub use combi_table2::TableSurface;
pub(super) use combi_table2::{COMBI_TABLE2_DS, COMBI_TABLE2_DV};
pub(super) use extrapolation::{Extrapolation, Range, extrapolation};
pub(super) use file::*;
pub(super) use interpolation::SMOOTHNESS;
pub(crate) use interpolation::{Smoothness, Table};
