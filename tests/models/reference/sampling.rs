//! A trajectory at the times of another one.

/// Source of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sample {
    /// The time is before the start or after the end.
    Outside,
    /// A row.
    Row(usize),
    /// Rows at the same time, of which the one that fits best counts: the other trajectory has no event here.
    Closest(usize, usize),
    /// Between a row and the next, with the fraction from the first to the second.
    Between(usize, f64),
}

/// Maps columns over the times `own` to the times `wanted`: linear between rows; at an event of `wanted` (same time twice) the
/// limits from the left and from the right.
pub struct Sampler(Vec<Sample>);

impl Sampler {
    pub fn new(own: &[f64], wanted: &[f64]) -> Self {
        let (start, end) = (own[0], own[own.len() - 1]);
        let epsilon = 1e-12 * start.abs().max(end.abs()) + 1e-15;
        let sample = |(k, &time): (usize, &f64)| {
            if time < start - epsilon || time > end + epsilon {
                return Sample::Outside;
            }
            let has_left = k > 0 && wanted[k - 1] >= time - epsilon;
            let has_right = wanted.get(k + 1).is_some_and(|next| *next <= time + epsilon);
            let first = own.partition_point(|t| *t < time - epsilon).min(own.len() - 1);
            let after = own.partition_point(|t| *t <= time + epsilon);
            match (after > first, has_left, has_right) {
                (false, ..) => Sample::Between(first - 1, (time - own[first - 1]) / (own[first] - own[first - 1])),
                (true, false, false) => Sample::Closest(first, after - 1),
                (true, false, true) => Sample::Row(first),
                (true, true, _) => Sample::Row(after - 1),
            }
        };
        Self(wanted.iter().enumerate().map(sample).collect())
    }

    /// True if the last wanted time is reached.
    pub fn reaches_the_end(&self) -> bool {
        self.0.last() != Some(&Sample::Outside)
    }

    /// The column at the wanted times; `like` is the column that it will be compared with.
    pub fn map(&self, column: &[f64], like: &[f64]) -> Vec<Option<f64>> {
        let value = |(sample, like): (&Sample, &f64)| match *sample {
            Sample::Outside => None,
            Sample::Row(row) => Some(column[row]),
            Sample::Closest(left, right) => {
                let (left, right) = (column[left], column[right]);
                Some(if (left - like).abs() <= (right - like).abs() { left } else { right })
            }
            Sample::Between(row, fraction) => Some(column[row] + (column[row + 1] - column[row]) * fraction),
        };
        self.0.iter().zip(like).map(value).collect()
    }
}
