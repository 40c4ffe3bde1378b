//! Limit of the computational cost of one call.

/// The pace is measured over this fraction of the limit.
const WINDOWS: u64 = 50;
/// Minimum number of evaluations for this: the first steps of an integration are small.
const SMALLEST_WINDOW: u64 = 1000;

/// Limits the evaluations of one call, over all its integrations and the events between them. It counts evaluations and
/// does not measure time, so that equal calls end equally on every machine.
///
/// A call that would exceed the limit ends early. From time to time the pace of the last evaluations is extrapolated to
/// the end. The call fails if the geometric mean of the evaluations so far and of the predicted remaining ones is above
/// half the limit. As their sum is then above the limit, a call within the limit never fails at a constant pace. A fast
/// transient is tolerated longer, the shorter it is relative to the call.
#[derive(Clone, Debug)]
pub struct Budget {
    limit: u64,
    end: f64,
    spent: u64,
    /// Steps and events since the last check of the pace.
    recent: Pace,
    /// Number of evaluations at the last check.
    mark: u64,
}

/// Steps and events of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Start of the interval, s.
    pub since: f64,
    /// Accepted steps.
    pub steps: u64,
    /// Events.
    pub events: u64,
}

/// A call would exceed its limit of evaluations.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "after {spent} evaluations of the model {} from {} s to {time} s; at this pace reaching {end} s would take \
     another {left:.1e} evaluations, but a communication step may cost at most {limit}. Make shorter \
     communication steps; if that is too slow, look for {}. If the model needs more evaluations, set \
     `max_evaluations` in [experiment]", recent.describe(), recent.since, recent.suspects()
)]
pub struct Exhausted {
    /// Time that was reached, s.
    pub time: f64,
    /// End of the call, s.
    pub end: f64,
    /// Evaluations so far.
    pub spent: u64,
    /// Predicted number of evaluations from here to the end.
    pub left: f64,
    /// Maximum number of evaluations of the call.
    pub limit: u64,
    /// Steps and events since the last check of the pace.
    pub recent: Pace,
}

impl Budget {
    /// Default limit of one call: some seconds for a small model.
    pub const DEFAULT_LIMIT: u64 = 5_000_000;

    /// A budget for a call from `start` to `end`, s, of at most `limit` evaluations.
    pub fn new(limit: u64, start: f64, end: f64) -> Self {
        Self { limit, end, spent: 0, recent: Pace::from(start), mark: 0 }
    }

    /// Adds the evaluations of a step that has ended at `time`, s.
    ///
    /// # Errors
    /// The rest of the call would cost too much.
    pub fn step(&mut self, time: f64, evaluations: u64) -> Result<(), Exhausted> {
        self.recent.steps += 1;
        self.spend(time, evaluations)
    }

    /// Adds the evaluations of an event at `time`, s.
    ///
    /// # Errors
    /// The rest of the call would cost too much.
    pub fn event(&mut self, time: f64, evaluations: u64) -> Result<(), Exhausted> {
        self.recent.events += 1;
        self.spend(time, evaluations)
    }

    fn spend(&mut self, time: f64, evaluations: u64) -> Result<(), Exhausted> {
        self.spent = self.spent.saturating_add(evaluations);
        let window = self.spent - self.mark;
        let is_spent = self.spent > self.limit;
        if time >= self.end || !(is_spent || window >= (self.limit / WINDOWS).max(SMALLEST_WINDOW)) {
            return Ok(());
        }
        // Infinite if time does not advance. Multiplied last, to avoid overflow.
        let left = window as f64 * ((self.end - time) / (time - self.recent.since));
        let half = 0.5 * self.limit as f64;
        if is_spent || self.spent as f64 * left > half * half {
            let &mut Self { limit, end, spent, recent, .. } = self;
            return Err(Exhausted { time, end, spent, left, limit, recent });
        }
        (self.recent, self.mark) = (Pace::from(time), self.spent);
        Ok(())
    }
}

impl Exhausted {
    /// The same error with absolute times, s; so far they were relative to `start`.
    #[must_use]
    pub fn later(mut self, start: f64) -> Self {
        for time in [&mut self.time, &mut self.end, &mut self.recent.since] {
            *time += start;
        }
        self
    }
}

