//! Pass from root to leaves: orientation, position and velocity of every link.

use super::sin_cos::sin_cos;
use super::workspace::Workspace;
use mechanism::joint_kinds::State;
use mechanism::scalar::Scalar;
use mechanism::{LinkMotion, Tree, TreeConstants};

/// Position and velocity of all links: `axes`, `position`, `omega` and `velocity` of `links[1..]` from the position coordinates `q`
/// (`nq`) and the velocity coordinates `v` (`nv`); `links[0]` becomes the ground at rest.
///
/// `work` stores the offsets and velocity products for [`accelerations`](super::accelerations) and
/// [`inverse_dynamics`](super::inverse_dynamics) at the same `q` and `v`.
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
        let state = State { q, v, sin, cos, first: (joint.q, joint.v) };
        joints[i].products = joint.kind.kinematics(&state, &before[joint.parent], &placements[i], &mut after[0]);
    }
}
