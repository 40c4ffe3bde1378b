//! Modelica.Blocks.Tables: functions given by points.

mod axis;
mod columns;
pub(super) mod combi_table1_ds;
pub(super) mod combi_table1_dv;
pub(super) mod combi_table2_ds;
mod surface;

pub use columns::TableColumns;
pub use surface::TableSurface;
