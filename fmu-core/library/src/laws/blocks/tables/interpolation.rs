//! Interpolation in a column of a table whose first column contains the abscissae, and tables over one variable.

use super::{Extrapolation, Range, continued, points_until};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Event, Law, Reals, SignalIn, SignalOut, Signals, TimeView, after};

/// Interpolation between the rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Smoothness {
    /// Straight lines.
    Linear,
    /// Cubic Hermite polynomials with Akima's slopes (H. Akima, A new method of interpolation and smooth curve fitting based on local
    /// procedures, J. ACM 17(4), 1970): the first derivative is continuous.
    Akima,
    /// Akima's method with slopes that overshoot less: each of Akima's weights is increased by half the sum of its two
    /// differences.
    ModifiedAkima,
    /// Monotone cubic Hermite polynomials, with slopes that are harmonic means (F. N. Fritsch, J. Butland, A method for
    /// constructing local monotone piecewise cubic interpolants, SIAM J. Sci. Stat. Comput. 5, 1984).
    FritschButland,
    /// Monotone cubic Hermite polynomials, with limited slopes of parabolas (M. Steffen, A simple method for monotonic
    /// interpolation in one dimension, Astron. Astrophys. 239, 1990).
    Steffen,
    /// The value of the previous row.
    Constant,
}

/// A table stored row by row; rows with the same abscissa are a discontinuity.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a, T> {
    /// Elements, row by row.
    pub elements: &'a [T],
    /// Number of columns.
    pub columns: usize,
}

impl<T: Scalar> Table<'_, T> {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.elements.len() / self.columns
    }

    /// Abscissa of a row.
    pub fn abscissa(&self, row: usize) -> T {
        self.elements[row * self.columns]
    }

    fn value(&self, row: usize, column: usize) -> T {
        self.elements[row * self.columns + column]
    }

    /// Number of rows whose abscissa is not greater than `u` (right limit).
    pub fn rows_until(&self, u: f64) -> usize {
        points_until(u, self.rows(), |row| self.abscissa(row).value())
    }

    /// Slope from a row to the next; zero at a discontinuity.
    fn slope(&self, row: usize, column: usize) -> T {
        let width = self.abscissa(row + 1) - self.abscissa(row);
        if width.value() > 0.0 { (self.value(row + 1, column) - self.value(row, column)) / width } else { T::zero() }
    }

    /// Derivative of the cubic polynomials at a row.
    fn derivative(&self, row: usize, column: usize, smoothness: Smoothness) -> T {
        match smoothness {
            Smoothness::FritschButland | Smoothness::Steffen => self.monotone(row, column, smoothness),
            _ => self.akima(row, column, smoothness == Smoothness::ModifiedAkima),
        }
    }

    /// Akima's derivative at a row.
    fn akima(&self, row: usize, column: usize, is_modified: bool) -> T {
        let half = T::constant(0.5);
        let slope =
            |offset: isize| continued(row as isize + offset, self.rows() - 1, |segment| self.slope(segment, column));
        let [before_last, last, next, after_next] = [-2, -1, 0, 1].map(slope);
        let weight = |one: T, other: T| {
            let more = if is_modified { (one + other).abs() * half } else { T::zero() };
            (one - other).abs() + more
        };
        let (to_next, to_last) = (weight(after_next, next), weight(last, before_last));
        let sum = to_next + to_last;
        match (sum.value() > 0.0, is_modified) {
            (true, _) => (to_next * last + to_last * next) / sum,
            (false, true) => T::zero(),
            (false, false) => (last + next) * half,
        }
    }

    /// A derivative at a row for which the curve is monotone where the points are; at the ends the slope of the line.
    fn monotone(&self, row: usize, column: usize, smoothness: Smoothness) -> T {
        let last = self.rows() - 1;
        if row == 0 || row == last {
            return self.slope(row.min(last - 1), column);
        }
        let (left, right) = (self.slope(row - 1, column), self.slope(row, column));
        if left.value() * right.value() <= 0.0 {
            return T::zero();
        }
        let (h_left, h_right) =
            (self.abscissa(row) - self.abscissa(row - 1), self.abscissa(row + 1) - self.abscissa(row));
        let [two, three] = [2.0, 3.0].map(T::constant);
        if smoothness == Smoothness::FritschButland {
            let weights = (h_left + two * h_right) / left + (two * h_left + h_right) / right;
            return three * (h_left + h_right) / weights;
        }
        let parabola = (left * h_right + right * h_left) / (h_left + h_right);
        let limit = two * left.abs().min(right.abs());
        if parabola.value().abs() <= limit.value() {
            parabola
        } else if parabola.value() < 0.0 {
            -limit
        } else {
            limit
        }
    }

    /// Value at `u` behind a number of rows: in a segment, or beyond the ends.
    pub fn after(&self, rows: usize, u: T, column: usize, smoothness: Smoothness, hold: bool) -> T {
        match rows {
            0 => self.outside(u, 0, column, smoothness, hold),
            rows if rows == self.rows() => self.outside(u, rows - 1, column, smoothness, hold),
            rows => self.inside(u, rows - 1, column, smoothness),
        }
    }

    /// Value at `u` in the segment from `row` to the next one.
    pub fn inside(&self, u: T, row: usize, column: usize, smoothness: Smoothness) -> T {
        let (start, y) = (self.abscissa(row), self.value(row, column));
        let width = self.abscissa(row + 1) - start;
        match smoothness {
            Smoothness::Constant => y,
            Smoothness::Linear => y + (u - start) * self.slope(row, column),
            Smoothness::Akima | Smoothness::ModifiedAkima | Smoothness::FritschButland | Smoothness::Steffen => {
                let [left, right] = [row, row + 1].map(|row| self.derivative(row, column, smoothness));
                let slope = self.slope(row, column);
                let d = u - start;
                // Hermite's polynomial in powers of d.
                let square = (T::constant(3.0) * slope - T::constant(2.0) * left - right) / width;
                let cube = (left + right - T::constant(2.0) * slope) / (width * width);
                y + d * (left + d * (square + d * cube))
            }
        }
    }

    /// Value at `u` beyond the first or last row: constant, or along a straight line with the slope at the end.
    pub fn outside(&self, u: T, row: usize, column: usize, smoothness: Smoothness, hold: bool) -> T {
        let y = self.value(row, column);
        if hold || self.rows() == 1 {
            return y;
        }
        let slope = match smoothness {
            Smoothness::Linear | Smoothness::Constant => self.slope(row.min(self.rows() - 2), column),
            _ => self.derivative(row, column, smoothness),
        };
        y + (u - self.abscissa(row)) * slope
    }
}

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
        let repeats = self.extrapolation == Extrapolation::Periodic && last > 0;
        let u = if repeats { Extrapolation::wrapped(u, first, end) } else { u };
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
