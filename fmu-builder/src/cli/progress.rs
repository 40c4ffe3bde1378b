//! A progress bar for runs that take long enough to be noticed.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How long a run stays silent.
const DELAY: Duration = Duration::from_millis(700);
/// Time between two changes of the bar.
const INTERVAL: Duration = Duration::from_millis(50);
/// Parts of the bar.
const PARTS: u64 = 1000;

/// Progress of a simulation, shown on standard error if that is a terminal.
pub(crate) struct Progress {
    start_time: f64,
    stop_time: f64,
    started: Instant,
    /// When the bar changes next.
    next: Instant,
    is_terminal: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Progress from `start_time` to `stop_time`, s.
    pub(crate) fn new(start_time: f64, stop_time: f64) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let started = Instant::now();
        Self { start_time, stop_time, started, next: started + DELAY, is_terminal, bar: None }
    }

    /// The same progress, never shown if `quiet`.
    pub(crate) fn quiet(mut self, quiet: bool) -> Self {
        self.is_terminal &= !quiet;
        self
    }

    /// Progress that is never shown.
    pub(crate) fn silent() -> Self {
        let mut progress = Self::new(0.0, 1.0);
        progress.is_terminal = false;
        progress
    }

    /// The simulation has reached `time`, s.
    pub(crate) fn update(&mut self, time: f64) {
        let now = Instant::now();
        if !self.is_terminal || now < self.next {
            return;
        }
        self.next = now + INTERVAL;
        let part = ((time - self.start_time) / (self.stop_time - self.start_time)).clamp(0.0, 1.0);
        let bar = self.bar.get_or_insert_with(bar);
        bar.set_position((part * PARTS as f64) as u64);
        bar.set_message(format!("{time:.3} s of {} s", self.stop_time));
    }

    /// How long it has taken.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}, {eta} left");
    ProgressBar::new(PARTS).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
