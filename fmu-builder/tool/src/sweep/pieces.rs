//! Runs are done in pieces; each thread works on one piece at a time.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::record::Summary;
use super::store::Store;
use super::{Record, Sweep, SweepError, SweepProgress};
use crate::host::Runner;

/// Approximate number of pieces of a sweep.
const PIECES: u64 = 256;
/// Most runs of a piece.
const MOST_RUNS: u64 = 4096;

/// Partition of a sweep into pieces, independent of the number of threads, so that another computer can resume it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    runs: u64,
    /// Runs of a piece.
    pub size: u64,
}

impl Pieces {
    pub(super) fn of(runs: u64) -> Self {
        Self { runs, size: (runs / PIECES).clamp(1, MOST_RUNS) }
    }

    pub(super) fn numbers(&self) -> Range<u64> {
        0..self.runs.div_ceil(self.size)
    }

    pub(super) fn runs(&self, piece: u64) -> Range<u64> {
        piece * self.size..((piece + 1) * self.size).min(self.runs)
    }
}

impl Sweep<'_> {
    /// Runs these pieces on all threads, each with its own instance.
    pub(super) fn work(
        &self,
        pending: &[u64],
        keep_trajectories: bool,
        done: u64,
        progress: SweepProgress<'_>,
        store: &Store,
    ) -> Result<(), SweepError> {
        let threads = self.threads.min(pending.len().max(1));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| SweepError::Threads(error.to_string()))?;
        let (next, done, failure) = (AtomicUsize::new(0), AtomicU64::new(done), Mutex::new(None));
        progress(done.load(Ordering::Relaxed));
        pool.broadcast(|_| {
            let mut runner = self.simulation.runner();
            while let Some(&piece) = pending.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut records = Vec::new();
                for run in self.pieces.runs(piece) {
                    records.push(self.one(&mut runner, run, keep_trajectories));
                    progress(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
                if let Err(error) = store.put(piece, &records) {
                    // The others end after their piece.
                    next.store(pending.len(), Ordering::Relaxed);
                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            }
        });
        failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    fn one(&self, runner: &mut Runner<'_>, run: u64, keep_trajectory: bool) -> Record {
        let (mut summaries, mut trajectory): (Vec<Summary>, Vec<f64>) = (Vec::new(), Vec::new());
        let (mut first, mut last) = (f64::NAN, f64::NAN);
        let result = runner.run(&self.design.run(run), &mut |time, values| {
            if first.is_nan() {
                first = time;
                summaries = values.iter().map(|&value| Summary::start(time, value)).collect();
            } else {
                let summaries = summaries.iter_mut().zip(values);
                summaries.for_each(|(summary, &value)| summary.add(time, time - last, value));
            }
            last = time;
            if keep_trajectory {
                trajectory.push(time);
                trajectory.extend_from_slice(values);
            }
            Ok(())
        });
        let (failure, numbers) = match result {
            Ok(()) => (None, summaries.iter().flat_map(|summary| summary.numbers(last - first)).collect()),
            // In one line, which all that reads CSV can take.
            Err(error) => {
                let lines: Vec<String> = error.to_string().lines().map(|line| line.trim().to_owned()).collect();
                (Some(lines.join("; ")), Vec::new())
            }
        };
        Record { end_time: last, failure, numbers, trajectory }
    }
}
