//! Modelica.Blocks.Tables.CombiTable1Dv

use super::columns::{EXTRAPOLATION_OF_TABLE, SMOOTHNESS_OF_TABLE, TableColumns, check_grid};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Tables.CombiTable1Dv",
    description: "Table look-up in one dimension with n inputs and n outputs",
    documentation: documentation!("combi_table1_dv.md"),
    parameters: &[
        table("table", "", "Table matrix (grid u = first column, e.g., table=[0, 0; 1, 1; 2, 4])").checked(check_grid),
        SMOOTHNESS_OF_TABLE,
        EXTRAPOLATION_OF_TABLE,
    ],
    connectors: &[
        connector("u", ConnectorKind::SignalInput(1), "", "Input signals").sized(SignalSize::Columns("table", 1)),
        connector("y", ConnectorKind::SignalOutput(1), "", "Output signals").sized(SignalSize::Columns("table", 1)),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    TableColumns::build(e);
}
