//! Inputs over time, of an FMU that is loaded or of a model in this process.

use compiler::model_file::nearest;
use compiler::units::Unit;
use simulation::variables::{Causality, Value};

use crate::csv::{Table, TableColumn};
use crate::settings::{Driven, Settable, Setting, SettingError, Values, Variables, did_you_mean};

/// Times that differ by less, relative to max(1, |t|), are one.
const SAME: f64 = 1e-12;

/// Interpolation of an input between two rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// It goes straight from one to the next.
    #[default]
    Linear,
    /// It stays as it was in the first.
    Hold,
}

/// A table of inputs: two rows of the same time are a jump, before the first row and after the last its values hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// Times and values; the names are those of inputs.
    pub table: Table,
    /// Interpolation of real inputs between two rows; inputs of other types hold their last value.
    pub interpolation: Interpolation,
}

/// Why a table of inputs does not fit an FMU.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InputError {
    /// There is no such variable.
    #[error(transparent)]
    Unknown(#[from] SettingError),
    #[error("column \"{name}\": it is not an input of the FMU; its inputs are {}{}", list(inputs), did_you_mean(nearest.as_deref()))]
    NoInput { name: String, inputs: Vec<String>, nearest: Option<String> },
    #[error("column \"{0}\": the input is set to a constant as well; leave one of the two out")]
    SetTwice(String),
    #[error("column \"{name}\" is in \"{found}\", which cannot be converted to \"{expected}\", the unit of the input")]
    Unit { name: String, found: String, expected: String },
    #[error("line {line}, column \"{name}\": {value} is not a value of type {kind}")]
    Value {
        /// Line, from 1.
        line: u64,
        name: String,
        value: f64,
        kind: &'static str,
    },
    #[error("line {line}, column \"{name}\": the value, or its change to the next row, is too large for a number")]
    Overflow {
        /// Line, from 1.
        line: u64,
        name: String,
    },
    #[error(
        "line {line}: the time goes back from {before} s to {time} s; times are expected to ascend (two equal ones are a jump)"
    )]
    Time {
        /// Line, from 1.
        line: u64,
        /// Time of the row before, s.
        before: f64,
        /// Time of the row, s.
        time: f64,
    },
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// An input over time.
#[derive(Clone, Debug)]
struct Channel {
    reference: u32,
    kind: ChannelKind,
    column: Vec<f64>,
}

/// Type of an input, in the order in which they are set; enumerations are integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ChannelKind {
    Real,
    Integer,
    Boolean,
}

/// A table of inputs that fits an FMU.
#[derive(Clone, Debug)]
pub(crate) struct Drive {
    times: Vec<f64>,
    /// Sorted by type.
    channels: Vec<Channel>,
    interpolation: Interpolation,
    /// True if the FMU accepts input derivatives.
    has_slopes: bool,
}

impl Drive {
    /// Checks a table against the inputs among the variables, and against the settings.
    pub(crate) fn new(
        inputs: &Inputs,
        settings: &[Setting],
        has_slopes: bool,
        variables: &impl Variables,
    ) -> Result<Self, InputError> {
        let table = &inputs.table;
        ascending(table)?;
        let mut channels = Vec::new();
        for column in &table.columns {
            let input = input(variables, &column.name)?;
            let values = in_unit(column, &input.values)?;
            if settings.iter().any(|setting| setting.name == column.name) {
                return Err(InputError::SetTwice(column.name.clone()));
            }
            check_values(table, column, &input.values)?;
            check_range(table, &values).map_err(|line| InputError::Overflow { line, name: column.name.clone() })?;
            let kind = match input.values {
                Values::Real { .. } | Values::Text => ChannelKind::Real,
                Values::Integer | Values::Enumeration(_) => ChannelKind::Integer,
                Values::Boolean => ChannelKind::Boolean,
            };
            channels.push(Channel { reference: input.value_reference, kind, column: values });
        }
        channels.sort_by_key(|channel| channel.kind);
        Ok(Self { times: table.times.clone(), channels, interpolation: inputs.interpolation, has_slopes })
    }

