//! Values of the parameters in each run of a sweep.

use std::collections::HashSet;

use simulation::variables::Value;

use super::axis::axis_values;
use super::sampling::Samples;
use super::{MOST_VALUES, SweepError, SweepOptions, TextTable};
use crate::host::Simulation;
use crate::settings::{Assignment, Phase, Settable, Setting};

/// Most runs of a sweep.
const MOST_RUNS: u64 = 1 << 32;

/// Values of one parameter.
struct Column<'a> {
    variable: Settable<'a>,
    phase: Phase,
    values: Vec<Value>,
}

/// Rows of a table or samples, each combined with every point of a grid. The last parameter of the grid varies fastest.
pub(super) struct Design<'a> {
    rows: Vec<Column<'a>>,
    row_count: u64,
    grid: Vec<Column<'a>>,
    len: u64,
}

impl<'a> Design<'a> {
    pub(super) fn new(simulation: &Simulation<'a>, options: &SweepOptions) -> Result<Self, SweepError> {
        let (rows, row_count) = match (&options.table, &options.samples) {
            (Some(_), Some(_)) => return Err(SweepError::Usage("a table and samples exclude each other".to_owned())),
            (Some(table), None) => (table_columns(simulation, table)?, table.rows.len() as u64),
            (None, Some(samples)) => (sample_columns(simulation, samples)?, u64::from(samples.count)),
            (None, None) => (Vec::new(), 1),
        };
        let grid = options.axes.iter().map(|setting| axis(simulation, setting));
        let grid = grid.collect::<Result<Vec<_>, SweepError>>()?;
        let mut names = HashSet::new();
        if let Some(twice) = rows.iter().chain(&grid).find(|column| !names.insert(column.variable.name)) {
            return Err(SweepError::Usage(format!("\"{}\" is given twice", twice.variable.name)));
        }
        let len = grid.iter().try_fold(row_count, |len, column| len.checked_mul(column.values.len() as u64));
        match len.filter(|&len| len <= MOST_RUNS) {
            Some(len) if len > 0 => Ok(Self { rows, row_count, grid, len }),
            Some(_) => Err(SweepError::Usage("there is nothing to run: the number of samples is zero".to_owned())),
            None => Err(SweepError::Usage(format!("the combinations are more than {MOST_RUNS} runs"))),
        }
    }

    /// Number of runs.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Names of the parameters.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().chain(&self.grid).map(|column| column.variable.name)
    }

    /// Settings of a run, in the order of the names.
    pub(super) fn run(&self, index: u64) -> Vec<Assignment> {
        let combinations = self.len / self.row_count;
        let (row, mut rest) = (index / combinations, index % combinations);
        let mut grid: Vec<Option<Assignment>> = Vec::with_capacity(self.grid.len());
        for column in self.grid.iter().rev() {
            let count = column.values.len() as u64;
            grid.push(column.assignment(rest % count));
            rest /= count;
        }
        let rows = self.rows.iter().map(|column| column.assignment(row));
        rows.chain(grid.into_iter().rev()).flatten().collect()
    }
}

impl Column<'_> {
    fn assignment(&self, index: u64) -> Option<Assignment> {
        let value = *self.values.get(usize::try_from(index).ok()?)?;
        Some(Assignment { phase: self.phase, value_reference: self.variable.value_reference, value })
    }
}

fn axis<'a>(simulation: &Simulation<'a>, Setting { name, value }: &Setting) -> Result<Column<'a>, SweepError> {
    let (variable, phase) = simulation.varied(name)?;
    let values = axis_values(value).map_err(|error| SweepError::Usage(format!("--set {name}: {error}")))?;
    let values: Result<_, _> = values.iter().map(|text| variable.value(text)).collect();
    Ok(Column { values: values?, variable, phase })
}

fn table_columns<'a>(simulation: &Simulation<'a>, table: &TextTable) -> Result<Vec<Column<'a>>, SweepError> {
    let column = |(index, name): (usize, &String)| {
        let (variable, phase) = simulation.varied(name)?;
        let cells = table.rows.iter().zip(&table.lines).filter_map(|(row, &line)| Some((row.get(index)?, line)));
        let value =
            |(cell, line): (&String, u64)| variable.value(cell).map_err(|error| SweepError::Cell { line, error });
        let values: Result<_, SweepError> = cells.map(value).collect();
        Ok(Column { values: values?, variable, phase })
    };
    table.names.iter().enumerate().map(column).collect()
}

fn sample_columns<'a>(simulation: &Simulation<'a>, samples: &Samples) -> Result<Vec<Column<'a>>, SweepError> {
    if samples.count > MOST_VALUES {
        return Err(SweepError::Usage(format!("{} samples are more than {MOST_VALUES}", samples.count)));
    }
    let columns = samples.columns().map_err(SweepError::Usage)?;
    let column = |((name, _), numbers): (&(String, _), Vec<f64>)| {
        let (variable, phase) = simulation.varied(name)?;
        // If the variable takes one number, it takes all of them.
        numbers.first().map(|number| variable.value(&format!("{number:?}"))).transpose()?;
        let values = numbers.into_iter().map(Value::Real).collect();
        Ok(Column { variable, phase, values })
    };
    samples.distributions.iter().zip(columns).map(column).collect()
}
