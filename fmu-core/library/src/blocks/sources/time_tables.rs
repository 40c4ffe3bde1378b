//! Modelica.Blocks.Sources: tables over time.

use crate::blocks::interfaces::*;
use crate::blocks::tables::*;
use crate::class::*;
use crate::laws::blocks::tables::Extrapolation;
use crate::laws::blocks::tables::interpolation::Smoothness;
use crate::laws::blocks::tables::time_table::CombiTimeTableLaw;
use crate::types::TIME_EVENTS;
use mechanism::Shape;

pub static COMBI_TIME_TABLE: Class = Class {
    name: "Modelica.Blocks.Sources.CombiTimeTable",
    description: "Table look-up with respect to time; the first column has the time points, each other column is \
        an output",
    parameters: &[
        table("table", "", "Table matrix (time = first column)").checked(check_table),
        SMOOTHNESS,
        extrapolation("LastTwoPoints"),
        TIME_SCALE,
        array("offset", "", "Offsets of output signals (one for all of them, or one for each)").or(0.0).tunable(),
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
    inner: &[TIME_SCALED],
    ..Class::element(|e| {
        let (smoothness, extrapolation) = (Smoothness::of(e), Extrapolation::of(e));
        CombiTimeTableLaw::build(e, smoothness, extrapolation, true);
    })
};

pub static TIME_TABLE: Class = Class {
    name: "Modelica.Blocks.Sources.TimeTable",
    description: "Generate a (possibly discontinuous) signal by linear interpolation in a table",
    parameters: &[
        table("table", "", "Table matrix (time = first column, values = second column)").checked(check_from_zero),
        TIME_SCALE,
        real("offset", "", "Offset of output signal").or(0.0).tunable(),
        START_TIME,
        SHIFT_TIME,
    ],
    inner: &[TIME_SCALED],
    ..so(|e| CombiTimeTableLaw::build(e, Smoothness::Linear, Extrapolation::Line, true))
};

pub static INTEGER_TABLE: Class = Class {
    name: "Modelica.Blocks.Sources.IntegerTable",
    description: "Generate an Integer output signal based on a table matrix with [time, value]",
    parameters: &[
        table("table", "", "Table matrix (first column: time; second column: whole numbers)").checked(check_integers),
        extrapolation("HoldLastPoint"),
        real("startTime", "s", "Output = 0 for time < startTime").or(-1e60),
        real("shiftTime", "s", "Shift time of table").or(0.0),
    ],
    inner: &[inner("combiTimeTable.y[1]", "y"), inner("realToInteger.u", "y")],
    ..integer_so(|e| {
        let extrapolation = Extrapolation::of(e);
        CombiTimeTableLaw::build(e, Smoothness::Constant, extrapolation, false);
    })
};

const TIME_SCALE: Parameter = real("timeScale", "s", "Time scale of first table column").min(f64::EPSILON).or(1.0);

const TIME_SCALED: Inner = inner("timeScaled", "time/timeScale");

const SHIFT_TIME: Parameter = real("shiftTime", "s", "Shift time of first table column").or_expression("startTime");

/// Check: a table needs at least two columns, and time points that do not decrease.
fn check_table(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(_, columns @ 2..) = shape else {
        return Some("a matrix with two columns or more: time points, then values");
    };
    let times = elements.iter().step_by(columns);
    (!times.is_sorted()).then_some("a first column whose time points do not decrease")
}

/// Check: an Integer table has two columns, the second with integers.
fn check_integers(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(_, 2) = shape else { return Some("a matrix with two columns: time points, then values") };
    let is_whole = |x: f64| x.fract() == 0.0 && x.abs() <= f64::from(i32::MAX);
    if !elements.chunks_exact(2).all(|row| is_whole(row[1])) {
        return Some("a second column of whole numbers");
    }
    check_table(elements, shape)
}

/// Check: a TimeTable has two columns, and time points from 0 that do not decrease.
fn check_from_zero(elements: &[f64], shape: Shape) -> Option<&'static str> {
    let Shape::Matrix(_, 2) = shape else { return Some("a matrix with two columns: time points, then values") };
    if elements.first() != Some(&0.0) {
        return Some("a first time point of 0");
    }
    check_table(elements, shape)
}

impl CombiTimeTableLaw {
    /// Registers the law of `e`. A class declares both parameters timeScale and offset, or neither.
    fn build(e: &mut Element<'_>, smoothness: Smoothness, extrapolation: Extrapolation, is_scaled: bool) {
        let Shape::Matrix(rows, columns) = e.shape("table") else { return };
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
            y: e.y(),
        };
        if law.offset.is_some_and(|offset| offset.size != 1 && offset.size != columns.saturating_sub(1)) {
            e.refuse("offset", "one number, or one for each output");
        }
        e.add_law(law);
    }
}