    /// Sets the values of `time`, s: where they jump, those after the jump.
    pub(crate) fn set<D: Driven>(&self, instance: &mut D, time: f64) -> Result<(), D::Error> {
        let row = self.row(time);
        self.channels.iter().try_for_each(|Channel { reference, kind, column }| {
            let held = column.get(row).copied().unwrap_or_default();
            let value = match kind {
                ChannelKind::Real => Value::Real(self.value(column, row, time)),
                ChannelKind::Integer => Value::Integer(held as i32),
                ChannelKind::Boolean => Value::Boolean(held != 0.0),
            };
            instance.set_value(*reference, value)
        })
    }

    /// Sets values and slopes for a step from `time` on, s, which ends with the next row at the latest.
    pub(crate) fn begin<D: Driven>(&self, instance: &mut D, time: f64) -> Result<(), D::Error> {
        self.set(instance, time)?;
        if self.interpolation == Interpolation::Hold || !self.has_slopes {
            return Ok(());
        }
        let row = self.row(time);
        let reals = self.channels.iter().filter(|channel| channel.kind == ChannelKind::Real);
        let slope = |channel: &Channel| (channel.reference, self.slope(&channel.column, row, time));
        let (references, slopes): (Vec<u32>, Vec<f64>) = reals.map(slope).unzip();
        if references.is_empty() { Ok(()) } else { instance.set_slopes(&references, &slopes) }
    }

    /// Time of the next row between `time` and `target`, s.
    pub(crate) fn next_row(&self, time: f64, target: f64) -> Option<f64> {
        let next = self.times.partition_point(|&row| row <= later(time));
        self.times.get(next).copied().filter(|&row| later(row) < target)
    }

    /// The last row that is not after `time`, or the first.
    fn row(&self, time: f64) -> usize {
        self.times.partition_point(|&row| row <= later(time)).saturating_sub(1)
    }

    fn value(&self, column: &[f64], row: usize, time: f64) -> f64 {
        let start = self.times.get(row).copied().unwrap_or(time);
        let value = column.get(row).copied().unwrap_or_default();
        match self.interpolation {
            Interpolation::Hold => value,
            Interpolation::Linear => value + self.slope(column, row, time) * (time - start).max(0.0),
        }
    }

    /// Slope after a row; none before the first row and after the last.
    fn slope(&self, column: &[f64], row: usize, time: f64) -> f64 {
        let (Some(start), Some(end)) = (self.times.get(row), self.times.get(row + 1)) else { return 0.0 };
        let (Some(from), Some(to)) = (column.get(row), column.get(row + 1)) else { return 0.0 };
        if later(time) < *start { 0.0 } else { (to - from) / (end - start) }
    }
}

/// The time from which on another one is later.
fn later(time: f64) -> f64 {
    time + SAME * time.abs().max(1.0)
}

/// The input that a column of a table names.
fn input<'a>(variables: &'a impl Variables, name: &str) -> Result<Settable<'a>, InputError> {
    let is_input = |variable: &Settable<'_>| variable.causality == Causality::Input;
    let found = variables.named(name).filter(|found| is_input(found) && !matches!(found.values, Values::Text));
    found.ok_or_else(|| {
        let inputs: Vec<String> = variables.settables().filter(is_input).map(|input| input.name.to_owned()).collect();
        let nearest = nearest(name, inputs.iter().map(String::as_str)).map(str::to_owned);
        InputError::NoInput { name: name.to_owned(), inputs, nearest }
    })
}

fn ascending(table: &Table) -> Result<(), InputError> {
    let pairs = table.times.iter().zip(table.times.iter().skip(1)).zip(table.lines.iter().skip(1));
    match pairs.into_iter().find(|((before, time), _)| time < before) {
        Some(((&before, &time), &line)) => Err(InputError::Time { line, before, time }),
        None => Ok(()),
    }
}

