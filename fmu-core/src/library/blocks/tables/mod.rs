//! Modelica.Blocks.Tables: functions given by points.

mod columns;
pub(super) mod combi_table1_ds;
pub(super) mod combi_table1_dv;

pub use columns::TableColumns;
