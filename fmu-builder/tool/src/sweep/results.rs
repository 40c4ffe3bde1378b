//! The tables of a sweep: a row for each run, and a row for each communication point.

use std::path::Path;

use super::record::{Record, Summary};
use super::table_writer::{Cell, ColumnType, Schema, TableFormat, TableWriter};
use super::{SweepError, TableWriteError};
use crate::host::ScalarVariable;
use crate::settings::Assignment;

/// Number of the run.
const RUN: &str = "run";
/// Time of the last communication point, s.
const END_TIME: &str = "end_time";
/// Why a run failed.
const ERROR: &str = "error";
/// Time of a row of a trajectory, s.
const TIME: &str = "time";

/// The columns of the tables.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// As [`Tables::add`] fills them.
    results: Schema,
    trajectories: Schema,
}

impl Layout {
    pub(super) fn new<'n>(
        parameters: impl Iterator<Item = &'n str>,
        variables: &[&ScalarVariable],
    ) -> Result<Self, SweepError> {
        let parameters: Vec<String> = parameters.map(str::to_owned).collect();
        if let Some(name) = parameters.iter().find(|name| [RUN, END_TIME, ERROR].contains(&name.as_str())) {
            return Err(SweepError::Usage(format!(
                "\"{name}\" cannot be varied: a column of the result has that name; call the parameter otherwise"
            )));
        }
        let variables = variables.iter().map(|column| column.name.clone());
        let numbers = variables.clone().flat_map(|name| Summary::NAMES.map(|number| real(format!("{number}({name})"))));
        let error = (ERROR.to_owned(), ColumnType::Text);
        let before = parameters.into_iter().chain([END_TIME.to_owned()]).map(real);
        let results = std::iter::once(run()).chain(before).chain([error]).chain(numbers).collect();
        let trajectories = [run(), real(TIME.to_owned())].into_iter().chain(variables.map(real)).collect();
        Ok(Self { results, trajectories })
    }
}

/// The column with the number of the run.
fn run() -> (String, ColumnType) {
    (RUN.to_owned(), ColumnType::Integer)
}

fn real(name: String) -> (String, ColumnType) {
    (name, ColumnType::Real)
}

/// The files of a sweep.
pub(super) struct Tables {
    failed: u64,
    results: TableWriter,
    /// A row for each communication point.
    trajectories: Option<TableWriter>,
}

impl Tables {
    pub(super) fn create(
        layout: &Layout,
        results: (&Path, TableFormat),
        trajectories: Option<(&Path, TableFormat)>,
    ) -> Result<Self, TableWriteError> {
        let (path, format) = results;
        Ok(Self {
            failed: 0,
            results: TableWriter::create(path, format, &layout.results)?,
            trajectories: trajectories
                .map(|(path, format)| TableWriter::create(path, format, &layout.trajectories))
                .transpose()?,
        })
    }

    pub(super) fn add(&mut self, run: u64, assignments: &[Assignment], record: Record) -> Result<(), TableWriteError> {
        self.failed += u64::from(record.failure.is_some());
        // Each row begins with the number of the run.
        let run_cell = || std::iter::once(Cell::Integer(run.cast_signed()));
        if let Some(table) = &mut self.trajectories {
            for row in record.trajectory.chunks_exact(table.width() - 1) {
                table.add(run_cell().chain(row.iter().copied().map(Cell::Real)))?;
            }
        }
        let parameters = assignments.iter().map(|assignment| Cell::Real(assignment.value.number()));
        let end_time = if record.end_time.is_finite() { Cell::Real(record.end_time) } else { Cell::Empty };
        let error = record.failure.map_or(Cell::Empty, Cell::Text);
        // A run that failed has no numbers.
        let numbers = record.numbers.into_iter().map(Cell::Real).chain(std::iter::repeat(Cell::Empty));
        self.results.add(run_cell().chain(parameters).chain([end_time, error]).chain(numbers))
    }

    /// Gives the files their names; the number of runs that failed.
    pub(super) fn finish(mut self) -> Result<u64, TableWriteError> {
        self.results.flush()?;
        self.trajectories.map_or(Ok(()), TableWriter::finish)?;
        self.results.finish()?;
        Ok(self.failed)
    }
}
