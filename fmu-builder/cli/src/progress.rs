//! A progress bar for long operations.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Time before the progress bar appears.
const DELAY: Duration = Duration::from_millis(700);
/// Time between two updates of the bar.
const INTERVAL: Duration = Duration::from_millis(50);
/// Parts of the bar.
const PARTS: u64 = 1000;

/// Progress of a simulation or a sweep, shown on standard error if that is a terminal.
pub(crate) struct Progress {
    start: f64,
    stop: f64,
    /// Says what of all has been reached.
    message: fn(f64, f64) -> String,
    started: Instant,
    /// Time of the next update.
    next: Instant,
    is_terminal: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Progress from `start` to `stop`, s, never shown if `quiet`.
    pub(crate) fn new(start: f64, stop: f64, quiet: bool) -> Self {
        Self::of([start, stop], |reached, stop| format!("{reached:.3} s of {stop} s"), quiet)
    }

    /// Progress of a number of runs.
    pub(crate) fn of_runs(runs: u64, quiet: bool) -> Self {
        Self::of([0.0, runs as f64], |reached, runs| format!("{reached} of {runs} runs"), quiet)
    }

    fn of([start, stop]: [f64; 2], message: fn(f64, f64) -> String, quiet: bool) -> Self {
        let is_terminal = !quiet && std::io::stderr().is_terminal();
        let started = Instant::now();
        Self { start, stop, message, started, next: started + DELAY, is_terminal, bar: None }
    }

    /// Reports that the simulation has reached this time, s, or that this number of runs is finished.
    pub(crate) fn update(&mut self, reached: f64) {
        let now = Instant::now();
        if !self.is_terminal || now < self.next {
            return;
        }
        self.next = now + INTERVAL;
        let part = (reached - self.start) / (self.stop - self.start);
        let position = (part.clamp(0.0, 1.0) * PARTS as f64) as u64;
        let message = (self.message)(reached, self.stop) + &left(part, now - self.started);
        // The message first: setting the position draws the bar.
        let bar = self.bar.get_or_insert_with(|| bar().with_message(message.clone()));
        bar.set_message(message);
        bar.set_position(position);
    }

    /// Wall time since the start.
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

/// Remaining time of a run whose first `part` took `elapsed`. The bar cannot estimate it, because it appears late.
fn left(part: f64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64() * (1.0 - part) / part;
    match seconds {
        _ if !(part > 0.0 && seconds.is_finite()) => String::new(),
        ..100.0 => format!(", {:.0} s left", seconds.max(0.0)),
        ..6000.0 => format!(", {:.0} min left", seconds / 60.0),
        _ => format!(", {:.1} h left", seconds / 3600.0),
    }
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}");
    ProgressBar::new(PARTS).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_the_part_that_is_done() {
        assert_eq!(left(0.25, Duration::from_secs(10)), ", 30 s left");
        assert_eq!(left(0.01, Duration::from_secs(10)), ", 16 min left");
        assert_eq!(left(0.001, Duration::from_secs(36)), ", 10.0 h left");
        assert_eq!(left(1.0, Duration::from_secs(10)), ", 0 s left");
        assert_eq!(left(0.0, Duration::from_secs(10)), "");
    }
}
