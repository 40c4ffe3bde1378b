//! Modelica.Blocks.Tables.CombiTable2Ds

use super::parameters::{SMOOTHNESS, extrapolation};
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::tables::extrapolation::Extrapolation;
use crate::laws::blocks::tables::interpolation::Smoothness;
use crate::laws::blocks::tables::surface::TableSurface;
use mechanism::Shape;

pub static COMBI_TABLE2_DS: Class = Class {
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
        SMOOTHNESS,
        extrapolation("LastTwoPoints"),
    ],
    ..si2so(TableSurface::build)
};

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
        let (Some(y), Shape::Matrix(_, columns)) = (e.scalar_output("y"), e.shape("table")) else { return };
        let (smoothness, extrapolation) = (Smoothness::of(e), Extrapolation::of(e));
        if !matches!(smoothness, Smoothness::Linear | Smoothness::Constant | Smoothness::Akima) {
            let found = format!("smoothness = \"{}\"", e.literal("smoothness"));
            e.refuse(
                &found,
                "a table of one variable; of two LinearSegments, ConstantSegments or ContinuousDerivative",
            );
            return;
        }
        let (table, u) = (e.reals("table"), ["u1", "u2"].map(|name| e.scalar_input(name)));
        e.add_law(Self { table, columns, smoothness, extrapolation, u, y });
    }
}
