//! Modelica.Blocks.Sources: tables over time.

use super::periods_begun;
use crate::Element;
use crate::blocks::interfaces::*;
use crate::blocks::tables::*;
use crate::blocks::tables::{Extrapolation, Range, SMOOTHNESS, Smoothness, Table, extrapolation};
use crate::class::*;
use crate::types::TIME_EVENTS;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Instant, Law, ModeName, Parameters, Real, Reals, Shape, SignalOut, Signals, TimeView,
    after,
};
use serde::{Deserialize, Serialize};

pub static COMBI_TIME_TABLE: Class = Class {
    name: "Modelica.Blocks.Sources.CombiTimeTable",
    description: "Table look-up with respect to time; the first column holds the time points, each other one makes an output",
    documentation: documentation!("combi_time_table.md"),
    parameters: &[
        table("table", "", "Table matrix (time = first column)").checked(check_table),
        SMOOTHNESS,
        extrapolation("LastTwoPoints"),
        TIME_SCALE,
        array("offset", "", "Offsets of output signals (one for all of them, or one each)").or(0.0).tunable(),
        real("startTime", "s", "Output = offset for time < startTime").or(0.0),
        SHIFT_TIME,
        enumeration("timeEvents", &TIME_EVENTS, "Always", "Time event handling (every time point is an event)"),
        TABLE_ON_FILE,
        TABLE_NAME,
        FILE_NAME,
        DELIMITER,
        HEADER_LINES,
        COLUMNS,
        VERBOSE_READ,
        VERBOSE_EXTRAPOLATION,
    ],
    connectors: &[outputs("y", SignalSize::Columns("table", 1))],
    ..Class::element(|e| {
        let (smoothness, extrapolation) = (Smoothness::of(e), Extrapolation::of(e));
        CombiTimeTableLaw::build(e, smoothness, extrapolation, true);
    })
};

pub static TIME_TABLE: Class = Class {
    name: "Modelica.Blocks.Sources.TimeTable",
    description: "Generate a (possibly discontinuous) signal by linear interpolation in a table",
    documentation: documentation!("time_table.md"),
    parameters: &[
        table("table", "", "Table matrix (time = first column, values = second column)").checked(check_from_zero),
        TIME_SCALE,
        real("offset", "", "Offset of output signal").or(0.0).tunable(),
        START_TIME,
        SHIFT_TIME,
    ],
    ..so(|e| CombiTimeTableLaw::build(e, Smoothness::Linear, Extrapolation::Line, true))
};

pub static INTEGER_TABLE: Class = Class {
    name: "Modelica.Blocks.Sources.IntegerTable",
    description: "Generate an Integer output signal based on a table matrix with [time, value]",
    documentation: documentation!("integer_table.md"),
    parameters: &[
        table("table", "", "Table matrix (first column: time; second column: whole numbers)").checked(check_integers),
        extrapolation("HoldLastPoint"),
        real("startTime", "s", "Output = 0 for time < startTime").or(-1e60),
        real("shiftTime", "s", "Shift time of table").or(0.0),
    ],
    ..integer_so(|e| {
        let extrapolation = Extrapolation::of(e);
        CombiTimeTableLaw::build(e, Smoothness::Constant, extrapolation, false);
    })
};

const TIME_SCALE: Parameter = real("timeScale", "s", "Time scale of first table column").min(f64::EPSILON).or(1.0);
const SHIFT_TIME: Parameter = real("shiftTime", "s", "Shift time of first table column").or_expression("startTime");

/// A table has two columns or more and time points that do not decrease.
fn check_table(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(rows, columns) = shape else { return None };
    let times = || (0..rows).map(|row| elements[row * columns]);
    if columns < 2 {
        return Some("a matrix with two columns or more: time points, then values");
    }
    times()
        .zip(times().skip(1))
        .any(|(now, next)| next < now)
        .then_some("a first column whose time points do not decrease")
}

/// A table of an Integer has two columns, of which the second has whole numbers.
fn check_integers(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(_, 2) = shape else { return Some("a matrix with two columns: time points, then values") };
    let is_whole = |x: f64| x.fract() == 0.0 && x.abs() <= f64::from(i32::MAX);
    if !elements.chunks_exact(2).all(|row| is_whole(row[1])) {
        return Some("a second column of whole numbers");
    }
    check_table(elements, shape)
}

