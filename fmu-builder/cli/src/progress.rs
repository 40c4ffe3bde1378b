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

/// Quantity that measures the progress.
#[derive(Clone, Copy)]
enum Scale {
    /// Time of a simulation, s.
    Time { start: f64, stop: f64 },
    /// Runs of a sweep.
    Runs(u64),
}

/// Progress of a simulation or a sweep, shown on standard error if that is a terminal.
pub(crate) struct Progress {
    scale: Scale,
    started: Instant,
    /// Time of the next update.
    next: Instant,
    is_terminal: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Progress from `start` to `stop`, s, never shown if `quiet`.
    pub(crate) fn new(start: f64, stop: f64, quiet: bool) -> Self {
        Self::on(Scale::Time { start, stop }, quiet)
    }

    /// Progress of a number of runs.
    pub(crate) fn of_runs(runs: u64, quiet: bool) -> Self {
        Self::on(Scale::Runs(runs), quiet)
    }

    fn on(scale: Scale, quiet: bool) -> Self {
        let is_terminal = !quiet && std::io::stderr().is_terminal();
        let started = Instant::now();
        Self { scale, started, next: started + DELAY, is_terminal, bar: None }
    }

    /// Reports that the simulation has reached this time, s, or that this number of runs is finished.
    pub(crate) fn update(&mut self, reached: f64) {
        let now = Instant::now();
        if !self.is_terminal || now < self.next {
            return;
        }
        self.next = now + INTERVAL;
        let (part, message) = match self.scale {
            Scale::Time { start, stop } => ((reached - start) / (stop - start), format!("{reached:.3} s of {stop} s")),
            Scale::Runs(runs) => (reached / runs as f64, format!("{reached} of {runs} runs")),
        };
        let position = (part.clamp(0.0, 1.0) * PARTS as f64) as u64;
        let message = format!("{message}{}", left(part, now - self.started));
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
