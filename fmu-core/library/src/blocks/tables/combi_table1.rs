//! Modelica.Blocks.Tables: CombiTable1Ds and CombiTable1Dv.

use super::extrapolation::{Extrapolation, Range, extrapolation};
use super::file::*;
use super::interpolation::{SMOOTHNESS, Smoothness, Table};
use crate::Element;
use crate::blocks::interfaces::*;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Event, Law, Reals, Shape, SignalIn, SignalOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

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

/// A table has two columns or more and a grid that increases.
fn check_grid(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(rows, columns) = shape else { return None };
    let grid = || (0..rows).map(|row| elements[row * columns]);
    if columns < 2 {
        return Some("a matrix with two columns or more: grid, then values");
    }
    grid().zip(grid().skip(1)).any(|(now, next)| next <= now).then_some("a first column that increases")
}

/// Columns of a table over one input, or each over its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableColumns {
    /// Elements by rows.
    table: Reals,
    columns: usize,
    smoothness: Smoothness,
    extrapolation: Extrapolation,
    u: SignalIn,
    y: SignalOut,
}

impl TableColumns {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>) {
        let (Some(y), Shape::Matrix(_, columns)) = (e.output("y"), e.shape("table")) else { return };
        let (table, u, smoothness) = (e.reals("table"), e.input("u"), Smoothness::of(e));
        let extrapolation = Extrapolation::of(e);
        e.add_law(Self { table, columns, smoothness, extrapolation, u, y });
    }

    fn range(&self, view: &TimeView<'_, f64>) -> Range {
        let table = Table { elements: view.parameters().all(self.table), columns: self.columns };
        Range { first: table.abscissa(0), last: table.abscissa(table.rows() - 1) }
    }

    fn value<T: Scalar>(&self, table: Table<'_, T>, u: T, column: usize) -> T {
        let last = table.rows() - 1;
        let (first, end) = (table.abscissa(0), table.abscissa(last));
        let mut u = u;
        if self.extrapolation == Extrapolation::Periodic && last > 0 {
            u = Extrapolation::wrapped(u, first, end);
        }
        let hold = self.extrapolation == Extrapolation::Hold;
        match table.rows_until(u.value()) {
            0 => table.outside(u, 0, column, self.smoothness, hold),
            // The end of the last segment belongs to it.
            rows if rows > last && u.value() > end.value() => table.outside(u, last, column, self.smoothness, hold),
            rows if rows > last && (last == 0 || self.smoothness == Smoothness::Constant) => {
                table.outside(u, last, column, self.smoothness, true)
            }
            rows => table.inside(u, (rows - 1).min(last - 1), column, self.smoothness),
        }
    }
}

impl Law for TableColumns {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let table = Table { elements: view.parameters().all(self.table), columns: self.columns };
        for k in 0..self.y.size {
            let u = signals.element(self.u, if self.u.size == 1 { 0 } else { k });
            let value = self.value(table, u, k + 1);
            signals.set_element(self.y, k, value);
        }
    }

    fn relations(&self) -> usize {
        self.extrapolation.relations()
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let range = self.range(view);
        let elements = (0..self.u.size).map(|k| range.indicator(signals.element(self.u, k)));
        indicators.fill(elements.fold(1.0, f64::min));
    }

    fn update(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        for k in 0..self.u.size {
            self.extrapolation.check(&self.range(view), signals.element(self.u, k), "u", event);
        }
    }
}
