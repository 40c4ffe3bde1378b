//! Tables over time.

use super::interpolation::{Smoothness, Table};
use super::{Extrapolation, Range};
use crate::laws::blocks::periods_begun;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Instant, Law, ModeName, Parameters, Real, Reals, SignalOut, Signals, TimeView, after,
};

/// Interpolated columns of a table over time; the mode is the segment (and the period) of the present time.
#[derive(Clone, Debug, Binary)]
pub struct CombiTimeTableLaw {
    /// Elements of the table, row by row.
    pub table: Reals,
    pub rows: usize,
    pub columns: usize,
    pub smoothness: Smoothness,
    pub extrapolation: Extrapolation,
    /// Time scale; none: 1.
    pub time_scale: Option<Real>,
    /// Offset, one for all outputs, or one for each; none: zero.
    pub offset: Option<Reals>,
    pub start_time: Real,
    pub shift_time: Real,
    pub y: SignalOut,
}

/// Mode before startTime.
const RESTING: i32 = i32::MIN;

impl CombiTimeTableLaw {
    fn time_scale<T: Scalar>(&self, p: Parameters<'_, T>) -> T {
        self.time_scale.map_or_else(T::one, |scale| p[scale])
    }

    /// First and last time, s, at which the table is used, from startTime on.
    fn range(&self, p: Parameters<'_, f64>) -> Range {
        let [first, last] = [0, self.rows - 1].map(|row| self.time_of(p, self.table(p).abscissa(row)));
        Range { first: first.min(p[self.start_time]), last }
    }

    fn table<'a, T>(&self, p: Parameters<'a, T>) -> Table<'a, T> {
        Table { elements: p.all(self.table), columns: self.columns }
    }

    /// Period in the table's time scale, 0 if it does not repeat.
    fn period<T: Scalar>(&self, p: Parameters<'_, T>) -> T {
        let table = self.table(p);
        match self.extrapolation {
            Extrapolation::Periodic => table.abscissa(self.rows - 1) - table.abscissa(0),
            _ => T::zero(),
        }
    }

    /// The time at which the table's time is `u`.
    fn time_of(&self, p: Parameters<'_, f64>, u: f64) -> f64 {
        p[self.shift_time] + u * self.time_scale(p)
    }

    /// Number of the period at `time`, 0 if the table does not repeat.
    fn cycle(&self, p: Parameters<'_, f64>, time: f64) -> f64 {
        let (period, first) = (self.period(p), self.table(p).abscissa(0));
        if period <= 0.0 {
            return 0.0;
        }
        periods_begun(time, period * self.time_scale(p), |cycle| self.time_of(p, first + cycle * period))
    }

    /// Number of rows at or before `time` in a period.
    fn rows_until(&self, p: Parameters<'_, f64>, time: f64, cycle: f64) -> usize {
        let (table, shift) = (self.table(p), cycle * self.period(p));
        let is_past = |row: usize| self.time_of(p, table.abscissa(row) + shift) <= time;
        // The search uses the table's time; the event compares the time itself.
        let mut rows = table.rows_until((time - p[self.shift_time]) / self.time_scale(p) - shift);
        while rows < self.rows && is_past(rows) {
            rows += 1;
        }
        while rows > 0 && !is_past(rows - 1) {
            rows -= 1;
        }
        rows
    }
}

impl Law for CombiTimeTableLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let table = self.table(p);
        let count = self.rows as i32 + 1;
        let (cycle, rows) = (view.mode().div_euclid(count), view.mode().rem_euclid(count) as usize);
        let u = view.since(p[self.shift_time]) / self.time_scale(p) - T::constant(f64::from(cycle)) * self.period(p);
        let hold = self.extrapolation == Extrapolation::Hold;
        for k in 0..self.y.size {
            let value = match view.mode() {
                RESTING => T::zero(),
                _ => table.after(rows, u, k + 1, self.smoothness, hold),
            };
            let offset = self.offset.map_or_else(T::zero, |o| p.all(o)[if o.size == 1 { 0 } else { k }]);
            signals.set_element(self.y, k, offset + value);
        }
    }

    fn next_event(&self, p: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        let time = now.time();
        if time < p[self.start_time] {
            return Some(now.of(p[self.start_time]));
        }
        let (cycle, table) = (self.cycle(p, time), self.table(p));
        let rows = self.rows_until(p, time, cycle);
        let later = |row: usize, cycle: f64| self.time_of(p, table.abscissa(row) + cycle * self.period(p));
        if rows < self.rows {
            Some(now.of(later(rows, cycle)))
        } else if self.period(p) > 0.0 {
            now.first_after([later(0, cycle + 1.0)])
        } else {
            None
        }
    }

    fn mode(&self, p: Parameters<'_, f64>, time: f64) -> i32 {
        if time < p[self.start_time] {
            return RESTING;
        }
        let cycle = self.cycle(p, time);
        let rows = self.rows_until(p, time, cycle);
        // The casts saturate.
        (cycle as i32).saturating_mul(self.rows as i32 + 1).saturating_add(rows as i32)
    }

    fn relations(&self) -> usize {
        self.extrapolation.relations()
    }

    fn indicators(&self, view: &TimeView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators.fill(self.range(view.parameters()).indicator(view.time()));
    }

    fn update(&self, view: &TimeView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = self.mode(event.parameters, event.time);
        self.extrapolation.check(&self.range(view.parameters()), view.time(), "time", event);
    }

    fn has_mode(&self, mode: i32) -> bool {
        match self.extrapolation {
            Extrapolation::Periodic => true,
            _ => mode == RESTING || (0..=self.rows as i32).contains(&mode),
        }
    }

    /// Segments of the table have no names.
    fn mode_name(&self, _discrete: Discrete<'_>) -> Option<ModeName> {
        Some(["", ""])
    }
}
