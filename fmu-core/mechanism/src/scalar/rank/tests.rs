//! Factors, solutions and ranks.

use super::*;
use crate::scalar::Jet;

/// Rank 2: the third row is the sum of the first two.
const ROWS: [[f64; 4]; 3] = [[1.0, 2.0, 0.5, -1.0], [0.0, 3.0, -2.0, 4.0], [1.0, 5.0, -1.5, 3.0]];
const LIMIT: RankLimit = RankLimit { rank: 3, threshold: 1e-12 };

fn factored<T: Scalar>(element: impl Fn(usize, usize) -> T) -> RankFactors<T> {
    let mut factors = RankFactors::new(3, 4);
    factors.restart();
    (0..3).for_each(|i| (0..4).for_each(|j| factors.set(i, j, element(i, j))));
    factors.factor(LIMIT);
    factors
}

fn times(y: &[f64]) -> [f64; 3] {
    ROWS.map(|row| row.iter().zip(y).map(|(a, b)| a * b).sum())
}

#[test]
fn solutions_and_null_spaces() {
    let mut factors = factored(|i, j| ROWS[i][j]);
    assert_eq!((factors.rank(), factors.freedom()), (2, 2));
    let mut y = [0.0; 4];
    factors.solve(&[1.0, -2.0, -1.0], &mut y);
    times(&y).iter().zip([1.0, -2.0, -1.0]).for_each(|(a, b)| assert!((a - b).abs() < 1e-14, "{a} {b}"));
    let mut g = [0.0; 4];
    factors.dependence(&mut g);
    for free in 0..2 {
        let mut y = [0.0; 4];
        let columns = factors.columns();
        y[columns[2 + free]] = 1.0;
        (0..2).for_each(|i| y[columns[i]] = -g[2 * i + free]);
        times(&y).iter().for_each(|x| assert!(x.abs() < 1e-14, "{x}"));
    }
    let mut x = [0.0; 3];
    factors.left_null(0, &mut x);
    for j in 0..4 {
        let sum: f64 = ROWS.iter().zip(x).map(|(row, x)| row[j] * x).sum();
        assert!(sum.abs() < 1e-14, "{sum}");
    }
    // A right-hand side that has a solution.
    let g: [f64; 4] = std::array::from_fn(|j| 2.0 * ROWS[0][j] - ROWS[1][j]);
    factors.solve_transposed(&g, &mut x);
    for (j, g) in g.iter().enumerate() {
        let sum: f64 = (0..3).map(|i| ROWS[i][j] * x[i]).sum();
        assert!((sum - g).abs() < 1e-14, "{sum} {g}");
    }
}

/// The four Penrose conditions, on a basis.
#[test]
fn least_squares_are_those_of_the_pseudoinverse() {
    let mut factors = factored(|i, j| ROWS[i][j]);
    let reference = nalgebra::Matrix3x4::from_fn(|i, j| ROWS[i][j]).pseudo_inverse(1e-10);
    let Ok(reference) = reference else { unreachable!() };
    for i in 0..3 {
        let b: [f64; 3] = std::array::from_fn(|k| if k == i { 1.0 } else { 0.0 });
        let mut y = [0.0; 4];
        factors.least_squares(&b, &mut y);
        (0..4).for_each(|j| assert!((y[j] - reference[(j, i)]).abs() < 1e-13, "{y:?}"));
    }
}

#[test]
fn the_rank_is_limited() {
    let mut factors = RankFactors::new(2, 2);
    let matrix = [[1.0, 0.0], [0.0, 1e-4]];
    for (limit, rank) in [
        (RankLimit { rank: 2, threshold: 1e-8 }, 2),
        (RankLimit { rank: 1, threshold: 0.0 }, 1),
        (RankLimit { rank: 2, threshold: 1e-3 }, 1),
    ] {
        factors.restart();
        (0..2).for_each(|i| (0..2).for_each(|j| factors.set(i, j, matrix[i][j])));
        factors.factor(limit);
        assert_eq!(factors.rank(), rank);
    }
    assert_eq!(factors.smallest_pivot(), 1.0);
}

#[test]
fn what_rounding_leaves_of_redundant_rows_has_no_rank() {
    let mut factors = RankFactors::new(2, 2);
    for (size, rank) in [(1e-16, 0), (1e-6, 2)] {
        factors.restart();
        (0..2).for_each(|i| (0..2).for_each(|j| factors.set(i, j, if i == j { size } else { 0.3 * size })));
        factors.factor(RankLimit { rank: 2, threshold: 1e-8 });
        assert_eq!(factors.rank(), rank, "{size}");
    }
}

/// While the third row stays the sum of the others, the derivatives equal those of the exact solution.
#[test]
fn solutions_carry_derivatives() {
    let at = |t: f64, j: usize| ROWS[0][j] * (1.0 + t) + t * t;
    let element = |i: usize, j: usize| match i {
        0 => Jet::along(at(0.0, j), [ROWS[0][j], 0.0, 0.0]),
        1 => Jet::constant(ROWS[1][j]),
        _ => Jet::along(at(0.0, j) + ROWS[1][j], [ROWS[0][j], 0.0, 0.0]),
    };
    let mut factors = factored(element);
    let mut y = [Jet::constant(0.0); 4];
    let k = [Jet::constant(1.0), Jet::constant(1.0), Jet::constant(2.0)];
    factors.solve(&k, &mut y);
    let step = 1e-6;
    let moved = |t: f64| {
        let mut factors = factored(|i, j| match i {
            0 => at(t, j),
            1 => ROWS[1][j],
            _ => at(t, j) + ROWS[1][j],
        });
        let mut y = [0.0; 4];
        factors.solve(&[1.0, 1.0, 2.0], &mut y);
        y
    };
    let (after, before) = (moved(step), moved(-step));
    for j in 0..4 {
        let difference = (after[j] - before[j]) / (2.0 * step);
        assert!((y[j].along[0] - difference).abs() < 1e-8, "{j}: {} {difference}", y[j].along[0]);
    }
}
