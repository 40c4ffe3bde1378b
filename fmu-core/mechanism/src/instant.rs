//! Time relative to the start of a simulation.

/// An instant of a simulation.
///
/// Integration, comparisons and event location use the time since the start, so that results do not depend on the start
/// time: the resolution of seconds since 1970 is 2e-7 s only. Models and hosts use absolute time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instant {
    /// Start time, s.
    pub start: f64,
    /// Time since then, s.
    pub elapsed: f64,
}

impl Instant {
    /// The largest time, s, that [`Self::of`] maps to this instant or an earlier one.
    #[inline(never)]
    pub fn time(self) -> f64 {
        let nearest = self.start + self.elapsed;
        if self.of(nearest) <= self.elapsed { nearest } else { nearest.next_down() }
    }

    /// The first instant, s since the start, at which the absolute time is `time`.
    #[inline(never)]
    pub fn of(self, time: f64) -> f64 {
        let mut elapsed = time - self.start;
        while self.start + elapsed < time {
            elapsed = elapsed.next_up();
        }
        elapsed
    }

    /// The first of these times after this instant, s since the start.
    pub fn first_after(self, times: impl IntoIterator<Item = f64>) -> Option<f64> {
        let mut times = times.into_iter().peekable();
        // Most callers have none: the time is not needed then.
        times.peek()?;
        let time = self.time();
        times.filter(|t| *t > time).reduce(f64::min).map(|t| self.of(t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_awaited_comes_once() {
        let starts = [0.0, 0.1, -0.1, -30.0, 1e-300, 1e6, 1.7e9, -1e12, 1e17, f64::MAX];
        let distances = [0.0, 5e-324, 1e-20, 1e-7, 0.1, 0.2, 0.3, 1.0 / 3.0, 0.5, 1.0, 7.7, 30.0, 1e3, 1e9, 1e20];
        for (start, distance) in starts.into_iter().flat_map(|start| distances.map(|distance| (start, distance))) {
            let time = start + distance;
            let elapsed = Instant { start, elapsed: 0.0 }.of(time);
            let at = |elapsed| Instant { start, elapsed }.time();
            assert_eq!(at(elapsed), time, "{start} {distance}");
            assert!(at(elapsed.next_down()) < time && at(elapsed.next_up()) >= time, "{start} {distance}");
        }
    }
}
