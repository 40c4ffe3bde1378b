//! Modelica.Blocks.Tables: CombiTable1Ds and CombiTable1Dv.

use super::file::*;
use super::parameters::{SMOOTHNESS, extrapolation};
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::tables::columns::TableColumns;
use crate::laws::blocks::tables::extrapolation::Extrapolation;
use crate::laws::blocks::tables::interpolation::Smoothness;
use mechanism::Shape;

const PARAMETERS: &[Parameter] = &[
    table("table", "", "Table matrix (grid u = first column, e.g., table=[0, 0; 1, 1; 2, 4])").checked(check_grid),
    SMOOTHNESS,
    extrapolation("LastTwoPoints"),
    TABLE_ON_FILE,
    TABLE_NAME,
    FILE_NAME,
    DELIMITER,
    HEADER_LINES,
    COLUMNS,
    VERBOSE_READ,
    VERBOSE_EXTRAPOLATION,
];

/// A signal for each column of values.
const OF_COLUMNS: SignalSize = SignalSize::Columns("table", 1);

pub static COMBI_TABLE1_DS: Class = Class {
    name: "Modelica.Blocks.Tables.CombiTable1Ds",
    description: "Table look-up in one dimension with one input and n outputs",
    documentation: documentation!("combi_table1_ds.md"),
    parameters: PARAMETERS,
    connectors: &[input("u"), outputs("y", OF_COLUMNS)],
    ..Class::element(TableColumns::build)
};

pub static COMBI_TABLE1_DV: Class = Class {
    name: "Modelica.Blocks.Tables.CombiTable1Dv",
    description: "Table look-up in one dimension with n inputs and n outputs",
    documentation: documentation!("combi_table1_dv.md"),
    parameters: PARAMETERS,
    connectors: &[inputs("u", OF_COLUMNS), outputs("y", OF_COLUMNS)],
    ..Class::element(TableColumns::build)
};

/// Check: a table needs at least two columns, and an increasing grid.
fn check_grid(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(rows, columns) = shape else { return None };
    let grid = || (0..rows).map(|row| elements[row * columns]);
    if columns < 2 {
        return Some("a matrix with two columns or more: grid, then values");
    }
    grid().zip(grid().skip(1)).any(|(now, next)| next <= now).then_some("a first column that increases")
}

impl TableColumns {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>) {
        let (Some(y), Shape::Matrix(_, columns)) = (e.output("y"), e.shape("table")) else { return };
        let (table, u, smoothness) = (e.reals("table"), e.input("u"), Smoothness::of(e));
        let extrapolation = Extrapolation::of(e);
        e.add_law(Self { table, columns, smoothness, extrapolation, u, y });
    }
}
