//! Elimination with a choice of the unknowns that are eliminated.

use nalgebra::DMatrix;

/// Pivots below this part of the largest element are rounding errors.
const ROUNDING: f64 = 1e-8;
/// A column is preferred to those of later classes if it leaves a pivot of this part of the largest.
const ACCEPTED: f64 = 0.02;
/// Pivots are the same up to this factor.
const SAME: f64 = 1.0 - 1e-9;

/// A column that may be eliminated.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Its place in the matrix.
    pub column: usize,
    /// Columns of lower classes are eliminated first.
    pub class: u8,
    /// Unit of the unknown: what makes the columns comparable.
    pub unit: f64,
}

/// Transforms rows until the columns of pivots are those of the identity, by complete pivoting among the candidates; of equal ones the last is
/// taken. Returns row and column of each pivot, at most `rank`.
pub fn eliminate(rows: &mut DMatrix<f64>, candidates: &[Candidate], rank: usize) -> Vec<(usize, usize)> {
    let size =
        |rows: &DMatrix<f64>, row: usize, candidate: &Candidate| rows[(row, candidate.column)].abs() * candidate.unit;
    let mut left: Vec<Candidate> = candidates.to_vec();
    let mut pivots: Vec<(usize, usize)> = Vec::new();
    let mut first = 0.0;
    while pivots.len() < rank.min(rows.nrows()) {
        let open: Vec<usize> = (0..rows.nrows()).filter(|row| pivots.iter().all(|pivot| pivot.0 != *row)).collect();
        let largest = |candidate: &Candidate| open.iter().map(|row| size(rows, *row, candidate)).fold(0.0, f64::max);
        let sizes: Vec<f64> = left.iter().map(largest).collect();
        let all = sizes.iter().copied().fold(0.0, f64::max);
        first = f64::max(first, all);
        if all <= ROUNDING * first {
            break;
        }
        let accepted = |class: u8| {
            let own = left.iter().zip(&sizes).filter(|(candidate, _)| candidate.class == class);
            let most = own.map(|(_, size)| *size).fold(0.0, f64::max);
            (most >= ACCEPTED * all).then_some(most)
        };
        let Some((class, most)) = (0..=u8::MAX).find_map(|class| Some((class, accepted(class)?))) else { break };
        let fits = |place: &usize| left[*place].class == class && sizes[*place] >= SAME * most;
        let Some(place) = (0..left.len()).rev().find(fits) else { break };
        let candidate = left.remove(place);
        let by_size = |a: &usize, b: &usize| size(rows, *a, &candidate).total_cmp(&size(rows, *b, &candidate));
        let Some(row) = open.into_iter().max_by(by_size) else { break };
        clear(rows, row, candidate.column);
        pivots.push((row, candidate.column));
    }
    pivots
}

/// Divides a row by its pivot, and takes it from the others.
fn clear(rows: &mut DMatrix<f64>, row: usize, column: usize) {
    let pivot = rows[(row, column)];
    let mut factors = rows.column(column).clone_owned();
    factors[row] = 0.0;
    // Most rows of a large mechanism have few elements.
    for mut own in rows.column_iter_mut().filter(|own| own[row] != 0.0) {
        own[row] /= pivot;
        let scaled = own[row];
        own.axpy(-scaled, &factors, 1.0);
    }
    // Exactly: later rows must not bring it back.
    rows.column_mut(column).fill(0.0);
    rows[(row, column)] = 1.0;
}
