//! A Boolean signal that toggles at each time of a table.

use super::extrapolation::{Extrapolation, Range};
use crate::laws::blocks::periods_begun;
use binary::Binary;
use mechanism::{Parameters, Real, Reals};

/// The time points, and the values before and after them.
#[derive(Clone, Copy, Debug, Binary)]
pub struct Toggle {
    /// Instants, s, without the shift.
    pub table: Reals,
    /// Value before the first one.
    pub starts: bool,
    /// Value after the last one.
    pub extrapolation: Extrapolation,
    /// Start, s; the output is false before.
    pub start_time: Real,
    /// Shift of the instants, s.
    pub shift_time: Real,
}

impl Toggle {
    /// First and last instant, s.
    pub fn range(&self, p: Parameters<'_, f64>) -> Range {
        let table = p.all(self.table);
        let [first, last] = [table.first(), table.last()].map(|t| p[self.shift_time] + t.copied().unwrap_or_default());
        // The output is false before startTime, for any table.
        Range { first: first.min(p[self.start_time]), last }
    }

    /// Period, s; zero if the table does not repeat.
    fn period(&self, p: Parameters<'_, f64>) -> f64 {
        match (self.extrapolation, p.all(self.table)) {
            (Extrapolation::Periodic, [first, .., last]) => last - first,
            _ => 0.0,
        }
    }

    /// Instant `k` in a repetition, s.
    fn instant(&self, p: Parameters<'_, f64>, k: usize, cycle: f64) -> f64 {
        p[self.shift_time] + p.all(self.table)[k] + cycle * self.period(p)
    }

    /// Number of the repetition at `time`.
    fn cycle(&self, p: Parameters<'_, f64>, time: f64) -> f64 {
        let period = self.period(p);
        if period > 0.0 { periods_begun(time, period, |cycle| self.instant(p, 0, cycle)) } else { 0.0 }
    }

    /// Number of instants in a repetition: the last one is the first of the next repetition.
    fn count(&self, p: Parameters<'_, f64>) -> usize {
        if self.period(p) > 0.0 { self.table.size - 1 } else { self.table.size }
    }

    /// Number of past instants of the current repetition.
    fn passed(&self, p: Parameters<'_, f64>, time: f64, cycle: f64) -> usize {
        (0..self.count(p)).take_while(|k| self.instant(p, *k, cycle) <= time).count()
    }

    /// The value at `time` (right limit).
    pub fn is_true(&self, p: Parameters<'_, f64>, time: f64) -> bool {
        let passed = self.passed(p, time, self.cycle(p, time));
        time >= p[self.start_time] && self.starts != (passed % 2 == 1)
    }

    /// The next instant after `time`, s.
    pub fn next_event(&self, p: Parameters<'_, f64>, time: f64) -> Option<f64> {
        if time < p[self.start_time] {
            return Some(p[self.start_time]);
        }
        let cycle = self.cycle(p, time);
        let next = self.passed(p, time, cycle);
        if next < self.count(p) {
            Some(self.instant(p, next, cycle))
        } else {
            (self.period(p) > 0.0).then(|| self.instant(p, 0, cycle + 1.0))
        }
    }
}
