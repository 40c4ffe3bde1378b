//! Response of massless points to unbalanced forces, in plain numbers.

use mechanism::scalar::Matrix3;

/// A diagonal element of the swept damping is a rounding error up to this fraction of its initial value.
const UNDAMPED: f64 = 1e-10;
/// Stiffness, relative to its scale, up to which forces do not determine the position: it stays as it is.
const LOOSE: f64 = 1e-10;
/// Stiffness, relative to its scale, up to which it is a rounding error.
const ROUNDING: f64 = 1e-13;

/// The response of points to forces. The damping `D` and the stiffness `K` are symmetric matrices of all their
/// coordinates. Damping may act in some directions only: the coordinates P have pivots of `D`, and the columns of `N`
/// span the undamped directions.
///
/// A change of the positions follows from `N' K r = N' forces` and, along dampers, `H r = offsets` at P, where `H` is
/// `D` plus the effect of a rotation of the dampers; a change of velocities follows from `N' K v = N' rates` and `D v =
/// forces` at P.
#[derive(Clone, Debug)]
pub(super) struct Factors {
    n: usize,
    /// `D`, `H` and `K`, row by row, as summed by [`Self::add`].
    damping: Vec<f64>,
    held: Vec<f64>,
    stiffness: Vec<f64>,
    /// The damping after the sweep.
    swept: Vec<f64>,
    /// For each coordinate: it has a pivot of the damping.
    is_damped: Vec<bool>,
    /// `N`, column by column.
    null: Vec<f64>,
    /// The equations: `n` columns, which elimination transforms to the unit matrix, and `2 n` for the right-hand sides.
    equations: Vec<f64>,
    /// Coordinate of each of the columns.
    places: Vec<usize>,
    /// Row by row: changes of positions for forces, then for offsets; zero in directions without stiffness.
    pub positions: Vec<f64>,
    /// Row by row: changes of velocities for rates, then for forces.
    pub velocities: Vec<f64>,
}

impl Factors {
    /// For `n` coordinates.
    pub fn new(n: usize) -> Self {
        let square = || vec![0.0; n * n];
        let answers = || vec![0.0; 2 * n * n];
        Self {
            n,
            damping: square(),
            held: square(),
            stiffness: square(),
            swept: square(),
            is_damped: vec![false; n],
            null: square(),
            equations: vec![0.0; 3 * n * n],
            places: vec![0; n],
            positions: answers(),
            velocities: answers(),
        }
    }

    /// Sets the sums to zero.
    pub fn clear(&mut self) {
        self.damping.fill(0.0);
        self.held.fill(0.0);
        self.stiffness.fill(0.0);
    }

    /// Adds the damping, the damping with the effect of rotation, and the stiffness of a line between two points, or a
    /// point and another frame.
    pub fn add(&mut self, ends: [Option<usize>; 2], [damping, held, stiffness]: [Matrix3<f64>; 3]) {
        for (i, row) in ends.into_iter().enumerate() {
            for (j, column) in ends.into_iter().enumerate() {
                let (Some(row), Some(column)) = (row, column) else { continue };
                let sign = if i == j { 1.0 } else { -1.0 };
                for x in 0..3 {
                    let first = (3 * row + x) * self.n + 3 * column;
                    for y in 0..3 {
                        self.damping[first + y] += sign * damping[(x, y)];
                        self.held[first + y] += sign * held[(x, y)];
                        self.stiffness[first + y] += sign * stiffness[(x, y)];
                    }
                }
            }
        }
    }

    /// Computes the responses from the sums. `scale` is the scale of the stiffness; `shift` is added to it in all
    /// directions.
    pub fn factor(&mut self, scale: f64, shift: f64) {
        self.separate();
        let freedom = self.span_undamped();
        self.equate(freedom, scale, shift, true);
        self.solve(LOOSE);
        write(&self.equations, &self.places, self.n, &mut self.positions);
        self.equate(freedom, scale, shift, false);
        self.solve(ROUNDING);
        write(&self.equations, &self.places, self.n, &mut self.velocities);
    }

    /// Returns true if there is damping in some direction.
    pub fn has_damping(&self) -> bool {
        self.is_damped.contains(&true)
    }

