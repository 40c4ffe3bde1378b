//! Frequency responses.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, DVector};

use crate::hessenberg::{Hessenberg, by_parts};

/// `C (s 1 - A)^-1 B + D` for many s: n^2 operations each (Laub, "Efficient multivariable frequency response computations", 1981).
pub struct Transfer {
    /// Balanced, as what follows.
    a: DMatrix<f64>,
    /// None without states.
    reduced: Option<Hessenberg>,
    b: DMatrix<f64>,
    c: DMatrix<f64>,
    d: DMatrix<f64>,
}

impl Transfer {
    /// Of matrices that fit together.
    pub fn new(mut a: DMatrix<f64>, mut b: DMatrix<f64>, mut c: DMatrix<f64>, d: DMatrix<f64>) -> Self {
        if a.is_empty() {
            return Self { a, reduced: None, b, c, d };
        }
        let scale = balance_parlett_reinsch(&mut a);
        b.row_iter_mut().zip(scale.iter()).for_each(|(mut row, scale)| row /= *scale);
        c.column_iter_mut().zip(scale.iter()).for_each(|(mut column, scale)| column *= *scale);
        Self { reduced: Some(Hessenberg::of(&a)), a, b, c, d }
    }

    /// At an angular frequency, rad/s: outputs by inputs; not a number at an undamped resonance.
    pub fn at(&self, omega: f64) -> DMatrix<Complex<f64>> {
        let mut response = self.d.map(Complex::from);
        let Some(reduced) = &self.reduced else { return response };
        let shift = Complex::new(0.0, omega);
        let factors = reduced.shifted(shift);
        for (column, mut to) in self.b.column_iter().zip(response.column_iter_mut()) {
            let b: DVector<Complex<f64>> = column.map(|x| Complex::from(-x));
            let refined = factors.solve(&b).and_then(|x| {
                // What rotations round is large beside what a stiff system hardly does.
                let rest = &b - by_parts(&x, |part| &self.a * part) + &x * shift;
                factors.solve(&rest).map(|more| x + more)
            });
            match refined {
                Some(x) => to += by_parts(&x, |part| &self.c * part),
                None => to.fill(Complex::new(f64::NAN, f64::NAN)),
            }
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of three integrators with feedback, in units that differ by 1e8.
    #[test]
    fn responses_are_those_of_the_formula() {
        let unit = [1.0, 1e8, 1e-4];
        let companion = [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [-6.0, -11.0, -6.0]];
        let a = DMatrix::from_fn(3, 3, |i, k| companion[i][k] * unit[i] / unit[k]);
        let b = DMatrix::from_column_slice(3, 1, &[0.0, 0.0, unit[2]]);
        let c = DMatrix::from_row_slice(1, 3, &[1.0 / unit[0], 0.0, 0.0]);
        let system = Transfer::new(a, b, c, DMatrix::from_element(1, 1, 0.5));
        for omega in [0.0, 1e-3, 0.7, 5.0, 1e4] {
            let s = Complex::new(0.0, omega);
            let expected = 1.0 / ((s + 1.0) * (s + 2.0) * (s + 3.0)) + 0.5;
            let error = (system.at(omega)[(0, 0)] - expected).norm();
            assert!(error < 1e-15, "{omega} {error}");
        }
    }

    #[test]
    fn without_states_the_response_is_the_feedthrough() {
        let system = Transfer::new(
            DMatrix::zeros(0, 0),
            DMatrix::zeros(0, 2),
            DMatrix::zeros(1, 0),
            DMatrix::from_element(1, 2, 3.0),
        );
        assert_eq!(system.at(1.0), DMatrix::from_element(1, 2, Complex::from(3.0)));
    }
}
