//! Result of one run: a summary of each variable, and the record that is stored.

use binary::Binary;

/// A run that is over.
#[derive(Clone, Debug, PartialEq, Binary)]
pub(super) struct Record {
    /// Time of the last row, s; NaN where there is none.
    pub end_time: f64,
    /// Why the run failed; none where it reached its stop time, or the FMU wanted to end.
    pub failure: Option<String>,
    /// The numbers of each variable, one after the other; none of a run that failed.
    pub numbers: Vec<f64>,
    /// Time and values of each row, one after the other, where trajectories are kept.
    pub trajectory: Vec<f64>,
}

/// End, extremes and root mean square of a variable over a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Summary {
    pub last: f64,
    pub minimum: f64,
    pub minimum_time: f64,
    pub maximum: f64,
    pub maximum_time: f64,
    /// Integral of the square by the trapezoidal rule, over time.
    square: f64,
}

impl Summary {
    /// Numbers in the order of [`Self::numbers`].
    pub(super) const NAMES: [&str; 6] = ["final", "min", "t_min", "max", "t_max", "rms"];

    /// At the start of a run.
    pub(super) fn start(time: f64, value: f64) -> Self {
        let (minimum, minimum_time, maximum, maximum_time) = (value, time, value, time);
        Self { last: value, minimum, minimum_time, maximum, maximum_time, square: 0.0 }
    }

    /// Goes on to `time`, which is `step` after the value before.
    pub(super) fn add(&mut self, time: f64, step: f64, value: f64) {
        self.square += 0.5 * step * (self.last * self.last + value * value);
        self.last = value;
        if value < self.minimum {
            (self.minimum, self.minimum_time) = (value, time);
        }
        if value > self.maximum {
            (self.maximum, self.maximum_time) = (value, time);
        }
    }

    /// The numbers of a run that took `duration`, s.
    pub(super) fn numbers(&self, duration: f64) -> [f64; 6] {
        // A run that ended where it began has one value.
        let rms = if duration > 0.0 { (self.square / duration).sqrt() } else { self.last.abs() };
        [self.last, self.minimum, self.minimum_time, self.maximum, self.maximum_time, rms]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn records_come_back() {
        let done = Record { end_time: 1.5, failure: None, numbers: vec![0.1, -2.0], trajectory: vec![] };
        let failed = Record { failure: Some("why".into()), numbers: vec![], trajectory: vec![1.0], ..done.clone() };
        let records = vec![done, failed];
        let mut bytes = Vec::new();
        binary::Writer::new(&mut bytes).list(records.iter());
        assert_eq!(binary::from_bytes(&bytes), Some(records));
        for end in 0..bytes.len() {
            assert_eq!(binary::from_bytes::<Vec<Record>>(&bytes[..end]), None, "{end}");
        }
    }

    #[test]
    fn a_sine_has_the_numbers_that_it_should() {
        let (steps, duration) = (1000, std::f64::consts::TAU);
        let step = duration / f64::from(steps);
        let mut summary = Summary::start(0.0, 0.0);
        for index in 1..=steps {
            let time = step * f64::from(index);
            summary.add(time, step, 3.0 * time.sin());
        }
        let [last, min, t_min, max, t_max, rms] = summary.numbers(duration);
        assert!(last.abs() < 1e-12);
        assert!((max - 3.0).abs() < 1e-12 && (t_max - duration / 4.0).abs() < 1e-9);
        assert!((min + 3.0).abs() < 1e-12 && (t_min - 0.75 * duration).abs() < 1e-9);
        // The trapezoidal rule is exact for a whole period.
        assert!((rms - 3.0 / 2_f64.sqrt()).abs() < 1e-12);
    }
}
