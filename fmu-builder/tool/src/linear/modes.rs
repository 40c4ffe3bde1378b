//! Modes of a linear system: eigenvalues, and the coordinates that take part.

use matrices::{Eigen, Shapes, eigenvalues};
use nalgebra::{Complex, DVector};

use super::Linearization;

/// Parts in a motion that are not named.
const SMALL: f64 = 0.05;
/// Eigenvalues below this part of the square root of the matrix's size are rounding: several zeros in a row are split by it.
const ZERO: f64 = 1e-7;
/// Eigenvalues that differ by less than this part of the matrix's size are the same.
const SAME: f64 = 1e-7;
/// Real and imaginary parts below this part of the matrix's size, for each row, are rounding.
const ROUNDING: f64 = 1e-14;

/// An eigenvalue, 1/s, of a linear system; one for each pair of conjugate ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Growth, or decay where it is negative, 1/s.
    pub real: f64,
    /// Angular frequency, rad/s; not negative.
    pub imaginary: f64,
    /// The coordinates that take part, the largest part first.
    pub parts: Vec<Part>,
    /// Motion of each state: real and imaginary part. The largest element of the coordinates is one.
    pub shape: Vec<[f64; 2]>,
}

/// A coordinate in a mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Name of the state.
    pub name: String,
    /// Its share: the product of the elements of right and left eigenvector, which does not depend on the units; all sum up to one.
    pub share: f64,
}

impl Mode {
    /// Natural frequency: the size of the eigenvalue, rad/s.
    pub fn natural(&self) -> f64 {
        self.real.hypot(self.imaginary)
    }

    /// Damping ratio; none for an eigenvalue of zero.
    pub fn damping(&self) -> Option<f64> {
        let natural = self.natural();
        (natural > 0.0).then(|| -self.real / natural)
    }
}

impl Linearization {
    /// The modes, by ascending frequency; none where the eigenvalues are not found.
    pub fn modes(&self) -> Option<Vec<Mode>> {
        let (n, matrix) = (self.states.len(), &self.a);
        if n == 0 {
            return Some(Vec::new());
        }
        let negligible = [ROUNDING * n as f64 * matrix.norm(), ZERO * matrix.amax().sqrt()];
        let all = eigenvalues(matrix)?;
        let (same, shapes) = (SAME * matrix.norm(), Shapes::of(matrix));
        let near = |a: &Eigen, b: &Eigen| (a.value - b.value).norm() <= same;
        let mode = |eigen: &Eigen| {
            let is_single = all.iter().filter(|other| near(other, eigen)).count() == 1;
            // The states that it drives in other blocks belong to the shape.
            let shape = if is_single { shapes.at(eigen.value) } else { eigen.right.clone() };
            Mode { shape: scaled(&shape), ..self.mode(eigen, negligible) }
        };
        let mut modes: Vec<Mode> = all.iter().filter(|eigen| eigen.value.im >= -negligible[0]).map(mode).collect();
        modes.sort_by(|a, b| {
            let key = |mode: &Mode| (mode.imaginary, mode.natural());
            key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
        });
        Some(modes)
    }

    fn mode(&self, eigen: &Eigen, [rounding, zero]: [f64; 2]) -> Mode {
        let products: Vec<f64> = eigen.right.iter().zip(eigen.left.iter()).map(|(r, l)| (r * l).norm()).collect();
        let all: f64 = products.iter().sum();
        let shares = products.iter().map(|product| if all > 0.0 { product / all } else { 0.0 });
        let named = self.states.iter().zip(shares).filter(|(_, share)| *share >= SMALL);
        let mut parts: Vec<Part> = named.map(|(state, share)| Part { name: state.name.clone(), share }).collect();
        // Stable: of equal ones the first state is first, although rounding may say otherwise.
        parts.sort_by_key(|part| std::cmp::Reverse((part.share * 1e6).round() as u64));
        let Complex { re, im } = eigen.value;
        let cleaned = |x: f64| {
            if eigen.value.norm() <= zero || x.abs() <= rounding.min(0.1 * eigen.value.norm()) { 0.0 } else { x }
        };
        Mode { real: cleaned(re), imaginary: cleaned(im).max(0.0), parts, shape: Vec::new() }
    }
}

/// With one as its largest element.
fn scaled(shape: &DVector<Complex<f64>>) -> Vec<[f64; 2]> {
    let largest = shape.iter().copied().max_by(|a, b| a.norm().total_cmp(&b.norm())).filter(|x| x.norm() > 0.0);
    let factor = largest.map_or(Complex::from(0.0), |largest| largest.inv());
    shape.iter().map(|element| element * factor).map(|element| [element.re, element.im]).collect()
}
