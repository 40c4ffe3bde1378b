//! Boolean and Integer signals of time.

use super::tables::{Extrapolation, Range};
use super::{period_at, period_begin, periods_begun};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Instant, Law, ModeName, Parameters, Real, Reals, ScalarOut, Signals, TimeView, after,
    law_variables, truth_name,
};

/// The value as a function of time.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Timed {
    /// The same value at all times.
    Constant(i32),
    /// One change.
    Step {
        /// Time of the change, s.
        start_time: Real,
        /// Value before.
        before: i32,
        /// Value from then on.
        after: i32,
    },
    /// True at the start of each period.
    Pulse {
        /// Width of the pulse, % of the period.
        width: Real,
        /// Period, s.
        period: Real,
        /// Start of the first period, s.
        start_time: Real,
    },
    /// Toggles at each time of a table.
    Toggle(Toggle),
}

/// `y` is a Boolean or an integer that changes at time events. The mode is the value.
#[derive(Clone, Debug, Binary)]
pub struct TimedValue {
    pub timed: Timed,
    pub y: ScalarOut,
}

law_variables! {
    pub TimedVariable of TimedValue {
        PulseStart: Time pulse_start,
    }
}

impl TimedValue {
    /// Start of the last pulse, or of the first one before it, s.
    fn pulse_start<T: Scalar>(&self, view: &TimeView<'_, T>) -> T {
        let Timed::Pulse { period, start_time, .. } = self.timed else { return T::zero() };
        let [start, length] = [start_time, period].map(|of| view.parameters()[of].value());
        let begin = |count: f64| start + count * length;
        T::constant(begin(periods_begun(view.time().value(), length, begin).max(0.0)))
    }
}

/// Start of period `count`, end of its pulse, and start of the next period, s.
fn pulse_times(p: Parameters<'_, f64>, [width, period, start_time]: [Real; 3], count: f64) -> [f64; 3] {
    let begin = |count: f64| period_begin(p, [start_time, period], count);
    [begin(count), begin(count) + 0.01 * p[width] * p[period], begin(count + 1.0)]
}

impl Law for TimedValue {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, T::constant(f64::from(view.mode())));
    }

    fn next_event(&self, p: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        match self.timed {
            Timed::Constant(_) => None,
            Timed::Step { start_time, .. } => now.first_after([p[start_time]]),
            Timed::Pulse { width, period, start_time } => {
                let count = period_at(p, [start_time, period], now.time()).max(0.0);
                now.first_after(pulse_times(p, [width, period, start_time], count))
            }
            Timed::Toggle(toggle) => toggle.next_event(p, now.time()).map(|time| now.of(time)),
        }
    }

    fn mode(&self, p: Parameters<'_, f64>, time: f64) -> i32 {
        match self.timed {
            Timed::Constant(value) => value,
            Timed::Step { start_time, before, .. } if time < p[start_time] => before,
            Timed::Step { after, .. } => after,
            Timed::Pulse { width, period, start_time } => {
                let count = period_at(p, [start_time, period], time);
                let [_, end, _] = pulse_times(p, [width, period, start_time], count);
                i32::from(count >= 0.0 && time < end)
            }
            Timed::Toggle(toggle) => i32::from(toggle.is_true(p, time)),
        }
    }

    fn has_mode(&self, mode: i32) -> bool {
        match self.timed {
            Timed::Constant(value) => mode == value,
            Timed::Step { before, after, .. } => mode == before || mode == after,
            Timed::Pulse { .. } | Timed::Toggle(_) => mode == 0 || mode == 1,
        }
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        match self.timed {
            Timed::Constant(_) | Timed::Step { .. } => None,
            Timed::Pulse { .. } | Timed::Toggle(_) => truth_name(discrete.mode == 1),
        }
    }

    fn relations(&self) -> usize {
        if let Timed::Toggle(toggle) = self.timed { toggle.extrapolation.relations() } else { 0 }
    }

    fn indicators(&self, view: &TimeView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        if let (Timed::Toggle(toggle), [indicator]) = (self.timed, indicators) {
            *indicator = toggle.range(view.parameters()).indicator(view.time());
        }
    }

    fn update(&self, view: &TimeView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = self.mode(event.parameters, event.time);
        if let Timed::Toggle(toggle) = self.timed {
            toggle.extrapolation.check(&toggle.range(view.parameters()), view.time(), "time", event);
        }
    }
}

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