impl Pace {
    fn from(since: f64) -> Self {
        Self { since, steps: 0, events: 0 }
    }

    fn describe(&self) -> String {
        let Self { steps, events, .. } = self;
        if *events > 0 { format!("{steps} steps and {events} events led") } else { format!("{steps} steps led") }
    }

    fn suspects(&self) -> &'static str {
        // Most steps end at events.
        if 2 * self.events > self.steps {
            "events in quick succession, of sources, contacts or friction"
        } else {
            "very stiff springs, very small masses, or a tolerance that is too small"
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const LIMIT: u64 = 1_000_000;

    /// Simulates steps of a length given by `size`, s for each step of six evaluations; returns the end.
    fn go(end: f64, size: impl Fn(f64) -> f64) -> (f64, u64, Option<Exhausted>) {
        let mut budget = Budget::new(LIMIT, 0.0, end);
        let mut time = 0.0;
        while time < end {
            time += size(time);
            if let Err(error) = budget.step(time, 6) {
                return (time, budget.spent, Some(error));
            }
        }
        (time, budget.spent, None)
    }

    #[test]
    fn what_fits_is_never_given_up() {
        for part in [0.01, 0.5, 0.9, 0.999] {
            let steps = part * LIMIT as f64 / 6.0;
            let (_, spent, error) = go(7.0, |_| 7.0 / steps);
            assert!(error.is_none() && spent <= LIMIT, "{part}: {error:?}");
        }
    }

    #[test]
    fn the_more_hopeless_the_sooner() {
        let mut before = u64::MAX;
        for excess in [1.2, 2.0, 10.0, 1e3, 1e9, 1e300] {
            let step = 1e-3;
            let end = step * excess * LIMIT as f64 / 6.0;
            let (time, spent, error) = go(end, |_| step);
            let error = error.unwrap();
            assert!(spent <= before && spent <= LIMIT, "{excess}: {spent}");
            assert!((error.left / (end - time) * step / 6.0 - 1.0).abs() < 1e-9, "{error:?}");
            assert_eq!((error.time, error.spent, error.end), (time, spent, end));
            before = spent;
        }
        assert!(before <= LIMIT / WINDOWS + 6, "{before}");
    }

    #[test]
    fn a_fast_start_is_waited_for() {
        // Three times too slow in the first three windows.
        let evaluations = 3.0 * (LIMIT / WINDOWS) as f64;
        let slow = 10.0 / (LIMIT as f64 / 6.0) / 3.0;
        let until = slow * evaluations / 6.0;
        let (time, _, error) = go(10.0, |t| if t < until { slow } else { 1e-2 });
        assert!(error.is_none() && time >= 10.0, "{error:?}");
    }

    #[test]
    fn what_becomes_slower_is_bounded_too() {
        // The step size tends to zero towards 1 s.
        let (time, spent, error) = go(1.0, |t| 1e-4 * (1.0 - t));
        assert!(error.is_some() && spent <= LIMIT + 6, "{time} {spent}");
    }

    #[test]
    fn time_that_stands_still_is_no_progress() {
        let (time, spent, error) = go(1.0, |_| 0.0);
        assert!(time == 0.0 && spent <= LIMIT / WINDOWS + 6 && error.unwrap().left.is_infinite());
    }

    #[test]
    fn events_count() {
        let mut budget = Budget::new(LIMIT, 0.0, 1e9);
        let error = (1..).find_map(|k| budget.event(f64::from(k) * 1e-3, 1).err()).unwrap();
        assert!(budget.spent <= LIMIT / WINDOWS + 1);
        let message = error.to_string();
        assert!(message.contains("events led") && message.contains("events in quick succession"), "{message}");
    }

    #[test]
    fn the_end_is_reached_however_much_it_has_cost() {
        let mut budget = Budget::new(LIMIT, 0.0, 1.0);
        assert_eq!(budget.step(1.0, 10 * LIMIT), Ok(()));
        let mut budget = Budget::new(LIMIT, 0.0, 1.0);
        assert!(budget.step(0.5, LIMIT + 1).is_err());
    }
}
