//! Modelica.Blocks.Tables: interpolation in tables.

mod combi_table1;
mod combi_table2;
mod parameters;

pub(super) use combi_table1::{COMBI_TABLE1_DS, COMBI_TABLE1_DV};
pub(super) use combi_table2::COMBI_TABLE2_DS;
pub(super) use parameters::{SMOOTHNESS, extrapolation};
