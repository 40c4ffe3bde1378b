//! Inputs between communication points: polynomials in time.

/// Values of the inputs at one time, and their first two derivatives.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    /// Values at [`Self::time`].
    pub values: Vec<f64>,
    /// First two time derivatives at that time.
    pub rates: Vec<[f64; 2]>,
    /// Time of these values, s.
    pub time: f64,
}

impl Inputs {
    /// Inputs with their start values.
    pub fn new(values: Vec<f64>) -> Self {
        Self { rates: vec![[0.0; 2]; values.len()], values, time: 0.0 }
    }

    /// Moves the inputs to their values and derivatives at time `t`, s.
    pub fn advance(&mut self, t: f64) {
        for i in 0..self.values.len() {
            (self.values[i], self.rates[i]) = self.at(i, t);
        }
        self.time = t;
    }

    /// Value of an input at time `t`, s, and its first two derivatives there.
    pub fn at(&self, index: usize, t: f64) -> (f64, [f64; 2]) {
        let ([once, twice], elapsed) = (self.rates[index], t - self.time);
        (self.values[index] + elapsed * (once + 0.5 * elapsed * twice), [once + elapsed * twice, twice])
    }

    /// All inputs at time `t`, s.
    pub fn all_at(&self, t: f64) -> impl Iterator<Item = (f64, [f64; 2])> {
        (0..self.values.len()).map(move |i| self.at(i, t))
    }
}
