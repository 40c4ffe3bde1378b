//! Modelica.Blocks.Tables.CombiTable2Ds

use super::file::*;
use super::parameters::{SMOOTHNESS, extrapolation};
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::tables::extrapolation::Extrapolation;
use crate::laws::blocks::tables::interpolation::Smoothness;
use crate::laws::blocks::tables::surface::TableSurface;
use mechanism::Shape;

/// Parameters of a table of two variables.
const PARAMETERS: [Parameter; 10] = [
    table("table", "", "Table matrix (grid u1 = first column, grid u2 = first row; e.g., table=[0, 0, 1; 0, 3, 4])")
        .checked(check_grids),
    SMOOTHNESS,
    extrapolation("LastTwoPoints"),
    TABLE_ON_FILE,
    TABLE_NAME,
    FILE_NAME,
    DELIMITER,
    HEADER_LINES,
    VERBOSE_READ,
    VERBOSE_EXTRAPOLATION,
];

pub static COMBI_TABLE2_DS: Class = Class {
    name: "Modelica.Blocks.Tables.CombiTable2Ds",
    description: "Table look-up in two dimensions",
    documentation: documentation!("combi_table2_ds.md"),
    parameters: &PARAMETERS,
    ..si2so(TableSurface::build)
};

pub static COMBI_TABLE2_DV: Class = Class {
    name: "Modelica.Blocks.Tables.CombiTable2Dv",
    description: "Table look-up in two dimensions with vectors of n inputs each and n outputs",
    documentation: documentation!("combi_table2_dv.md"),
    parameters: &{
        let mut parameters = [integer("n", 1, 1, "Number of elements of each input and of the output"); 11];
        let mut k = 0;
        while k < PARAMETERS.len() {
            parameters[k + 1] = PARAMETERS[k];
            k += 1;
        }
        parameters
    },
    connectors: &[inputs("u1", OF_N), inputs("u2", OF_N), outputs("y", OF_N)],
    ..Class::element(TableSurface::build)
};

/// A signal for each element.
const OF_N: SignalSize = SignalSize::Integer("n");

/// Check: a table needs at least two rows and columns, and increasing grids.
fn check_grids(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let increases = |grid: Vec<f64>| grid.windows(2).all(|pair| pair[0] < pair[1]);
    match shape {
        Shape::Matrix(rows, columns) if rows >= 2 && columns >= 2 => {
            if !increases((1..rows).map(|row| elements[row * columns]).collect()) {
                return Some("a first column that increases from its second row on (grid u1)");
            }
            let is_right = increases(elements[1..columns].to_vec());
            (!is_right).then_some("a first row that increases from its second column on (grid u2)")
        }
        Shape::Matrix(..) => Some("a matrix with two rows and two columns or more: grids, then values"),
        _ => None,
    }
}

impl TableSurface {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>) {
        let (Some(y), Shape::Matrix(_, columns)) = (e.output("y"), e.shape("table")) else { return };
        let (smoothness, extrapolation) = (Smoothness::of(e), Extrapolation::of(e));
        if !matches!(smoothness, Smoothness::Linear | Smoothness::Constant | Smoothness::Akima) {
            let found = format!("smoothness = \"{}\"", e.literal("smoothness"));
            e.refuse(
                &found,
                "a table of one variable; of two LinearSegments, ConstantSegments or ContinuousDerivative",
            );
            return;
        }
        let (table, u) = (e.reals("table"), ["u1", "u2"].map(|name| e.input(name)));
        e.add_law(Self { table, columns, smoothness, extrapolation, u, y });
    }
}
