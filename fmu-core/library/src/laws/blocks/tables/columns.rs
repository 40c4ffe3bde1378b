//! Tables over one variable.

use super::interpolation::{Smoothness, Table};
use super::{Extrapolation, Range};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Event, Law, Reals, SignalIn, SignalOut, Signals, TimeView, after};

/// Columns of a table over one input, or each over its own input.
#[derive(Clone, Debug, Binary)]
pub struct TableColumns {
    /// Elements, row by row.
    pub table: Reals,
    pub columns: usize,
    pub smoothness: Smoothness,
    pub extrapolation: Extrapolation,
    pub u: SignalIn,
    pub y: SignalOut,
}

impl TableColumns {
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
            // The end of the last segment belongs to this segment.
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
            signals.set_element(self.y, k, self.value(table, u, k + 1));
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
