//! Many runs of an FMU with different parameters (a grid, a table or samples) on all cores, with one row of results for each run.

mod axis;
mod design;
mod pieces;
mod record;
mod results;
mod sampling;
mod store;
mod table_writer;

use std::io;
use std::path::{Path, PathBuf};

use uuid::Uuid;

pub use axis::MOST_VALUES;
pub use sampling::{Distribution, Method, Samples};
pub use table_writer::{TableFormat, TableWriteError};

pub use crate::csv::TextTable;
use crate::host::{Setting, SettingError, Simulation};
use crate::output::{self, OutputError};
use design::Design;
use pieces::Pieces;
use record::Record;
use results::{Layout, Tables};
use store::Store;

/// Changes where the same options would give other rows, and with the format of what is kept of them.
const VERSION: u32 = 3;

/// Options that define the runs of a sweep.
#[derive(Clone, Debug, Default)]
pub struct SweepOptions {
    /// Parameters with the texts of their values, as in `1:0.1:2`; runs are made for every combination.
    pub axes: Vec<Setting>,
    /// A run for each row.
    pub table: Option<TextTable>,
    /// A run for each sample.
    pub samples: Option<Samples>,
    /// Number of threads; all cores if `None`.
    pub threads: Option<usize>,
}

/// Why a sweep does not run. A run that fails is none of these.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    #[error("{0}")]
    Usage(String),
    #[error("line {line} of the table: {error}")]
    Cell {
        /// Line, from 1.
        line: u64,
        error: SettingError,
    },
    /// A parameter has no such name or value.
    #[error(transparent)]
    Setting(#[from] SettingError),
    #[error(
        "{} holds runs of another sweep for the same file, or of another version of this program; go on with the options of that one, remove the folder, or give --restart",
        .0.display()
    )]
    Other(PathBuf),
    #[error("another process is writing to {}", .0.display())]
    Busy(PathBuf),
    #[error("{}: {error}", path.display())]
    Store { path: PathBuf, error: io::Error },
    #[error("{}: runs {first} to {last} are not there any more; start the sweep again", path.display())]
    Lost { path: PathBuf, first: u64, last: u64 },
    #[error("cannot write the result: {0}")]
    Write(#[from] TableWriteError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error("cannot start threads: {0}")]
    Threads(String),
}

impl SweepError {
    /// True if the error is in the options.
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Usage(_) | Self::Setting(_) | Self::Cell { .. })
    }
}

/// Summary of a finished sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepOutcome {
    /// Runs in the result.
    pub runs: u64,
    /// Runs from an earlier attempt.
    pub resumed: u64,
    /// Runs that failed.
    pub failed: u64,
}

/// Output files of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct SweepFiles<'p> {
    /// A row for each run.
    pub results: &'p Path,
    /// A row for each communication point of each run.
    pub trajectories: Option<&'p Path>,
    /// Discards the runs of an earlier attempt.
    pub restart: bool,
}

/// Gets the number of finished runs, including those of an earlier attempt; called in any thread.
pub type SweepProgress<'p> = &'p (dyn Fn(u64) + Sync);

/// A sweep that is ready to run.
pub struct Sweep<'a> {
    simulation: &'a Simulation<'a>,
    design: Design<'a>,
    layout: Layout,
    pieces: Pieces,
    threads: usize,
}

impl<'a> Sweep<'a> {
    /// Checks parameters and values against the FMU of `simulation`.
    ///
    /// # Errors
    /// [`SweepError::Usage`] and [`SweepError::Setting`].
    pub fn new(simulation: &'a Simulation<'a>, options: &SweepOptions) -> Result<Self, SweepError> {
        let design = Design::new(simulation, options)?;
        let layout = Layout::new(design.names(), simulation.columns())?;
        let pieces = Pieces::of(design.len());
        let threads = if simulation.is_only_once() { 1 } else { options.threads.unwrap_or(0) };
        Ok(Self { simulation, design, layout, pieces, threads })
    }

    /// Number of runs.
    pub fn runs(&self) -> u64 {
        self.design.len()
    }

    /// Makes all runs that an earlier attempt has not made, and writes the results. They are the same, byte by byte, whatever the number of
    /// threads and of attempts.
    ///
    /// # Errors
    /// All of [`SweepError`] but those of [`Self::new`].
    pub fn run(&self, files: &SweepFiles<'_>, progress: SweepProgress<'_>) -> Result<SweepOutcome, SweepError> {
        let keep = files.trajectories.is_some();
        let (results, trajectories) = (format(files.results)?, files.trajectories.map(format).transpose()?);
        for path in [Some(files.results), files.trajectories].into_iter().flatten() {
            let problem = |reason| SweepError::Output(OutputError { path: path.to_owned(), reason });
            output::check_folder(path).map_err(problem)?;
        }
        let store = Store::open(files.results, self.plan(keep), files.restart)?;
        let count = |piece| self.pieces.runs(piece).count() as u64;
        let is_there = |&piece: &u64| store.get(piece, count(piece)).is_some();
        let (there, pending): (Vec<u64>, Vec<u64>) = self.pieces.numbers().partition(is_there);
        let resumed = there.into_iter().map(count).sum();
        self.work(&pending, keep, resumed, progress, &store)?;
        let mut tables = Tables::create(&self.layout, (files.results, results), files.trajectories.zip(trajectories))?;
        for piece in self.pieces.numbers() {
            let records = store.get(piece, count(piece)).ok_or_else(|| self.lost(&store, piece))?;
            let mut runs = self.pieces.runs(piece).zip(records);
            runs.try_for_each(|(run, record)| tables.add(run, &self.design.run(run), record))?;
        }
        let failed = tables.finish()?;
        store.remove()?;
        Ok(SweepOutcome { runs: self.runs(), resumed, failed })
    }

    fn lost(&self, store: &Store, piece: u64) -> SweepError {
        let runs = self.pieces.runs(piece);
        SweepError::Lost { path: store.folder.clone(), first: runs.start, last: runs.end - 1 }
    }

    /// Tells this sweep from others: everything that its rows follow from.
    fn plan(&self, keeps_trajectories: bool) -> Uuid {
        let mut text = format!("{VERSION} {} {keeps_trajectories}\n{}", self.pieces.size, self.simulation.identity());
        for run in 0..self.design.len() {
            self.design.run(run).iter().for_each(|assignment| text += &format!("{assignment:?}\n"));
            // Not all of a large sweep at once.
            if text.len() > 1 << 20 {
                text = Uuid::new_v5(&Uuid::NAMESPACE_OID, text.as_bytes()).to_string();
            }
        }
        Uuid::new_v5(&Uuid::NAMESPACE_OID, text.as_bytes())
    }
}

fn format(path: &Path) -> Result<TableFormat, SweepError> {
    let unknown = || SweepError::Usage(format!("{}: the extension .csv or .parquet is expected", path.display()));
    TableFormat::of(path).ok_or_else(unknown)
}
