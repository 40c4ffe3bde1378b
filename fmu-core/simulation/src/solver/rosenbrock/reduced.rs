//! Linear systems `(sigma 1 - J) x = r` of an implicit step, without the states that only follow another one.
//!
//! The derivative of a position is a speed: its row of the Jacobian has one element. Such rows are solved by hand,
//! `x_i = (r_i + c x_k)/sigma`, which leaves a system of half the size for a mechanism.

use mechanism::scalar::LinearSystem;

/// A state whose derivative is a factor times another state that is solved for.
#[derive(Clone, Copy, Debug)]
struct Follower {
    state: usize,
    leader: usize,
    factor: f64,
}

/// The system of one Jacobian and one sigma.
#[derive(Clone, Debug)]
pub(super) struct Reduced {
    followers: Vec<Follower>,
    /// States that are solved for.
    kept: Vec<usize>,
    /// Place of each state among these, or the number of states for a follower.
    places: Vec<usize>,
    /// Per row of the Jacobian: number of elements that are not zero, and the column of the last one.
    rows: Vec<(usize, usize)>,
    matrix: LinearSystem<f64>,
    /// Right-hand side and solution of the smaller system.
    right: Vec<f64>,
    sigma: f64,
}

impl Reduced {
    /// For `n` states; allocates here only.
    pub fn new(n: usize) -> Self {
        Self {
            followers: Vec::with_capacity(n),
            kept: Vec::with_capacity(n),
            places: vec![0; n],
            rows: vec![(0, 0); n],
            matrix: LinearSystem::new(n),
            right: vec![0.0; n],
            sigma: 1.0,
        }
    }

    /// Finds the states that follow others in a Jacobian, by columns.
    pub fn look_at(&mut self, jacobian: &[f64]) {
        let n = self.rows.len();
        self.rows.fill((0, 0));
        for (column, values) in jacobian.chunks_exact(n).enumerate() {
            let rows = self.rows.iter_mut().zip(values).filter(|(_, value)| **value != 0.0);
            rows.for_each(|(row, _)| *row = (row.0 + 1, column));
        }
        self.followers.clear();
        // Leaders stay.
        const FREE: usize = usize::MAX;
        self.places.fill(FREE);
        for (state, (count, leader)) in self.rows.iter().enumerate() {
            if *count == 1 && *leader != state && self.places[state] == FREE && self.places[*leader] != n {
                self.places[state] = n;
                self.places[*leader] = 0;
                self.followers.push(Follower { state, leader: *leader, factor: jacobian[leader * n + state] });
            }
        }
        self.kept.clear();
        for (state, place) in self.places.iter_mut().enumerate().filter(|(_, place)| **place != n) {
            *place = self.kept.len();
            self.kept.push(state);
        }
    }

    /// Factors the matrix for `sigma`, after [`Self::look_at`].
    ///
    /// # Errors
    /// It is singular: the state whose column shows it.
    pub fn factor(&mut self, jacobian: &[f64], sigma: f64) -> Result<(), usize> {
        let n = self.rows.len();
        self.sigma = sigma;
        self.matrix.resize(self.kept.len());
        let mut add = |from: usize, to: usize, factor: f64| {
            let values = &jacobian[from * n..(from + 1) * n];
            self.kept.iter().enumerate().for_each(|(row, state)| self.matrix.add(row, to, -factor * values[*state]));
        };
        self.kept.iter().enumerate().for_each(|(column, state)| add(*state, column, 1.0));
        for follower in &self.followers {
            add(follower.state, self.places[follower.leader], follower.factor / sigma);
        }
        (0..self.kept.len()).for_each(|k| self.matrix.add(k, k, sigma));
        self.matrix.factor().map_err(|column| self.kept[column])
    }

    /// Solves for the right-hand side `x` in place.
    pub fn solve(&mut self, jacobian: &[f64], x: &mut [f64]) {
        let n = x.len();
        let right = &mut self.right[..self.kept.len()];
        right.iter_mut().zip(&self.kept).for_each(|(right, state)| *right = x[*state]);
        for follower in &self.followers {
            let (values, known) =
                (&jacobian[follower.state * n..(follower.state + 1) * n], x[follower.state] / self.sigma);
            right.iter_mut().zip(&self.kept).for_each(|(right, state)| *right += values[*state] * known);
        }
        self.matrix.solve(right);
        right.iter().zip(&self.kept).for_each(|(right, state)| x[*state] = *right);
        for Follower { state, leader, factor } in &self.followers {
            x[*state] = (x[*state] + factor * x[*leader]) / self.sigma;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Two masses with springs, a state that follows a speed of the first, one that follows that one, and one that nothing changes.
    #[test]
    fn solutions_are_those_of_the_whole_system() {
        let n = 7;
        let mut jacobian = vec![0.0; n * n];
        let mut set = |row: usize, column: usize, value: f64| jacobian[column * n + row] = value;
        (0..2).for_each(|i| set(i, 2 + i, 1.0));
        let rows = [[-3e6, 1e6, -2.0, 0.5], [1e6, -4e6, 0.3, -1e3]];
        rows.iter().enumerate().for_each(|(i, row)| row.iter().enumerate().for_each(|(k, x)| set(2 + i, k, *x)));
        set(4, 2, -0.7);
        set(5, 4, 3.0);
        set(2, 4, 1.5);
        for sigma in [1.0, 1e3, 1e7] {
            let right: Vec<f64> = (0..n).map(|i| (1.7 * i as f64 + 0.3).sin()).collect();
            let mut whole = LinearSystem::new(n);
            for column in 0..n {
                (0..n).for_each(|row| whole.add(row, column, -jacobian[column * n + row]));
                whole.add(column, column, sigma);
            }
            whole.factor().unwrap();
            let mut expected = right.clone();
            whole.solve(&mut expected);
            let mut reduced = Reduced::new(n);
            reduced.look_at(&jacobian);
            assert_eq!(reduced.followers.len(), 3, "{:?}", reduced.followers);
            reduced.factor(&jacobian, sigma).unwrap();
            let mut found = right;
            reduced.solve(&jacobian, &mut found);
            let size = expected.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() <= 1e-12 * size, "{sigma}: {found} {expected}");
            }
        }
    }

    #[test]
    fn a_singular_column_is_named() {
        // x'' = 4 x at sigma = 2.
        let mut reduced = Reduced::new(2);
        let jacobian = [0.0, 4.0, 1.0, 0.0];
        reduced.look_at(&jacobian);
        assert_eq!(reduced.factor(&jacobian, 2.0), Err(1));
    }
}
