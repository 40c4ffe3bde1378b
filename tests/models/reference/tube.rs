//! The tube around a reference signal.

/// Smallest and largest value of a piecewise linear curve within `half_width` of a time.
pub struct Tube<'a> {
    time: &'a [f64],
    values: &'a [f64],
    half_width: f64,
}

impl<'a> Tube<'a> {
    /// Tube around the curve through `values` at the ascending times `time`, s.
    pub fn new(time: &'a [f64], values: &'a [f64], half_width: f64) -> Self {
        Self { time, values, half_width }
    }

    /// Smallest and largest value over [at - half width, at + half width], as far as the curve goes.
    pub fn range(&self, at: f64) -> (f64, f64) {
        let start = (at - self.half_width).max(self.time[0]);
        let end = (at + self.half_width).min(self.time[self.time.len() - 1]);
        let first = self.time.partition_point(|t| *t < start);
        let after = self.time.partition_point(|t| *t <= end);
        let ends = [self.value(start), self.value(end)];
        let knots = self.values[first..after.max(first)].iter().chain(&ends);
        knots.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(*value), high.max(*value)))
    }

    /// The curve at a time within its range; the right limit at an event.
    fn value(&self, at: f64) -> f64 {
        let row = self.time.partition_point(|t| *t <= at).max(1) - 1;
        let (Some(t), Some(y)) = (self.time.get(row + 1), self.values.get(row + 1)) else { return self.values[row] };
        self.values[row] + (y - self.values[row]) * (at - self.time[row]) / (t - self.time[row])
    }
}
