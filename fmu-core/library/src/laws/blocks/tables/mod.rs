//! Interpolation in tables.

pub mod interpolation;
pub mod surface;
pub mod time_table;

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Event, Failure, RELATION_SHIFT};

/// `Blocks.Types.Extrapolation`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Extrapolation {
    /// The value at the end.
    Hold,
    /// A straight line with the slope at the end.
    Line,
    /// The table repeats.
    Periodic,
    /// An error; until it is reported the table is continued like `Line`.
    Forbidden,
}

/// Abscissae of a table.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// First point.
    pub first: f64,
    /// Last point.
    pub last: f64,
}

impl Range {
    /// Positive while the table may be looked up at `u`, with a small tolerance.
    pub fn indicator(&self, u: f64) -> f64 {
        (u - self.first).min(self.last - u) + RELATION_SHIFT
    }
}

impl Extrapolation {
    /// `u` shifted by whole periods into the range of a periodic table.
    pub fn wrapped<T: Scalar>(u: T, first: T, last: T) -> T {
        let period = last - first;
        u - period * T::constant(((u - first).value() / period.value()).floor())
    }

    /// Number of relations of a law: one if it is an error to leave the table.
    pub fn relations(self) -> usize {
        usize::from(self == Self::Forbidden)
    }

    /// Ends the simulation with an error if `u`, called `name`, has left the table and must not.
    pub fn check(self, range: &Range, u: f64, name: &str, event: &mut Event<'_>) {
        if self == Self::Forbidden && range.indicator(u) <= 0.5 * RELATION_SHIFT {
            let Range { first, last } = range;
            *event.failure = Some(Failure::Forbidden(format!(
                "{name} = {u} is outside the table, which ranges from {first} to {last}, and extrapolation = \
                 \"NoExtrapolation\" forbids that; extend the table, or choose another extrapolation"
            )));
        }
    }
}

/// Number of the increasing points, of `count`, that are not greater than `u`.
pub fn points_until(u: f64, count: usize, point: impl Fn(usize) -> f64) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        if point(middle) <= u { low = middle + 1 } else { high = middle }
    }
    low
}

/// Element `segment` of a sequence of `count`, extrapolated with constant differences on either side.
pub fn continued<T: Scalar>(segment: isize, count: usize, element: impl Fn(usize) -> T) -> T {
    let last = count as isize - 1;
    if (0..=last).contains(&segment) {
        return element(segment as usize);
    }
    let end = segment.clamp(0, last);
    if last == 0 {
        return element(0);
    }
    let beside = if end == 0 { 1 } else { last - 1 };
    let [end_value, beside_value] = [end, beside].map(|k| element(k as usize));
    end_value + (end_value - beside_value) * T::constant((segment - end).abs() as f64)
}

#[cfg(test)]
mod tests {
    use super::continued;

    #[test]
    fn sequences_go_on_with_constant_differences() {
        let squares = |k: usize| (k * k) as f64;
        let found: Vec<f64> = (-2..6).map(|k| continued(k, 4, squares)).collect();
        assert_eq!(found, [-2.0, -1.0, 0.0, 1.0, 4.0, 9.0, 14.0, 19.0]);
        assert_eq!(continued(-2, 1, |_| 7.0), 7.0);
    }
}
