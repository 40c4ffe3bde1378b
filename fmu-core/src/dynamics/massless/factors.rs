//! How points without mass answer to forces that are out of balance, in numbers without derivatives.

/// Part of what a diagonal element of the damping began with at or below which it is rounding.
const UNDAMPED: f64 = 1e-10;
/// Part of the scale of the stiffness at or below which forces do not say where the balance is: positions stay as they are.
const LOOSE: f64 = 1e-10;
/// Part of that scale at or below which a stiffness is rounding.
const ROUNDING: f64 = 1e-13;

/// The answers of points to forces. The damping `D` and the stiffness `K` are symmetric matrices of all their coordinates; there may be
/// damping in some directions only: the coordinates P have pivots of `D`, and the columns of `N` span the directions without damping.
#[derive(Clone, Debug)]
pub(super) struct Factors {
    n: usize,
    /// `D`, by rows, as summed by [`Self::add`].
    damping: Vec<f64>,
    /// `K`, by rows, as summed by [`Self::add`].
    stiffness: Vec<f64>,
    /// For each coordinate: it has a pivot of the damping.
    is_damped: Vec<bool>,
    /// `N`, column by column.
    null: Vec<f64>,
    /// `N' K N` and `N'`, by rows, which elimination turns into the unit matrix and `(N' K N)^-1 N'`.
    reduced: Vec<f64>,
    right: Vec<f64>,
    /// Column of the matrix at each place.
    places: Vec<usize>,
    /// Changes of undamped positions that undo forces, `N (N' K N)^-1 N'`, by rows; nothing in directions where forces are slack.
    pub positions: Vec<f64>,
    /// The same for velocities, and derivatives of forces.
    pub velocities: Vec<f64>,
    /// Changes of the velocities of damped coordinates that undo forces, by rows.
    pub damped: Vec<f64>,
}

/// A block of three rows and columns.
pub(super) type Block = [[f64; 3]; 3];

impl Factors {
    /// For `n` coordinates.
    pub fn new(n: usize) -> Self {
        let square = || vec![0.0; n * n];
        Self {
            n,
            damping: square(),
            stiffness: square(),
            is_damped: vec![false; n],
            null: square(),
            reduced: square(),
            right: square(),
            places: vec![0; n],
            positions: square(),
            velocities: square(),
            damped: square(),
        }
    }

    /// Begins new sums.
    pub fn clear(&mut self) {
        self.damping.fill(0.0);
        self.stiffness.fill(0.0);
    }

    /// Adds the damping and the stiffness of a line between two points, or a point and something else.
    pub fn add(&mut self, ends: [Option<usize>; 2], damping: &Block, stiffness: &Block) {
        for (i, row) in ends.into_iter().enumerate() {
            for (j, column) in ends.into_iter().enumerate() {
                let (Some(row), Some(column)) = (row, column) else { continue };
                let sign = if i == j { 1.0 } else { -1.0 };
                for (x, (d, k)) in damping.iter().zip(stiffness).enumerate() {
                    let first = (3 * row + x) * self.n + 3 * column;
                    for y in 0..3 {
                        self.damping[first + y] += sign * d[y];
                        self.stiffness[first + y] += sign * k[y];
                    }
                }
            }
        }
    }

    /// Finds the answers from the sums. Stiffness is measured by `scale`; `shift` is added to it in all directions.
    pub fn factor(&mut self, scale: f64, shift: f64) {
        self.separate();
        let freedom = self.span_undamped();
        self.respond(freedom, scale, shift, LOOSE);
        self.positions.copy_from_slice(&self.right);
        self.respond(freedom, scale, shift, ROUNDING);
        self.velocities.copy_from_slice(&self.right);
    }

    /// There is damping in some direction.
    pub fn has_damping(&self) -> bool {
        self.is_damped.contains(&true)
    }

