//! Tables over two variables.

use super::interpolation::Smoothness;
use super::{Extrapolation, Range, continued, points_until};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Event, Law, Parameters, Reals, SignalIn, SignalOut, Signals, TimeView, after};

/// Points along one direction, `stride` elements apart.
#[derive(Clone, Copy, Debug)]
pub struct Axis<'a, T> {
    /// Elements, starting at the first point.
    pub elements: &'a [T],
    /// Distance of consecutive points in `elements`.
    pub stride: usize,
    /// Number of points.
    pub count: usize,
}

/// Weights of `node` and the next point; in a table of a single point the next one has zero weight.
#[derive(Clone, Copy, Debug)]
pub struct Weights<T> {
    /// Number of the first point.
    pub node: usize,
    /// Factors of the values there.
    pub values: [T; 2],
    /// Factors of the slopes there.
    pub slopes: [T; 2],
}

impl<T: Scalar> Axis<'_, T> {
    /// A point.
    pub fn point(&self, k: usize) -> T {
        self.elements[k * self.stride]
    }

    /// Distance from a point to the next one.
    pub fn width(&self, segment: usize) -> T {
        self.point(segment + 1) - self.point(segment)
    }

    /// `u` with extrapolation: limited to the range, or shifted by whole periods.
    fn looked_up(&self, u: T, extrapolation: Extrapolation) -> T {
        let [first, last] = [0, self.count - 1].map(|k| self.point(k));
        match extrapolation {
            Extrapolation::Hold if u.value() < first.value() => first,
            Extrapolation::Hold if u.value() > last.value() => last,
            Extrapolation::Periodic => Extrapolation::wrapped(u, first, last),
            _ => u,
        }
    }

    /// Returns true if `u` is looked up beyond the ends.
    pub fn is_beyond(&self, u: T, extrapolation: Extrapolation) -> bool {
        let (u, last) = (self.looked_up(u, extrapolation).value(), self.count - 1);
        last > 0 && (u < self.point(0).value() || u > self.point(last).value())
    }

    /// The weights at `u`.
    pub fn weights(&self, u: T, smoothness: Smoothness, extrapolation: Extrapolation) -> Weights<T> {
        let (zero, one) = (T::zero(), T::one());
        if self.count == 1 {
            return Weights { node: 0, values: [one, zero], slopes: [zero; 2] };
        }
        let u = self.looked_up(u, extrapolation);
        let end = self.count - 1;
        let node = points_until(u.value(), self.count, |k| self.point(k).value()).saturating_sub(1).min(end - 1);
        let [below, above] = [u.value() < self.point(0).value(), u.value() > self.point(end).value()];
        let (distance, width) = (u - self.point(node), self.width(node));
        let share = distance / width;
        let line = Weights { node, values: [one - share, share], slopes: [zero; 2] };
        match smoothness {
            Smoothness::Linear => line,
            // At the end of the last segment the last point is used.
            Smoothness::Constant if u.value() >= self.point(end).value() => Weights { values: [zero, one], ..line },
            Smoothness::Constant => Weights { values: [one, zero], ..line },
            _ if below => Weights { node, values: [one, zero], slopes: [distance, zero] },
            _ if above => Weights { node, values: [zero, one], slopes: [zero, u - self.point(end)] },
            _ => {
                // Hermite's polynomials.
                let (rest, [two, three]) = (one - share, [2.0, 3.0].map(T::constant));
                let values = [rest * rest * (one + two * share), share * share * (three - two * share)];
                Weights { node, values, slopes: [distance * rest * rest, -distance * share * rest] }
            }
        }
    }
}

/// Values on a grid, stored row by row, with the grid in the first row and column.
#[derive(Clone, Copy, Debug)]
struct Grid<'a, T> {
    pub elements: &'a [T],
    pub columns: usize,
}

impl<'a, T: Scalar> Grid<'a, T> {
    fn first(&self) -> Axis<'a, T> {
        let count = self.elements.len() / self.columns - 1;
        Axis { elements: &self.elements[self.columns..], stride: self.columns, count }
    }

    fn second(&self) -> Axis<'a, T> {
        Axis { elements: &self.elements[1..self.columns], stride: 1, count: self.columns - 1 }
    }

    fn value(&self, i: usize, j: usize) -> T {
        self.elements[(i + 1) * self.columns + j + 1]
    }

    /// Slope along the first direction in a segment.
    fn slope(&self, i: usize, j: usize) -> T {
        (self.value(i + 1, j) - self.value(i, j)) / self.first().width(i)
    }

    /// Slope along the second direction in a segment.
    fn cross_slope(&self, i: usize, j: usize) -> T {
        (self.value(i, j + 1) - self.value(i, j)) / self.second().width(j)
    }

    /// Change of the slope along one direction over the other, in a cell; extrapolated beyond the edges like slopes.
    fn twist(&self, i: isize, j: isize) -> T {
        let cell = |i: usize, j: usize| (self.slope(i, j + 1) - self.slope(i, j)) / self.second().width(j);
        let [rows, columns] = [self.first().count - 1, self.second().count - 1];
        continued(i, rows, |i| continued(j, columns, |j| cell(i, j)))
    }
}

