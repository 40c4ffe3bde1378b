//! Torques of the sticking contacts with dry friction, from the response of their relative accelerations.

use mechanism::scalar::{RankFactors, RankLimit, Scalar, solve_positive};

/// Pivots below this fraction of the largest are rounding errors: the responses are scaled to a diagonal of 1.
const DEPENDENT: f64 = 1e-10;

/// Data of the contacts with friction.
#[derive(Clone, Debug)]
pub(super) struct Frictions<T> {
    /// Friction of each sticking contact, opposed to the motion of its flange, N.m or N.
    pub torques: Vec<T>,
    /// Largest friction of each, greater than zero, N.m or N.
    pub sizes: Vec<f64>,
    /// Indices of the contacts that stick and can move.
    pub stuck: Vec<usize>,
    /// Relative accelerations without friction, rad/s2 or m/s2.
    pub base: Vec<T>,
    /// Right-hand side and solution, one for each contact.
    pub left: Vec<T>,
    pub solution: Vec<T>,
    /// Response of the accelerations, row by row, and the scales that make its diagonal one.
    pub responses: Vec<T>,
    scales: Vec<f64>,
    factors: RankFactors<T>,
    /// The factors are valid for the present motion and modes.
    pub has_factors: bool,
    null: Vec<T>,
    gram: Vec<T>,
    loads: Vec<T>,
}

impl<T: Scalar> Frictions<T> {
    pub fn new(n: usize) -> Self {
        let zeros = |n: usize| vec![T::zero(); n];
        Self {
            torques: zeros(n),
            sizes: vec![1.0; n],
            stuck: Vec::with_capacity(n),
            base: zeros(n),
            left: zeros(n),
            solution: zeros(n),
            responses: zeros(n * n),
            scales: vec![1.0; n],
            factors: RankFactors::new(n, n),
            has_factors: false,
            null: zeros(n * n),
            gram: zeros(n * n),
            loads: zeros(n),
        }
    }

    /// Adds the torques that cancel the accelerations `left`.
    pub fn correct(&mut self) {
        self.solve();
        self.torques.iter_mut().zip(&self.solution).for_each(|(torque, correction)| *torque += *correction);
    }

    /// Factors the responses of the sticking contacts; the others keep zero torque.
    pub fn factor(&mut self) {
        let n = self.sizes.len();
        for &k in &self.stuck {
            self.scales[k] = self.responses[k * n + k].value().sqrt().recip();
        }
        self.factors.restart();
        for row in 0..n {
            for column in 0..n {
                let is_in = self.stuck.contains(&row) && self.stuck.contains(&column);
                let scaled = self.responses[row * n + column] * T::constant(self.scales[row] * self.scales[column]);
                let other = if row == column { T::one() } else { T::zero() };
                self.factors.set(row, column, if is_in { scaled } else { other });
            }
        }
        self.factors.factor(RankLimit { rank: n, threshold: DEPENDENT });
    }

    /// Writes the torques that cancel the accelerations `left` into `solution`.
    pub fn solve(&mut self) {
        let n = self.sizes.len();
        let scale = |values: &mut [T], scales: &[f64]| {
            values.iter_mut().zip(scales).for_each(|(value, scale)| *value *= T::constant(*scale));
        };
        scale(&mut self.left, &self.scales);
        self.factors.solve(&self.left, &mut self.solution);
        scale(&mut self.solution, &self.scales);
        let freedom = self.factors.freedom();
        if freedom == 0 {
            return;
        }
        // The responses are symmetric, so that the same rows and columns are without a pivot.
        for free in 0..freedom {
            let null = &mut self.null[free * n..(free + 1) * n];
            self.factors.left_null(free, null);
            scale(null, &self.scales);
        }
        let (sizes, loads) = (&self.sizes, &mut self.loads[..freedom]);
        let product = |x: &[T], y: &[T]| (0..n).fold(T::zero(), |sum, k| sum + x[k] * y[k] / T::constant(sizes[k]));
        for (row, (null, load)) in self.null.chunks_exact(n).zip(loads.iter_mut()).enumerate() {
            for (column, other) in self.null.chunks_exact(n).take(freedom).enumerate() {
                self.gram[row * freedom + column] = product(null, other);
            }
            *load = product(null, &self.solution);
        }
        solve_positive(&mut self.gram[..freedom * freedom], loads);
        for (free, load) in loads.iter().enumerate() {
            for k in 0..n {
                let change = self.null[free * n + k] * *load;
                self.solution[k] -= change;
            }
        }
    }
}
