//! Pass from root to leaves: orientation, position and velocity of every link; derivatives of position coordinates, and normalisation of
//! quaternions.

use super::sin_cos::sin_cos;
use super::workspace::Workspace;
use mechanism::joint_kinds::State;
use mechanism::scalar::Scalar;
use mechanism::{LinkMotion, Tree, TreeConstants};

/// Position and velocity of all links: `axes`, `position`, `omega` and `velocity` of `links[1..]` from the position coordinates `q`
/// (`nq`) and the velocity coordinates `v` (`nv`); `links[0]` becomes the ground at rest.
///
/// `work` stores the offsets and velocity products for [`accelerations`](super::accelerations) at the same `q` and `v`.
///
/// # Panics
///
/// If a slice is shorter than the tree requires.
#[inline(never)]
pub fn kinematics<T: Scalar>(
    tree: &Tree,
    constants: &TreeConstants<T>,
    q: &[T],
    v: &[T],
    links: &mut [LinkMotion<T>],
    work: &mut Workspace<T>,
) {
    let n = tree.joints.len();
    for run in &work.angles {
        let run = run.clone();
        sin_cos(&q[run.clone()], &mut work.sin[run.clone()], &mut work.cos[run]);
    }
    let links = &mut links[..=n];
    let placements = &constants.placements[..n];
    links[0] = LinkMotion::ground();
    let (joints, sin, cos) = (&mut work.joints[..n], &work.sin, &work.cos);
    for (i, joint) in tree.joints.iter().enumerate() {
        let (before, after) = links.split_at_mut(i + 1);
        let (first, parent) = ((joint.q, joint.v), &before[joint.parent]);
        let state = State { q, v, sin, cos, first, parent, placement: &placements[i] };
        joints[i].products = joint.kind.kinematics(&state, &mut after[0]);
    }
}

/// `qdot = N(q) v`: derivatives of the position coordinates (`nq`) from the velocity coordinates (`nv`).
pub fn position_derivatives<T: Scalar>(tree: &Tree, q: &[T], v: &[T], qdot: &mut [T]) {
    if tree.nq == tree.nv {
        // No joint has a quaternion.
        return qdot[..tree.nq].copy_from_slice(&v[..tree.nv]);
    }
    for joint in &tree.joints {
        joint.kind.position_derivatives(&q[joint.q..], &v[joint.v..], &mut qdot[joint.q..]);
    }
}

/// Scales a quaternion to unit length; returns false if its length was 1 up to rounding, and nothing changed. A
/// quaternion of length zero or with values that are not finite stays as it is.
pub fn normalize(quaternion: &mut [f64]) -> bool {
    let squared: f64 = quaternion.iter().map(|x| x * x).sum();
    let changes = (squared - 1.0).abs() > 4.0 * f64::EPSILON && squared > 0.0 && squared.is_finite();
    if changes {
        let length = squared.sqrt();
        quaternion.iter_mut().for_each(|x| *x /= length);
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_once() {
        let mut q = [0.1, -0.7, 0.4, 2.0];
        assert!(normalize(&mut q));
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((length - 1.0).abs() < 1e-15 && (q[1] / q[0] + 7.0).abs() < 1e-14);
        let once = q;
        assert!(!normalize(&mut q));
        assert_eq!(once, q);
    }

    #[test]
    fn leaves_a_zero_quaternion_alone() {
        let mut q = [0.0; 4];
        assert!(!normalize(&mut q));
        assert_eq!(q, [0.0; 4]);
    }
}
