//! From velocity coordinates to derivatives of position coordinates, and quaternions.
//!
//! Quaternions are those of Modelica.Mechanics.MultiBody.Frames.Quaternions: Q = (x, y, z, w) maps the joint frame (frame 1) to the
//! link frame (frame 2).

use super::algebra::Vector;
use crate::mechanism::{JointKind, Tree};
use crate::scalar::Scalar;

/// `qdot = N(q) v`: derivatives of the position coordinates (`nq`) from the velocity coordinates (`nv`).
///
/// For a Free or Spherical joint `der(Q) = 1/2 E(Q)^T w` with w resolved in the link frame (the inverse of MSL's `angularVelocity2`); the length
/// of Q stays what it is.
pub fn position_derivatives<T: Scalar>(tree: &Tree, q: &[T], v: &[T], qdot: &mut [T]) {
    for joint in &tree.joints {
        match joint.kind {
            JointKind::Revolute | JointKind::Rotor | JointKind::Prismatic => qdot[joint.q] = v[joint.v],
            JointKind::Translation => qdot[joint.q..joint.q + 3].copy_from_slice(&v[joint.v..joint.v + 3]),
            JointKind::Spherical => {
                let w = [v[joint.v], v[joint.v + 1], v[joint.v + 2]];
                qdot[joint.q..joint.q + 4].copy_from_slice(&quaternion_rate(quaternion(q, joint.q), w));
            }
            JointKind::Free => {
                qdot[joint.q..joint.q + 3].copy_from_slice(&v[joint.v..joint.v + 3]);
                let w = [v[joint.v + 3], v[joint.v + 4], v[joint.v + 5]];
                qdot[joint.q + 3..joint.q + 7].copy_from_slice(&quaternion_rate(quaternion(q, joint.q + 3), w));
            }
        }
    }
}

/// Scales the quaternions in the position coordinates to unit length; true when one was off by more than rounding.
///
/// A quaternion of length zero or not finite is left alone.
pub fn normalize_quaternions(tree: &Tree, q: &mut [f64]) -> bool {
    let mut changed = false;
    for first in tree.joints.iter().filter_map(|j| Some(j.q + j.kind.quaternion()?)) {
        let squared: f64 = quaternion(q, first).iter().map(|x| x * x).sum();
        if (squared - 1.0).abs() > 4.0 * f64::EPSILON && squared > 0.0 && squared.is_finite() {
            let length = squared.sqrt();
            q[first..first + 4].iter_mut().for_each(|x| *x /= length);
            changed = true;
        }
    }
    changed
}

/// The quaternion whose elements begin at `first` among the position coordinates.
#[inline]
pub(super) fn quaternion<T: Scalar>(q: &[T], first: usize) -> [T; 4] {
    [q[first], q[first + 1], q[first + 2], q[first + 3]]
}

/// Columns: the axes of the link frame, resolved in the joint frame, for a quaternion of any length but zero (the transpose of MSL's
/// transformation matrix).
#[inline]
pub(super) fn quaternion_axes<T: Scalar>(p: [T; 4]) -> [Vector<T>; 3] {
    let [x, y, z, w] = p;
    let squared = x * x + y * y + z * z + w * w;
    let two = T::constant(2.0) / squared;
    let one = T::one();
    let (xx, yy, zz) = (two * x * x, two * y * y, two * z * z);
    let (xy, xz, yz) = (two * x * y, two * x * z, two * y * z);
    let (wx, wy, wz) = (two * w * x, two * w * y, two * w * z);
    [[one - (yy + zz), xy + wz, xz - wy], [xy - wz, one - (xx + zz), yz + wx], [xz + wy, yz - wx, one - (xx + yy)]]
}

/// Derivative of the quaternion `p` for the angular velocity `omega` of frame 2 relative to frame 1, resolved in frame 2.
#[inline]
fn quaternion_rate<T: Scalar>(p: [T; 4], omega: Vector<T>) -> [T; 4] {
    let [x, y, z, w] = p;
    let [a, b, c] = omega.map(|s| T::constant(0.5) * s);
    [w * a - z * b + y * c, z * a + w * b - x * c, x * b - y * a + w * c, -(x * a + y * b + z * c)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{Motion, TreeJoint};

    fn free() -> Tree {
        let joint = TreeJoint { kind: JointKind::Free, motion: Motion::Dynamic, parent: 0, q: 0, v: 0 };
        Tree { joints: vec![joint], nq: 7, nv: 6 }
    }

    #[test]
    fn normalizes_once() {
        let mut q = [1.0, 2.0, 3.0, 0.1, -0.7, 0.4, 2.0];
        assert!(normalize_quaternions(&free(), &mut q));
        let length = q[3..].iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((length - 1.0).abs() < 1e-15 && (q[4] / q[3] + 7.0).abs() < 1e-14);
        let once = q;
        assert!(!normalize_quaternions(&free(), &mut q));
        assert_eq!(once, q);
    }

    #[test]
    fn leaves_a_zero_quaternion_alone() {
        let mut q = [0.0; 7];
        assert!(!normalize_quaternions(&free(), &mut q));
        assert_eq!(q, [0.0; 7]);
    }

    #[test]
    fn quarter_turn_about_z_carries_x_to_y() {
        let half = std::f64::consts::FRAC_PI_4;
        let axes = quaternion_axes([0.0, 0.0, half.sin(), half.cos()]);
        for (found, expected) in axes[0].iter().zip([0.0, 1.0, 0.0]) {
            assert!((found - expected).abs() < 1e-15, "{axes:?}");
        }
    }
}
