//! The start of a state space system with given outputs: its states have the smallest derivatives.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Elements, Law, MotionView, Parameters, Reals, SignalIn, Signals, StateId, after,
    law_variables,
};

/// A row of a matrix depends on the rows before it if its component orthogonal to them is shorter than this, relative
/// to the longest row.
const DEPENDENT: f64 = 1e-10;

/// Computes `A'(A x + B u)`, half the gradient of the squared derivatives, along the states that do not change the
/// outputs `C x`. Where it is zero the derivatives are minimal. The law has no effect otherwise.
#[derive(Clone, Debug, Binary)]
pub struct LeastRates {
    pub first: StateId,
    pub a: Reals,
    pub b: Reals,
    pub c: Reals,
    /// Number of states.
    pub states: usize,
    pub u: SignalIn,
}

law_variables! {
    /// Zero at the start.
    pub LeastRatesVariable of LeastRates {
        Gradient: Signals gradient,
    }
}

/// The gradient.
struct Gradient<T>(Vec<T>);

impl<T: Scalar> Elements<T> for Gradient<T> {
    fn element(self, k: usize) -> T {
        self.0.get(k).copied().unwrap_or_else(T::zero)
    }
}

impl LeastRates {
    /// An orthonormal basis of the rows of C, from values.
    fn seen<T: Scalar>(&self, p: Parameters<'_, T>) -> Vec<Vec<f64>> {
        let rows = p.all(self.c).chunks(self.states.max(1)).map(|row| row.iter().map(|c| c.value()).collect());
        basis(rows.collect())
    }

    fn gradient<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> Gradient<T> {
        let p = view.parameters();
        let (a, b, n) = (p.all(self.a), p.all(self.b), self.states);
        let mut gradient = vec![T::zero(); n];
        for (row, inputs) in a.chunks(n.max(1)).zip(b.chunks(self.u.size.max(1))) {
            let of_states = row.iter().enumerate().fold(T::zero(), |sum, (k, a)| sum + *a * view.state(self.first + k));
            let rate = inputs.iter().enumerate().fold(of_states, |sum, (k, b)| sum + *b * signals.element(self.u, k));
            gradient.iter_mut().zip(row).for_each(|(g, a)| *g += *a * rate);
        }
        for direction in self.seen(p) {
            let share = direction.iter().zip(&gradient).fold(T::zero(), |sum, (q, g)| sum + T::constant(*q) * *g);
            gradient.iter_mut().zip(&direction).for_each(|(g, q)| *g -= T::constant(*q) * share);
        }
        Gradient(gradient)
    }
}

/// An orthonormal basis of the span of the rows.
fn basis(rows: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let length = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>().sqrt();
    let largest = rows.iter().map(|row| length(row)).fold(0.0, f64::max);
    let mut found: Vec<Vec<f64>> = Vec::new();
    for mut row in rows {
        // Orthogonalising twice is sufficient against rounding errors.
        for _ in 0..2 {
            for q in &found {
                let share: f64 = q.iter().zip(&row).map(|(q, x)| q * x).sum();
                row.iter_mut().zip(q).for_each(|(x, q)| *x -= share * q);
            }
        }
        let size = length(&row);
        if size > DEPENDENT * largest {
            found.push(row.into_iter().map(|x| x / size).collect());
        }
    }
    found
}

impl Law for LeastRates {
    type Stage = after::Motion;
    // The initial state depends on its inputs, which must be known together with those of acting laws.
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).touches((self.first..self.first + self.states).map(Contact::State))
    }
}