    /// Sweeps the pivots of the damping: the block P x (not P) becomes `D_PP^-1 D`.
    fn separate(&mut self) {
        let n = self.n;
        let Self { damping, swept, is_damped, .. } = self;
        swept.copy_from_slice(damping);
        is_damped.fill(false);
        loop {
            let counts = |k: &usize| !is_damped[*k] && swept[k * n + k] > UNDAMPED * damping[k * n + k];
            let Some(pivot) = (0..n).filter(counts).max_by(|a, b| swept[a * n + a].total_cmp(&swept[b * n + b])) else {
                return;
            };
            sweep(swept, n, pivot);
            is_damped[pivot] = true;
        }
    }

    /// Computes `N` from the swept damping; returns the number of columns.
    fn span_undamped(&mut self) -> usize {
        let n = self.n;
        let mut freedom = 0;
        for column in (0..n).filter(|k| !self.is_damped[*k]) {
            for row in 0..n {
                let follows = if self.is_damped[row] { -self.swept[row * n + column] } else { 0.0 };
                self.null[freedom * n + row] = if row == column { 1.0 } else { follows };
            }
            freedom += 1;
        }
        freedom
    }

    /// The equations of positions, or of velocities, with each row divided by its scale.
    fn equate(&mut self, freedom: usize, scale: f64, shift: f64, of_positions: bool) {
        let (n, width) = (self.n, 3 * self.n);
        self.equations.fill(0.0);
        let unit = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        for (i, row) in self.equations.chunks_exact_mut(width).enumerate().take(freedom) {
            let direction = &self.null[i * n..(i + 1) * n];
            for column in 0..n {
                let sum = |k: usize| direction[k] * self.stiffness[k * n + column];
                row[column] = (0..n).map(sum).sum::<f64>() * unit + shift * direction[column];
                row[n + column] = direction[column] * unit;
            }
        }
        let matrix = if of_positions { &self.held } else { &self.damping };
        let damped = (0..n).filter(|k| self.is_damped[*k]);
        for (own, row) in damped.zip(self.equations.chunks_exact_mut(width).skip(freedom)) {
            let unit = 1.0 / self.damping[own * n + own];
            (0..n).for_each(|column| row[column] = matrix[own * n + column] * unit);
            row[2 * n + own] = unit;
        }
    }

    /// Gauss-Jordan elimination with complete pivoting (Golub and Van Loan 2013, 3.4.8), as long as pivots are larger
    /// than `least`; undetermined coordinates do not move.
    fn solve(&mut self, least: f64) {
        let (n, width) = (self.n, 3 * self.n);
        let Self { equations: a, places, .. } = self;
        places.iter_mut().enumerate().for_each(|(k, place)| *place = k);
        for rank in 0..n {
            let (row, column, size) = largest(a, n, rank);
            if size <= least {
                a[rank * width..].fill(0.0);
                return;
            }
            (0..width).for_each(|k| a.swap(rank * width + k, row * width + k));
            (0..n).for_each(|k| a.swap(k * width + rank, k * width + column));
            places.swap(rank, column);
            let inverse = 1.0 / a[rank * width + rank];
            (0..width).for_each(|k| a[rank * width + k] *= inverse);
            for row in (0..n).filter(|row| *row != rank) {
                let factor = a[row * width + rank];
                (0..width).for_each(|k| a[row * width + k] -= factor * a[rank * width + k]);
            }
        }
    }
}

/// Writes the solutions for the right-hand sides in the order of the coordinates.
fn write(equations: &[f64], places: &[usize], n: usize, answers: &mut [f64]) {
    for (row, place) in equations.chunks_exact(3 * n).zip(places) {
        answers[2 * n * place..2 * n * (place + 1)].copy_from_slice(&row[n..]);
    }
}

/// Row, column and size of the largest element below and right of a place on the diagonal.
fn largest(a: &[f64], n: usize, from: usize) -> (usize, usize, f64) {
    let mut best = (from, from, 0.0);
    for row in from..n {
        for column in from..n {
            let size = a[row * 3 * n + column].abs();
            if size > best.2 {
                best = (row, column, size);
            }
        }
    }
    best
}

/// Exchanges an unknown and its right-hand side: the sweep operator (Goodnight, The American Statistician 33, 1979).
fn sweep(a: &mut [f64], n: usize, pivot: usize) {
    let inverse = 1.0 / a[pivot * n + pivot];
    (0..n).for_each(|k| a[pivot * n + k] *= inverse);
    for row in (0..n).filter(|row| *row != pivot) {
        let factor = a[row * n + pivot];
        for column in (0..n).filter(|column| *column != pivot) {
            a[row * n + column] -= factor * a[pivot * n + column];
        }
        a[row * n + pivot] = -factor * inverse;
    }
    a[pivot * n + pivot] = inverse;
}
