//! Fixed points of affine maps that are given by evaluation.

use super::{EvaluationError, Result};
use mechanism::scalar::{LinearSystem, Scalar};

/// Target accuracy of a fixed point, relative to its elements.
const CLOSED: f64 = 1e-14;
/// Residual accepted for rounding errors of the map, relative to the elements of the fixed point, or to 1 if these are
/// smaller.
const LEFT: f64 = 1e-5;

/// Writes `y(x)` into its second argument.
type Map<'a, T> = dyn FnMut(&[T], &mut [T]) -> Result<()> + 'a;

/// Solves `x = y(x)` for an affine `y`: `n + 1` evaluations determine the map, and one linear system the solution.
///
/// All operations are those of the scalar, so that derivatives are those of the implicit function theorem. Corrections
/// with the same matrix reduce the residual to the rounding errors of the map; they are repeated as long as they help,
/// also if the map is only nearly affine (chord method; Ortega and Rheinboldt, Iterative Solution of Nonlinear
/// Equations, 1970, 7.1).
#[derive(Clone, Debug)]
pub(super) struct FixedPoint<T> {
    x: Vec<T>,
    y: Vec<T>,
    /// The map at zero.
    base: Vec<T>,
    /// Step of each element, and the scale of its rounding errors.
    units: Vec<f64>,
    /// Derivative of `x - y(x)`.
    system: LinearSystem<T>,
}

/// Reasons why no fixed point is found.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fault {
    /// The map cannot be evaluated.
    Response(EvaluationError),
    /// The element with that number is not determined.
    Singular(usize),
    /// The element with this number does not converge; its residual relative to its size.
    Open(usize, f64),
}

impl<T: Scalar> FixedPoint<T> {
    /// For maps of `n` elements; none when there are none.
    pub fn of(n: usize) -> Option<Self> {
        let zeros = || vec![T::zero(); n];
        let system = LinearSystem::new(n);
        (n > 0).then(|| Self { x: zeros(), y: zeros(), base: zeros(), units: vec![1.0; n], system })
    }

    /// Computes the fixed point of the map `respond`; its last argument is the solution.
    ///
    /// # Errors
    /// See [`Fault`]. A map that is not finite is not an error.
    pub fn solve(&mut self, respond: &mut Map<'_, T>) -> Result<(), Fault> {
        let n = self.x.len();
        let mut respond = |x: &[T], y: &mut [T]| respond(x, y).map_err(Fault::Response);
        self.x.fill(T::zero());
        respond(&self.x, &mut self.base)?;
        self.system.clear();
        for column in 0..n {
            // A step as large as the element itself, so that rounding errors are a small part of the difference.
            self.units[column] = self.base[column].value().abs().max(1.0);
            let unit = T::constant(self.units[column]);
            self.x.fill(T::zero());
            self.x[column] = unit;
            respond(&self.x, &mut self.y)?;
            self.system.add(column, column, T::one());
            for row in 0..n {
                self.system.add(row, column, self.base[row] / unit);
                self.system.add(row, column, -self.y[row] / unit);
            }
        }
        if let Err(column) = self.system.factor() {
            return Err(Fault::Singular(self.undetermined(column)));
        }
        self.x.copy_from_slice(&self.base);
        self.system.solve(&mut self.x);
        let mut before = f64::INFINITY;
        loop {
            respond(&self.x, &mut self.y)?;
            let (number, left) = self.left();
            // Values that are not finite are reported where they are used.
            if left <= CLOSED || !left.is_finite() {
                return Ok(());
            }
            if left > 0.5 * before {
                return if left <= LEFT { Ok(()) } else { Err(Fault::Open(number, left)) };
            }
            before = left;
            self.system.solve(&mut self.y);
            self.x.iter_mut().zip(&self.y).for_each(|(x, correction)| *x += *correction);
        }
    }

