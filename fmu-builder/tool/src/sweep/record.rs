//! Result of one run: a summary of each variable, and the record that is stored.

/// A run that is over.
#[derive(Clone, Debug, PartialEq)]
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

impl Record {
    /// Appends it to `bytes`.
    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        let reason = self.failure.as_deref().unwrap_or_default();
        bytes.push(u8::from(self.failure.is_some()));
        bytes.extend(self.end_time.to_le_bytes());
        let length = |count: usize| (count as u64).to_le_bytes();
        bytes.extend(length(reason.len()));
        bytes.extend(reason.as_bytes());
        for numbers in [&self.numbers, &self.trajectory] {
            bytes.extend(length(numbers.len()));
            numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
    }

    /// Takes a record from the front of `bytes`; none if they are not a record.
    pub(super) fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let [failed] = *take::<1>(bytes)?;
        let end_time = f64::from_le_bytes(*take(bytes)?);
        let length = length(bytes)?;
        let (reason, rest) = bytes.split_at_checked(length)?;
        let reason = String::from_utf8(reason.to_vec()).ok()?;
        *bytes = rest;
        let failure = (failed != 0).then_some(reason);
        Some(Self { end_time, failure, numbers: numbers(bytes)?, trajectory: numbers(bytes)? })
    }
}

fn take<'b, const N: usize>(bytes: &mut &'b [u8]) -> Option<&'b [u8; N]> {
    let (front, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(front)
}

fn length(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(*take(bytes)?)).ok()
}

fn numbers(bytes: &mut &[u8]) -> Option<Vec<f64>> {
    let count = length(bytes)?;
    // A wrong count must not allocate memory.
    if count > bytes.len() / 8 {
        return None;
    }
    (0..count).map(|_| take(bytes).map(|bytes| f64::from_le_bytes(*bytes))).collect()
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
        let mut bytes = Vec::new();
        done.encode(&mut bytes);
        failed.encode(&mut bytes);
        let mut rest = bytes.as_slice();
        assert_eq!((Record::decode(&mut rest), Record::decode(&mut rest)), (Some(done), Some(failed)));
        assert!(rest.is_empty());
        for end in 0..bytes.len() - 1 {
            let mut cut = &bytes[..end];
            assert!(Record::decode(&mut cut).is_none() || Record::decode(&mut cut).is_none());
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
