//! The tables of a sweep: a row for each run, and a row for each communication point.

use std::path::Path;

use simulation::variables::Value;

use super::columns::{Schema, Values};
use super::record::{Ending, Record};
use super::summary::Summary;
use super::table_writer::{TableFormat, TableWriter};
use super::{SweepError, TableWriteError};
use crate::host::Column;
use crate::settings::Assignment;

/// Rows that are written at once: row groups of Parquet.
const BATCH: usize = 1 << 14;
/// Number of the run.
const RUN: &str = "run";
/// Time of the last communication point, s.
const END_TIME: &str = "end_time";
/// Why a run failed.
const ERROR: &str = "error";
/// Time of a row of a trajectory, s.
const TIME: &str = "time";

/// A column of results.
#[derive(Clone, Debug, PartialEq)]
pub enum ResultColumn {
    /// Numbers; NaN where there is none.
    Real(String, Vec<f64>),
    /// Texts.
    Text(String, Vec<Option<String>>),
}

/// The columns of the tables.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    parameters: Vec<String>,
    variables: Vec<String>,
}

/// Rows of results, column by column.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    runs: Vec<i64>,
    parameters: Vec<Vec<Option<f64>>>,
    end_times: Vec<Option<f64>>,
    errors: Vec<Option<String>>,
    numbers: Vec<Vec<Option<f64>>>,
}

impl Layout {
    pub(super) fn new<'n>(parameters: impl Iterator<Item = &'n str>, variables: &[Column]) -> Result<Self, SweepError> {
        let parameters: Vec<String> = parameters.map(str::to_owned).collect();
        let variables: Vec<String> = variables.iter().map(|column| column.name.clone()).collect();
        if let Some(name) = parameters.iter().find(|name| [RUN, END_TIME, ERROR].contains(&name.as_str())) {
            return Err(SweepError::Usage(format!(
                "\"{name}\" cannot be varied: a column of the result has that name; call the parameter otherwise"
            )));
        }
        Ok(Self { parameters, variables })
    }

    pub(super) fn rows(&self) -> Rows {
        Rows {
            parameters: vec![Vec::new(); self.parameters.len()],
            numbers: vec![Vec::new(); self.variables.len() * Summary::NAMES.len()],
            ..Rows::default()
        }
    }

    /// Names above the columns of [`Rows::take`].
    fn names(&self) -> Vec<String> {
        let numbers = self.variables.iter().flat_map(|name| Summary::NAMES.map(|number| format!("{number}({name})")));
        let fixed = |name: &str| std::iter::once(name.to_owned());
        let parameters = self.parameters.iter().cloned();
        fixed(RUN).chain(parameters).chain(fixed(END_TIME)).chain(fixed(ERROR)).chain(numbers).collect()
    }

    fn schema(&self) -> Schema {
        self.names().into_iter().zip(self.rows().take()).collect()
    }

    fn trajectory_schema(&self) -> Schema {
        let real = |name: &str| (name.to_owned(), Values::Real(Vec::new()));
        let run = (RUN.to_owned(), Values::Integer(Vec::new()));
        [run, real(TIME)].into_iter().chain(self.variables.iter().map(|name| real(name))).collect()
    }

    /// Rows as columns with their names.
    pub(super) fn columns(&self, mut rows: Rows) -> Vec<ResultColumn> {
        let named = |(name, values)| match values {
            Values::Integer(values) => ResultColumn::Real(name, values.into_iter().map(|value| value as f64).collect()),
            Values::Real(values) => {
                ResultColumn::Real(name, values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
            }
            Values::Text(values) => ResultColumn::Text(name, values),
        };
        self.names().into_iter().zip(rows.take()).map(named).collect()
    }
}