/// The values of a column in the unit of the input.
fn in_unit(column: &TableColumn, values: &Values<'_>) -> Result<Vec<f64>, InputError> {
    let expected = if let Values::Real { unit: Some(unit) } = values { *unit } else { "" };
    let Some(found) = column.unit.as_deref().filter(|unit| !unit.is_empty() && *unit != expected) else {
        return Ok(column.values.clone());
    };
    let units = Unit::parse(found).ok().zip(Unit::parse(expected).ok());
    let converted = units.and_then(|(found, expected)| {
        column.values.iter().map(|value| found.convert(*value, &expected)).collect::<Option<Vec<f64>>>()
    });
    converted.ok_or_else(|| {
        let (name, found, expected) = (column.name.clone(), found.to_owned(), expected.to_owned());
        InputError::Unit { name, found, expected }
    })
}

/// Checks that all values are of the input's type.
fn check_values(table: &Table, column: &TableColumn, values: &Values<'_>) -> Result<(), InputError> {
    let fits = |value: f64| match values {
        Values::Boolean => value == 0.0 || value == 1.0,
        Values::Integer | Values::Enumeration(_) => value == f64::from(value as i32),
        Values::Real { .. } | Values::Text => true,
    };
    match column.values.iter().zip(&table.lines).find(|(value, _)| !fits(**value)) {
        Some((&value, &line)) => Err(InputError::Value { line, name: column.name.clone(), value, kind: values.name() }),
        None => Ok(()),
    }
}

/// Checks that all values and slopes are finite; else returns the line of the first that is not.
fn check_range(table: &Table, values: &[f64]) -> Result<(), u64> {
    let rows = table.times.iter().zip(values);
    let is_finite = |(from, to): ((&f64, &f64), Option<(&f64, &f64)>)| {
        let slope = to.filter(|to| *to.0 > later(*from.0)).map(|to| ((to.1 - from.1) / (to.0 - from.0), to.0 - from.0));
        from.1.is_finite() && slope.is_none_or(|(slope, duration)| slope.is_finite() && duration.is_finite())
    };
    let mut pairs = rows.clone().zip(rows.skip(1).map(Some).chain([None])).zip(&table.lines);
    pairs.find(|(pair, _)| !is_finite(*pair)).map_or(Ok(()), |(_, &line)| Err(line))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn drive(interpolation: Interpolation) -> Drive {
        // A ramp, a jump from 2 to 5 at 1 s, then a fall.
        let column = vec![0.0, 2.0, 5.0, 1.0];
        let channels = vec![Channel { reference: 7, kind: ChannelKind::Real, column }];
        Drive { times: vec![0.0, 1.0, 1.0, 3.0], channels, interpolation, has_slopes: true }
    }

    fn at(drive: &Drive, time: f64) -> (f64, f64) {
        let (row, column) = (drive.row(time), &drive.channels[0].column);
        (drive.value(column, row, time), drive.slope(column, row, time))
    }

    #[test]
    fn values_are_right_limits_and_held_outside() {
        let linear = drive(Interpolation::Linear);
        for (time, expected) in [
            (-1.0, (0.0, 0.0)),
            (0.0, (0.0, 2.0)),
            (0.5, (1.0, 2.0)),
            (1.0, (5.0, -2.0)),
            (2.0, (3.0, -2.0)),
            (9.0, (1.0, 0.0)),
        ] {
            assert_eq!(at(&linear, time), expected, "{time}");
        }
        let held = drive(Interpolation::Hold);
        for (time, expected) in [(-1.0, 0.0), (0.5, 0.0), (1.0, 5.0), (2.9, 5.0), (3.0, 1.0)] {
            assert_eq!(at(&held, time).0, expected, "{time}");
        }
    }

    #[test]
    fn a_jump_is_not_missed_by_rounding() {
        let mut drive = drive(Interpolation::Linear);
        drive.times = vec![0.0, 0.1 + 0.2, 0.1 + 0.2, 3.0];
        assert_eq!(at(&drive, 0.3).0, 5.0);
        assert_eq!(drive.next_row(0.2, 0.3), None);
        assert_eq!(drive.next_row(0.3, 4.0), Some(3.0));
        assert_eq!(drive.next_row(0.0, 0.4), Some(0.1 + 0.2));
    }
}
