//! Signals at inputs, as hosts apply them: linear between samples, with jumps, held during a communication step.

/// Samples of some inputs over time.
#[derive(Clone, Debug)]
pub struct Signals {
    /// Names of the inputs.
    pub names: Vec<&'static str>,
    /// Time, s, ascending, then the values; a time that occurs twice is a jump. The first row is at the start time, the last after
    /// the stop time.
    pub samples: Vec<Vec<f64>>,
}

impl Signals {
    /// With the times in the first column.
    pub fn to_csv(&self) -> String {
        let row = |sample: &Vec<f64>| sample.iter().map(f64::to_string).collect::<Vec<_>>().join(",") + "\n";
        let rows: String = self.samples.iter().map(row).collect();
        format!("time,{}\n{rows}", self.names.join(","))
    }

    /// Times of jumps, s.
    pub fn jumps(&self) -> Vec<f64> {
        self.samples.windows(2).filter(|pair| pair[0][0] == pair[1][0]).map(|pair| pair[0][0]).collect()
    }

    /// Values at a time, s; at a jump those after it.
    pub fn values(&self, time: f64) -> Vec<f64> {
        let after = self.samples.partition_point(|sample| sample[0] <= time);
        let (before, after) = (&self.samples[after - 1], &self.samples[after]);
        let fraction = (time - before[0]) / (after[0] - before[0]);
        before.iter().zip(after).skip(1).map(|(a, b)| a + fraction * (b - a)).collect()
    }
}
