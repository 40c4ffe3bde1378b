//! Accelerations of a link that no joint holds.

use super::algebra::{Vector, sub};
use super::articulated_inertia::{ArticulatedInertia, noise};
use crate::scalar::Scalar;

impl<T: Scalar> ArticulatedInertia<T> {
    /// Angular acceleration and acceleration of the origin under the torque and force that the joint passes on. None when some
    /// direction moves no mass.
    pub(super) fn free_accelerations(&self, torque: Vector<T>, force: Vector<T>) -> Option<(Vector<T>, Vector<T>)> {
        let (h, i) = (&self.coupling, &self.rotational);
        let [m0, m1, m2] = self.translational_rows();
        // The forces come first: a mass there always is, and what remains of the inertia is then the one about the centre of mass.
        let matrix = [
            [m0[0], m0[1], m0[2], h[0][0], h[1][0], h[2][0]],
            [m1[0], m1[1], m1[2], h[0][1], h[1][1], h[2][1]],
            [m2[0], m2[1], m2[2], h[0][2], h[1][2], h[2][2]],
            [h[0][0], h[0][1], h[0][2], i.xx, i.xy, i.xz],
            [h[1][0], h[1][1], h[1][2], i.xy, i.yy, i.yz],
            [h[2][0], h[2][1], h[2][2], i.xz, i.yz, i.zz],
        ];
        let (n, f) = (sub(torque, self.torque), sub(force, self.force));
        let (mass, moment) = (noise(self.mass), noise(self.moment));
        let noise = [mass, mass, mass, moment, moment, moment];
        let [ax, ay, az, bx, by, bz] = solve(matrix, [f[0], f[1], f[2], n[0], n[1], n[2]], noise)?;
        Some(([bx, by, bz], [ax, ay, az]))
    }

    /// Acceleration of the origin of a link that does not turn, under the force that the joint passes on. None when some direction
    /// moves no mass.
    pub(super) fn translational_acceleration(&self, force: Vector<T>) -> Option<Vector<T>> {
        solve(self.translational_rows(), sub(force, self.force), [noise(self.mass); 3])
    }

    fn translational_rows(&self) -> [Vector<T>; 3] {
        let m = &self.translational;
        [[m.xx, m.xy, m.xz], [m.xy, m.yy, m.yz], [m.xz, m.yz, m.zz]]
    }
}

/// Solution of `a x = b` for a symmetric positive definite `a` by elimination without pivoting (Golub and Van Loan, Matrix
/// Computations, 2013, 4.2). None when a pivot is not above its `noise`.
fn solve<T: Scalar, const N: usize>(mut a: [[T; N]; N], mut b: [T; N], noise: [f64; N]) -> Option<[T; N]> {
    for k in 0..N {
        let pivot = a[k];
        if pivot[k].value() <= noise[k] {
            return None;
        }
        let inverse = T::one() / pivot[k];
        for row in k + 1..N {
            let factor = a[row][k] * inverse;
            for (element, above) in a[row].iter_mut().zip(&pivot).skip(k + 1) {
                *element -= factor * *above;
            }
            let above = b[k];
            b[row] -= factor * above;
        }
    }
    for k in (0..N).rev() {
        let known = (k + 1..N).fold(b[k], |rest, column| rest - a[k][column] * b[column]);
        b[k] = known / a[k][k];
    }
    Some(b)
}
