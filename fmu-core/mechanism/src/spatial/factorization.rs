//! Joints with more than one degree of freedom: linear systems of the articulated inertia.

use super::algebra::{Symmetric, Vector, add, cross, dot, scale, sub, zeros};
use super::articulated_inertia::{ArticulatedInertia, noise};
use super::pair::{Pair, first, pairs, second};
use crate::scalar::Scalar;

/// Result of the elimination of the angular acceleration of a spherical joint. The link's angular acceleration is `free
/// - gain a`, where `a` is the acceleration of the link's origin, both without velocity products.
#[derive(Clone, Copy, Debug)]
pub struct RotationElimination<T> {
    /// Columns of `I^-1 H`, rad/m.
    gain: [Vector<T>; 3],
    /// `I^-1 (torque - n)`, rad/s2.
    free: Vector<T>,
}

impl<T: Scalar> RotationElimination<T> {
    /// Zero gain and acceleration.
    pub fn zero() -> Self {
        Self { gain: [zeros(); 3], free: zeros() }
    }

    /// The joint's own angular acceleration, world axes, given the acceleration of the parent; `d` leads from the
    /// parent's origin to the link's.
    pub fn acceleration(&self, d: Vector<T>, (alpha, a): (Vector<T>, Vector<T>)) -> Vector<T> {
        let a = add(a, cross(alpha, d));
        let carried = add(add(scale(a[0], self.gain[0]), scale(a[1], self.gain[1])), scale(a[2], self.gain[2]));
        sub(sub(self.free, carried), alpha)
    }
}

impl<T: Scalar> ArticulatedInertia<T> {
    /// Frees the rotation of the link about its origin, driven by `torque`: the joint transmits that torque and a
    /// force. None if some rotation moves no mass.
    ///
    /// From `torque = I alpha + H a + n`, `force = H^T alpha + M a + f`: `M' = M - H^T I^-1 H`, `f' = f + H^T I^-1 (torque - n)`.
    pub fn eliminate_rotation(self, torque: Vector<T>) -> Option<(Self, RotationElimination<T>)> {
        let (i, h) = (&self.inertia, self.rotation_rows());
        let matrix = [[i.xx.0, i.xy.0, i.xz.0], [i.xy.0, i.yy.0, i.yz.0], [i.xz.0, i.yz.0, i.zz.0]];
        let moment = [noise(self.moment); 3];
        // Columns of H, which are the rows of its transpose.
        let columns: [Vector<T>; 3] = std::array::from_fn(|k| [h[0][k], h[1][k], h[2][k]]);
        let [x, y, z] = columns.map(|column| solve(matrix, column, moment));
        let gain = [x?, y?, z?];
        let free = solve(matrix, sub(torque, first(self.wrench)), moment)?;
        let less = |a: usize, b: usize| dot(columns[a], gain[b]);
        let none = T::zero();
        let inertia = Symmetric {
            xx: Pair(none, i.xx.1 - less(0, 0)),
            yy: Pair(none, i.yy.1 - less(1, 1)),
            zz: Pair(none, i.zz.1 - less(2, 2)),
            xy: Pair(none, i.xy.1 - less(0, 1)),
            xz: Pair(none, i.xz.1 - less(0, 2)),
            yz: Pair(none, i.yz.1 - less(1, 2)),
        };
        let force = add(second(self.wrench), columns.map(|column| dot(column, free)));
        let left = Self {
            inertia,
            diagonal: zeros(),
            coupling: [Pair::both(none); 3],
            wrench: pairs(torque, force),
            mass: self.mass,
            moment: 0.0,
        };
        Some((left, RotationElimination { gain, free }))
    }

    /// Rows of H: the torque for an acceleration of the origin.
    fn rotation_rows(&self) -> [Vector<T>; 3] {
        let (h, [xy, xz, yz]) = (self.diagonal, self.coupling);
        [[h[0], xy.0, xz.0], [xy.1, h[1], yz.0], [xz.1, yz.1, h[2]]]
    }

    /// Angular acceleration and acceleration of the origin under the torque and force that the joint transmits. None if
    /// some direction moves no mass.
    pub fn free_accelerations(&self, torque: Vector<T>, force: Vector<T>) -> Option<(Vector<T>, Vector<T>)> {
        let (i, h, [xy, xz, yz]) = (&self.inertia, self.diagonal, self.coupling);
        let m = self.translational_rows();
        // The forces come first: the mass is never zero, and the remaining inertia is then the one about the centre of
        // mass.
        let matrix = [
            [m[0][0], m[0][1], m[0][2], h[0], xy.1, xz.1],
            [m[1][0], m[1][1], m[1][2], xy.0, h[1], yz.1],
            [m[2][0], m[2][1], m[2][2], xz.0, yz.0, h[2]],
            [h[0], xy.0, xz.0, i.xx.0, i.xy.0, i.xz.0],
            [xy.1, h[1], yz.0, i.xy.0, i.yy.0, i.yz.0],
            [xz.1, yz.1, h[2], i.xz.0, i.yz.0, i.zz.0],
        ];
        let (n, f) = (sub(torque, first(self.wrench)), sub(force, second(self.wrench)));
        let (mass, moment) = (noise(self.mass), noise(self.moment));
        let noise = [mass, mass, mass, moment, moment, moment];
        let [ax, ay, az, bx, by, bz] = solve(matrix, [f[0], f[1], f[2], n[0], n[1], n[2]], noise)?;
        Some(([bx, by, bz], [ax, ay, az]))
    }

    /// Acceleration of the origin of a link that does not turn, under the force that the joint transmits. None if some
    /// direction moves no mass.
    pub fn translational_acceleration(&self, force: Vector<T>) -> Option<Vector<T>> {
        solve(self.translational_rows(), sub(force, second(self.wrench)), [noise(self.mass); 3])
    }

    fn translational_rows(&self) -> [Vector<T>; 3] {
        let m = &self.inertia;
        [[m.xx.1, m.xy.1, m.xz.1], [m.xy.1, m.yy.1, m.yz.1], [m.xz.1, m.yz.1, m.zz.1]]
    }
}

/// Solution of `a x = b` for a symmetric positive definite `a` by elimination without pivoting (Golub and Van Loan,
/// Matrix Computations, 2013, 4.2). None if a pivot is not above its `noise`.
#[inline(never)] // Four calls for a spherical joint: inlined, unrolled and for each scalar they would be a tenth of the runtime.
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
