//! Extrapolation of tables.

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
