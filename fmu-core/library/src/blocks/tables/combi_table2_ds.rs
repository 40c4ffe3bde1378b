//! Modelica.Blocks.Tables.CombiTable2Ds

use super::super::{Y, input};
use super::columns::{EXTRAPOLATION_OF_TABLE, SMOOTHNESS_OF_TABLE};
use super::surface::{TableSurface, check_grids};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Tables.CombiTable2Ds",
    description: "Table look-up in two dimensions",
    documentation: documentation!("combi_table2_ds.md"),
    parameters: &[
        table(
            "table",
            "",
            "Table matrix (grid u1 = first column, grid u2 = first row; e.g., table=[0, 0, 1; 0, 3, 4])",
        )
        .checked(check_grids),
        SMOOTHNESS_OF_TABLE,
        EXTRAPOLATION_OF_TABLE,
    ],
    connectors: &[input("u1"), input("u2"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    TableSurface::build(e);
}