/// Akima's weights of the segments before and after a point, from the slopes of the two segments on either side; their
/// sum is one.
fn shares<T: Scalar>(slopes: [T; 4]) -> [T; 2] {
    let [before_last, last, next, after_next] = slopes;
    let [to_last, to_next] = [(after_next - next).abs(), (last - before_last).abs()];
    let sum = to_last + to_next;
    if sum.value() > 0.0 { [to_last / sum, to_next / sum] } else { [T::constant(0.5); 2] }
}

/// The four segments around a point.
fn about(point: usize) -> [isize; 4] {
    [-2, -1, 0, 1].map(|offset| point as isize + offset)
}

/// Derivatives at a point of the grid: along the first direction, along the second, and along both (H. Akima, A method of bivariate
/// interpolation and smooth surface fitting based on local procedures, Comm. ACM 17(1), 1974).
fn derivatives<T: Scalar>(grid: &Grid<'_, T>, i: usize, j: usize) -> [T; 3] {
    let (rows, columns) = (grid.first().count - 1, grid.second().count - 1);
    let mean = |[a, b]: [T; 2], [x, y]: [T; 2]| a * x + b * y;
    let along_first =
        (rows > 0).then(|| about(i).map(|segment| continued(segment, rows, |segment| grid.slope(segment, j))));
    let along_second = (columns > 0)
        .then(|| about(j).map(|segment| continued(segment, columns, |segment| grid.cross_slope(i, segment))));
    let derivative = |slopes: Option<[T; 4]>| slopes.map_or_else(T::zero, |s| mean(shares(s), [s[1], s[2]]));
    let twist = match (along_first, along_second) {
        (Some(first), Some(second)) => {
            let (first, second) = (shares(first), shares(second));
            let (i, j) = (i as isize, j as isize);
            let row = |i: isize| mean(second, [grid.twist(i, j - 1), grid.twist(i, j)]);
            mean(first, [row(i - 1), row(i)])
        }
        _ => T::zero(),
    };
    [derivative(along_first), derivative(along_second), twist]
}

/// Values of a table over two inputs.
#[derive(Clone, Debug, Binary)]
pub struct TableSurface {
    /// Elements, row by row.
    pub table: Reals,
    pub columns: usize,
    pub smoothness: Smoothness,
    pub extrapolation: Extrapolation,
    pub u: [SignalIn; 2],
    pub y: SignalOut,
}

impl TableSurface {
    fn grid<'a, T: Scalar>(&self, p: Parameters<'a, T>) -> Grid<'a, T> {
        Grid { elements: p.all(self.table), columns: self.columns }
    }

    fn value<T: Scalar>(&self, grid: &Grid<'_, T>, u: [T; 2]) -> T {
        let axes = [(grid.first(), u[0]), (grid.second(), u[1])];
        // Constant segments are extrapolated linearly beyond an edge, along both directions.
        let is_beyond = self.smoothness == Smoothness::Constant
            && axes.iter().any(|(axis, u)| axis.is_beyond(*u, self.extrapolation));
        let smoothness = if is_beyond { Smoothness::Linear } else { self.smoothness };
        let [first, second] = axes.map(|(axis, u)| axis.weights(u, smoothness, self.extrapolation));
        let mut sum = T::zero();
        for a in (0..2).filter(|a| first.node + a < grid.first().count) {
            for b in (0..2).filter(|b| second.node + b < grid.second().count) {
                let (i, j) = (first.node + a, second.node + b);
                sum += first.values[a] * second.values[b] * grid.value(i, j);
                if self.smoothness == Smoothness::Akima {
                    let [along_first, along_second, twist] = derivatives(grid, i, j);
                    sum += first.slopes[a] * second.values[b] * along_first
                        + first.values[a] * second.slopes[b] * along_second
                        + first.slopes[a] * second.slopes[b] * twist;
                }
            }
        }
        sum
    }

    fn ranges(&self, view: &TimeView<'_, f64>) -> [Range; 2] {
        let grid = self.grid(view.parameters());
        [grid.first(), grid.second()].map(|axis| Range { first: axis.point(0), last: axis.point(axis.count - 1) })
    }
}

impl Law for TableSurface {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().reads(self.u).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let grid = self.grid(view.parameters());
        for k in 0..self.y.size {
            let y = self.value(&grid, self.u.map(|u| signals.element(u, k)));
            signals.set_element(self.y, k, y);
        }
    }

    fn relations(&self) -> usize {
        self.extrapolation.relations()
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let [first, second] = self.ranges(view);
        let [u1, u2] = self.u;
        let pair = |k| first.indicator(signals.element(u1, k)).min(second.indicator(signals.element(u2, k)));
        indicators.fill((0..self.y.size).map(pair).fold(f64::INFINITY, f64::min));
    }

    fn update(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        for ((range, u), name) in self.ranges(view).iter().zip(self.u).zip(["u1", "u2"]) {
            for k in 0..u.size {
                self.extrapolation.check(range, signals.element(u, k), name, event);
            }
        }
    }
}