impl Rows {
    pub(super) fn add(&mut self, run: u64, assignments: &[Assignment], record: &Record) {
        self.runs.push(run.cast_signed());
        let parameters = self.parameters.iter_mut().zip(assignments);
        parameters.for_each(|(column, assignment)| column.push(Some(number(assignment.value))));
        self.end_times.push(Some(record.end_time).filter(|time| time.is_finite()));
        self.errors.push(match &record.ending {
            Ending::Done => None,
            Ending::Failed(reason) => Some(reason.clone()),
        });
        let numbers = self.numbers.iter_mut().enumerate();
        numbers.for_each(|(index, column)| column.push(record.numbers.get(index).copied()));
    }

    /// The columns, which leaves none behind.
    fn take(&mut self) -> Vec<Values> {
        let reals = |columns: &mut Vec<Vec<Option<f64>>>| -> Vec<Values> {
            columns.iter_mut().map(|column| Values::Real(std::mem::take(column))).collect()
        };
        let mut columns = vec![Values::Integer(std::mem::take(&mut self.runs))];
        columns.extend(reals(&mut self.parameters));
        columns.push(Values::Real(std::mem::take(&mut self.end_times)));
        columns.push(Values::Text(std::mem::take(&mut self.errors)));
        columns.extend(reals(&mut self.numbers));
        columns
    }
}

fn number(value: Value) -> f64 {
    match value {
        Value::Real(value) => value,
        Value::Integer(value) => value.into(),
        Value::Boolean(value) => f64::from(u8::from(value)),
    }
}

/// The files of a sweep.
pub(super) struct Tables {
    rows: Rows,
    failed: u64,
    results: TableWriter,
    trajectories: Option<Trajectories>,
}

/// The file of trajectories.
struct Trajectories {
    writer: TableWriter,
    runs: Vec<i64>,
    /// Time and variables.
    columns: Vec<Vec<Option<f64>>>,
}

impl Tables {
    pub(super) fn create(
        layout: &Layout,
        results: (&Path, TableFormat),
        trajectories: Option<(&Path, TableFormat)>,
    ) -> Result<Self, TableWriteError> {
        let columns = vec![Vec::new(); layout.variables.len() + 1];
        let trajectories = trajectories.map(|(path, format)| {
            let writer = TableWriter::create(path, format, &layout.trajectory_schema())?;
            Ok::<_, TableWriteError>(Trajectories { writer, runs: Vec::new(), columns })
        });
        Ok(Self {
            rows: layout.rows(),
            failed: 0,
            results: TableWriter::create(results.0, results.1, &layout.schema())?,
            trajectories: trajectories.transpose()?,
        })
    }

    pub(super) fn add(&mut self, run: u64, assignments: &[Assignment], record: Record) -> Result<(), TableWriteError> {
        self.rows.add(run, assignments, &record);
        self.failed += u64::from(record.ending != Ending::Done);
        if self.rows.runs.len() >= BATCH {
            self.results.write(&self.rows.take())?;
        }
        self.trajectories.as_mut().map_or(Ok(()), |trajectories| trajectories.add(run, &record.trajectory))
    }

    /// Gives the files their names; the number of runs that failed.
    pub(super) fn finish(mut self) -> Result<u64, TableWriteError> {
        if !self.rows.runs.is_empty() {
            self.results.write(&self.rows.take())?;
        }
        self.trajectories.map_or(Ok(()), Trajectories::finish)?;
        self.results.finish()?;
        Ok(self.failed)
    }
}

impl Trajectories {
    fn add(&mut self, run: u64, numbers: &[f64]) -> Result<(), TableWriteError> {
        for row in numbers.chunks_exact(self.columns.len()) {
            self.runs.push(run.cast_signed());
            self.columns.iter_mut().zip(row).for_each(|(column, &number)| column.push(Some(number)));
            if self.runs.len() >= BATCH {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), TableWriteError> {
        let runs = Values::Integer(std::mem::take(&mut self.runs));
        let columns = self.columns.iter_mut().map(|column| Values::Real(std::mem::take(column)));
        self.writer.write(&std::iter::once(runs).chain(columns).collect::<Vec<_>>())
    }

    fn finish(mut self) -> Result<(), TableWriteError> {
        if !self.runs.is_empty() {
            self.flush()?;
        }
        self.writer.finish()
    }
}
