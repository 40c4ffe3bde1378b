//! Maximum end of steps.

/// Maximum length of a step if nothing changes, s, relative to the time if that is larger than 1.
const LONGEST: f64 = 1e6;
/// A read this fraction of an interval away from the expected time of the next change coincides with the change.
const LATE: f64 = 1e-9;
/// Times that differ by at most this many units of rounding are equal: hosts compute them in various ways.
const SAME_TIME: f64 = 8.0;

/// Returns true if two times, s, differ by rounding only.
pub(super) fn differ_by_rounding(t: f64, other: f64) -> bool {
    t != other && (t - other).abs() <= SAME_TIME * f64::EPSILON * t.abs()
}

/// Determines how far a step may go, because nothing changes before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Horizon {
    /// Hard limit of steps, s: the stop time, or the next time event.
    pub limit: f64,
    /// Times of changes of the inputs.
    pub rhythm: Rhythm,
    /// Inputs are polynomials that are valid up to the next read.
    pub inputs_move: bool,
}

/// Maximum extent of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reach {
    /// Latest end of the step, s.
    pub end: f64,
    /// Inputs are expected to change at the end.
    pub is_change: bool,
}

/// Times of past changes of inputs and parameters, which predict the next change. A step that is abandoned in its
/// middle causes nearly as much error as a whole one, and its evaluations are lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rhythm {
    /// The last change, s; minus infinity if there was none.
    last: f64,
    /// The last two intervals between changes, s.
    intervals: [f64; 2],
}

impl Horizon {
    /// No changes.
    pub const NONE: Self = Self { limit: f64::INFINITY, rhythm: Rhythm::NEW, inputs_move: false };

    /// Maximum extent of a step from `start` if the solution is next read at `reader`: at least to there, up to
    /// rounding.
    pub(super) fn of(&self, start: f64, reader: f64) -> Reach {
        let (change, is_known) = if self.inputs_move { (reader, true) } else { self.rhythm.expected(start, reader) };
        let end = self.limit.min(change).min(start + start.abs().max(LONGEST));
        let end = if differ_by_rounding(end, reader) && end > start { end } else { end.max(reader) };
        Reach { end, is_change: is_known && end == change }
    }
}

impl Rhythm {
    /// No change so far.
    pub const NEW: Self = Self { last: f64::NEG_INFINITY, intervals: [f64::INFINITY; 2] };

    /// Records a change at time `t`, s.
    pub fn change(&mut self, t: f64) {
        let interval = t - self.last;
        // Changes at the same time count once.
        if interval > 0.0 {
            self.intervals = [self.intervals[1], interval];
            self.last = t;
        }
    }

    /// The time of the next expected change at time `t`, s, and true if it is on schedule: after the shorter one of the
    /// last two intervals, or, if it has not come then, at twice the time since the last change. The time of the next
    /// read affects rounding only, so that steps do not depend on it.
    fn expected(&self, t: f64, reader: f64) -> (f64, bool) {
        let [earlier, later] = self.intervals;
        let interval = earlier.min(later);
        if interval == f64::INFINITY {
            return (f64::INFINITY, false);
        }
        let next = self.last + interval;
        let late = LATE * interval;
        if differ_by_rounding(next, reader) {
            (next, true)
        } else if (next - reader).abs() <= late {
            (reader, true)
        } else if next > t + late {
            (next, true)
        } else {
            (t + (t - self.last), false)
        }
    }

    /// Representation as finite numbers.
    pub fn to_numbers(self) -> [f64; 3] {
        let [earlier, later] = self.intervals;
        [self.last, earlier, later].map(|number| number.clamp(f64::MIN, f64::MAX))
    }

    /// Inverse of [`Self::to_numbers`]; invalid numbers are limited to the valid range.
    pub fn from_numbers([last, earlier, later]: [f64; 3]) -> Self {
        let last = if last == f64::MIN { f64::NEG_INFINITY } else { last };
        let interval = |number| if number > 0.0 && number < f64::MAX { number } else { f64::INFINITY };
        Self { last, intervals: [interval(earlier), interval(later)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(times: &[f64]) -> Rhythm {
        let mut rhythm = Rhythm::NEW;
        times.iter().for_each(|t| rhythm.change(*t));
        rhythm
    }

    #[test]
    fn without_a_rhythm_nothing_is_expected() {
        assert_eq!(Rhythm::NEW.expected(1.0, 1.1), (f64::INFINITY, false));
        assert_eq!(changes(&[0.0, 0.0]).expected(1.0, 1.1), (f64::INFINITY, false));
    }

    #[test]
    fn the_next_change_is_expected_after_the_shorter_interval_and_then_later_and_later() {
        let rhythm = changes(&[0.0, 0.3, 0.5]);
        let expected = |t: f64| rhythm.expected(t, t + 0.01);
        assert_eq!(expected(0.5), (0.7, true));
        assert!((expected(0.8).0 - 1.1).abs() < 1e-9 && !expected(0.8).1);
        assert!((expected(1.5).0 - 2.5).abs() < 1e-9 && !expected(1.5).1);
        assert_eq!(rhythm.expected(0.5, 0.7 - 1e-12), (0.7 - 1e-12, true));
    }

    #[test]
    fn a_horizon_is_finite_and_ahead() {
        for start in [0.0, -3.0, 1e-9, 1e20, -1e20] {
            let end = Horizon::NONE.of(start, start).end;
            assert!(end.is_finite() && end > start, "{start} {end}");
        }
        let horizon = Horizon { limit: 2.0, ..Horizon::NONE };
        assert_eq!([horizon.of(1.0, 1.1).end, horizon.of(1.0, 2.1).end], [2.0, 2.1]);
    }

    #[test]
    fn a_change_ends_the_step_whoever_reads() {
        let horizon = Horizon { rhythm: changes(&[0.0, 0.3, 0.5]), ..Horizon::NONE };
        assert_eq!(horizon.of(0.5, 0.7), Reach { end: 0.7, is_change: true });
        assert_eq!(horizon.of(0.5, 0.6), Reach { end: 0.7, is_change: true });
        assert_eq!(horizon.of(0.5, 0.8), Reach { end: 0.8, is_change: false });
        let moving = Horizon { inputs_move: true, ..Horizon::NONE };
        assert_eq!(moving.of(0.0, 0.1), Reach { end: 0.1, is_change: true });
    }

    #[test]
    fn numbers_give_the_rhythm_back() {
        for rhythm in [Rhythm::NEW, changes(&[0.0]), changes(&[-1.0, 0.3]), changes(&[0.0, 0.3, 0.5])] {
            assert!(rhythm.to_numbers().iter().all(|number| number.is_finite()));
            assert_eq!(Rhythm::from_numbers(rhythm.to_numbers()), rhythm);
        }
    }
}