    /// Sweeps the pivots of the damping: what is left at P is the inverse there, and `P x Q` of `D_PP^-1 D`.
    fn separate(&mut self) {
        let n = self.n;
        let Self { damping, damped: swept, is_damped, .. } = self;
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

    /// Takes `N` from what was swept, which then keeps the inverse only; the number of columns.
    fn span_undamped(&mut self) -> usize {
        let n = self.n;
        let mut freedom = 0;
        for column in (0..n).filter(|k| !self.is_damped[*k]) {
            for row in 0..n {
                let follows = if self.is_damped[row] { -self.damped[row * n + column] } else { 0.0 };
                self.null[freedom * n + row] = if row == column { 1.0 } else { follows };
            }
            freedom += 1;
        }
        for (k, x) in self.damped.iter_mut().enumerate() {
            if !(self.is_damped[k / n] && self.is_damped[k % n]) {
                *x = 0.0;
            }
        }
        freedom
    }

    /// `N (N' K N + shift N' N)^-1 N'` in `right`, by Gauss-Jordan elimination with complete pivoting (Golub and Van Loan 2013, 3.4.8), as
    /// far as pivots are more than the part `least` of `scale`.
    fn respond(&mut self, freedom: usize, scale: f64, shift: f64, least: f64) {
        let n = self.n;
        self.reduce(freedom, shift);
        let (a, b, places) = (&mut self.reduced, &mut self.right, &mut self.places);
        places.iter_mut().enumerate().for_each(|(k, place)| *place = k);
        let mut rank = 0;
        while rank < freedom {
            let (row, column, size) = largest(a, n, rank..freedom);
            if size <= least * scale || size == 0.0 {
                break;
            }
            (0..n).for_each(|k| a.swap(rank * n + k, row * n + k));
            (0..n).for_each(|k| b.swap(rank * n + k, row * n + k));
            (0..freedom).for_each(|k| a.swap(k * n + rank, k * n + column));
            places.swap(rank, column);
            let inverse = 1.0 / a[rank * n + rank];
            (0..freedom).for_each(|k| a[rank * n + k] *= inverse);
            (0..n).for_each(|k| b[rank * n + k] *= inverse);
            for row in (0..freedom).filter(|row| *row != rank) {
                let factor = a[row * n + rank];
                (0..freedom).for_each(|k| a[row * n + k] -= factor * a[rank * n + k]);
                (0..n).for_each(|k| b[row * n + k] -= factor * b[rank * n + k]);
            }
            rank += 1;
        }
        // `N y`, row by row; the matrix is not needed any more.
        a.fill(0.0);
        for (k, place) in places[..rank].iter().enumerate() {
            for row in 0..n {
                let along = self.null[place * n + row];
                (0..n).for_each(|column| a[row * n + column] += along * b[k * n + column]);
            }
        }
        std::mem::swap(&mut self.reduced, &mut self.right);
    }

    /// `N' K N + shift N' N` and `N'`.
    fn reduce(&mut self, freedom: usize, shift: f64) {
        let n = self.n;
        for i in 0..freedom {
            for column in 0..n {
                let sum = |k: usize| self.null[i * n + k] * self.stiffness[k * n + column];
                self.right[i * n + column] = (0..n).map(sum).sum::<f64>() + shift * self.null[i * n + column];
            }
        }
        for i in 0..freedom {
            for j in 0..freedom {
                let sum = |k: usize| self.right[i * n + k] * self.null[j * n + k];
                self.reduced[i * n + j] = (0..n).map(sum).sum();
            }
        }
        self.right[..freedom * n].copy_from_slice(&self.null[..freedom * n]);
    }
}

/// Row, column and size of the largest element of a block on the diagonal.
fn largest(a: &[f64], n: usize, block: std::ops::Range<usize>) -> (usize, usize, f64) {
    let mut best = (block.start, block.start, 0.0);
    for row in block.clone() {
        for column in block.clone() {
            let size = a[row * n + column].abs();
            if size > best.2 {
                best = (row, column, size);
            }
        }
    }
    best
}

/// Exchanges what a coordinate is and what it is told: the sweep operator (Goodnight, The American Statistician 33, 1979).
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