/// A TimeTable has two columns and time points from 0 on that do not decrease.
fn check_from_zero(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(rows, 2) = shape else { return Some("a matrix with two columns: time points, then values") };
    let times = || (0..rows).map(|row| elements[2 * row]);
    if times().next() != Some(0.0) {
        return Some("a first time point of 0");
    }
    times().zip(times().skip(1)).any(|(now, next)| next < now).then_some("time points that do not decrease")
}

/// Interpolated columns of a table over time; the mode is the segment (and the period) in which the time lies.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CombiTimeTableLaw {
    /// Elements of the table by rows.
    table: Reals,
    rows: usize,
    columns: usize,
    smoothness: Smoothness,
    extrapolation: Extrapolation,
    /// None: one.
    time_scale: Option<Real>,
    /// One for all outputs, or one each; none: zero.
    offset: Option<Reals>,
    start_time: Real,
    shift_time: Real,
    y: SignalOut,
}

/// Mode before startTime.
const RESTING: i32 = i32::MIN;

impl CombiTimeTableLaw {
    /// Registers the law of `e`. A class has both or none of the parameters timeScale and offset.
    fn build(e: &mut Element<'_>, smoothness: Smoothness, extrapolation: Extrapolation, is_scaled: bool) {
        let (Some(y), Shape::Matrix(rows, columns)) = (e.output("y"), e.shape("table")) else { return };
        let law = Self {
            table: e.reals("table"),
            rows,
            columns,
            smoothness,
            extrapolation,
            time_scale: is_scaled.then(|| e.real("timeScale")),
            offset: is_scaled.then(|| e.reals("offset")),
            start_time: e.real("startTime"),
            shift_time: e.real("shiftTime"),
            y,
        };
        if law.offset.is_some_and(|offset| offset.size != 1 && offset.size != columns.saturating_sub(1)) {
            e.refuse("offset", "one number, or one for each output");
        }
        e.add_law(law);
    }

    fn time_scale<T: Scalar>(&self, p: Parameters<'_, T>) -> T {
        self.time_scale.map_or_else(T::one, |scale| p[scale])
    }

    /// First and last time point, s, from startTime on.
    fn range(&self, p: Parameters<'_, f64>) -> Range {
        let [first, last] = [0, self.rows - 1].map(|row| self.time_of(p, self.table(p).abscissa(row)));
        Range { first: first.min(p[self.start_time]), last }
    }

    fn table<'a, T>(&self, p: Parameters<'a, T>) -> Table<'a, T> {
        Table { elements: p.all(self.table), columns: self.columns }
    }

    /// Length of the table in its own time, 0 when it does not repeat.
    fn period<T: Scalar>(&self, p: Parameters<'_, T>) -> T {
        let table = self.table(p);
        match self.extrapolation {
            Extrapolation::Periodic => table.abscissa(self.rows - 1) - table.abscissa(0),
            _ => T::zero(),
        }
    }

    /// The time at which the table's own time is `u`.
    fn time_of(&self, p: Parameters<'_, f64>, u: f64) -> f64 {
        p[self.shift_time] + u * self.time_scale(p)
    }

    /// Number of the period at `time`, 0 when the table does not repeat.
    fn cycle(&self, p: Parameters<'_, f64>, time: f64) -> f64 {
        let (period, first) = (self.period(p), self.table(p).abscissa(0));
        if period <= 0.0 {
            return 0.0;
        }
        periods_begun(time, period * self.time_scale(p), |cycle| self.time_of(p, first + cycle * period))
    }

    /// Number of rows that lie at or before `time` in a period.
    fn rows_until(&self, p: Parameters<'_, f64>, time: f64, cycle: f64) -> usize {
        let (table, shift) = (self.table(p), cycle * self.period(p));
        let is_past = |row: usize| self.time_of(p, table.abscissa(row) + shift) <= time;
        // The search looks at the table's own time; the comparison of events looks at the time itself.
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
            let column = k + 1;
            let value = match rows {
                _ if view.mode() == RESTING => T::zero(),
                0 => table.outside(u, 0, column, self.smoothness, hold),
                rows if rows == self.rows => table.outside(u, rows - 1, column, self.smoothness, hold),
                rows => table.inside(u, rows - 1, column, self.smoothness),
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

    /// Intervals of the table have no names.
    fn mode_name(&self, _discrete: Discrete<'_>) -> Option<ModeName> {
        Some(["", ""])
    }
}