    /// The element with the largest change along the null vector of the equations.
    fn undetermined(&mut self, column: usize) -> usize {
        self.system.null_vector(column, &mut self.x);
        let size = |k: usize| self.x[k].value().abs() / self.units[k];
        (1..self.x.len()).fold(0, |most, k| if size(k) > size(most) { k } else { most })
    }

    /// Replaces `y` by the residual `y - x`; returns the element with the largest one, and its size.
    fn left(&mut self) -> (usize, f64) {
        let mut most = (0, 0.0);
        for (k, (y, x)) in self.y.iter_mut().zip(&self.x).enumerate() {
            *y -= *x;
            let part = y.value().abs() / x.value().abs().max(self.units[k]);
            if part > most.1 || part.is_nan() {
                most = (k, part);
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use mechanism::scalar::Jet;

    /// Solves; returns the last argument with the number of evaluations.
    fn solve<T: Scalar>(n: usize, map: impl Fn(&[T], &mut [T])) -> Result<(Vec<T>, usize), Fault> {
        let (mut last, mut count) = (Vec::new(), 0);
        FixedPoint::of(n).unwrap().solve(&mut |x, y| {
            map(x, y);
            last = x.to_vec();
            count += 1;
            Ok(())
        })?;
        Ok((last, count))
    }

    #[test]
    fn affine_maps_are_solved_with_few_evaluations() {
        // Elements of different size, and loads that nearly cancel each other.
        let map = |x: &[f64], y: &mut [f64]| {
            y[0] = 0.4 * x[0] - 3e5 * x[1] + ((1e7 + 2.0) - 1e7);
            y[1] = 1e-6 * x[0] + 0.7 * x[1] - 1e-6;
        };
        let (x, count) = solve(2, map).unwrap();
        let mut y = [0.0; 2];
        map(&x, &mut y);
        assert!((y[0] - x[0]).abs() < 1e-14 && (y[1] - x[1]).abs() < 1e-14, "{x:?} {y:?}");
        // Cramer's rule.
        let determinant = 0.6 * 0.3 + 0.3;
        assert!((x[0] - (0.6 + 0.3) / determinant).abs() < 1e-13, "{x:?}");
        assert!(count <= 5, "{count}");
    }

    #[test]
    fn maps_without_or_with_many_fixed_points_are_refused() {
        let shift = |x: &[f64], y: &mut [f64]| (y[0], y[1]) = (0.5 * x[0], x[1] + 3.0);
        assert_eq!(solve(2, shift).unwrap_err(), Fault::Singular(1));
        let turned = |x: &[f64], y: &mut [f64]| (y[0], y[1]) = (1e4 * x[1], 1e-4 * x[0] + 1.0);
        assert_eq!(solve(2, turned).unwrap_err(), Fault::Singular(0));
    }

    #[test]
    fn maps_that_are_not_affine_are_solved_when_corrections_help_and_refused_otherwise() {
        let (x, _) = solve(1, |x: &[f64], y: &mut [f64]| y[0] = 0.1 * x[0] * x[0] + 0.5).unwrap();
        assert!((0.1 * x[0] * x[0] + 0.5 - x[0]).abs() < 1e-14, "{x:?}");
        let switch = |x: &[f64], y: &mut [f64]| y[0] = if x[0] < 0.3 { 1.0 } else { -1.0 };
        assert!(matches!(solve(1, switch), Err(Fault::Open(0, left)) if left > 0.1));
    }

    /// `x = a x + b` has the derivatives `x/(1 - a)` and `1/(1 - a)`.
    #[test]
    fn fixed_points_carry_derivatives() {
        let a = Jet::along(0.25, [1.0, 0.0, 0.0]);
        let b = Jet::along(3.0, [0.0, 1.0, 0.0]);
        let (x, _) = solve(1, |x: &[Jet], y: &mut [Jet]| y[0] = a * x[0] + b).unwrap();
        assert!((x[0].value - 4.0).abs() < 1e-14);
        assert!((x[0].along[0] - 16.0 / 3.0).abs() < 1e-13 && (x[0].along[1] - 4.0 / 3.0).abs() < 1e-13, "{x:?}");
    }
}
