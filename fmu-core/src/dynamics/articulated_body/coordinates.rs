//! From velocity coordinates to derivatives of position coordinates, and quaternions.

use crate::mechanism::Tree;
use crate::mechanism::joint_kinds::quaternion;
use crate::scalar::Scalar;

/// `qdot = N(q) v`: derivatives of the position coordinates (`nq`) from the velocity coordinates (`nv`).
pub fn position_derivatives<T: Scalar>(tree: &Tree, q: &[T], v: &[T], qdot: &mut [T]) {
    for joint in &tree.joints {
        joint.kind.position_derivatives(&q[joint.q..], &v[joint.v..], &mut qdot[joint.q..]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanism::{JointKind, Motion, TreeJoint};

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
}
