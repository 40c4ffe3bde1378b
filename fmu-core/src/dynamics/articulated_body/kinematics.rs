//! Pass from root to leaves: orientation, position and velocity of every link.

use super::algebra::{Vector, add, compose, cross, rotate, scale, sub, zeros};
use super::coordinates::{quaternion, quaternion_axes};
use super::pair::{Pair, pairs};
use super::sin_cos::sin_cos;
use super::workspace::{VelocityProducts, Workspace};
use crate::mechanism::{JointKind, JointPlacement, LinkMotion, Tree, TreeConstants};
use crate::scalar::Scalar;

/// Position and velocity of all links: `axes`, `position`, `omega` and `velocity` of `links[1..]` from the position coordinates `q`
/// (`nq`) and the velocity coordinates `v` (`nv`); `links[0]` becomes the ground at rest.
///
/// `work` keeps the offsets and velocity products that [`accelerations`](super::accelerations) and
/// [`inverse_dynamics`](super::inverse_dynamics) need at the same `q` and `v`.
///
/// # Panics
///
/// When a slice is shorter than the tree says.
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
    let (placements, joints) = (&constants.placements[..n], &mut work.joints[..n]);
    links[0] = LinkMotion::ground();
    for (i, joint) in tree.joints.iter().enumerate() {
        let (before, after) = links.split_at_mut(i + 1);
        let (parent, link) = (&before[joint.parent], &mut after[0]);
        let placement = &placements[i];
        joints[i].products = match joint.kind {
            JointKind::Revolute => {
                let turn = (work.sin[joint.q], work.cos[joint.q]);
                revolute(parent, placement, turn, v[joint.v], link)
            }
            JointKind::Rotor => revolute(parent, placement, (T::zero(), T::one()), v[joint.v], link),
            JointKind::Prismatic => prismatic(parent, placement, q[joint.q], v[joint.v], link),
            JointKind::Spherical => spherical(parent, placement, &q[joint.q..], &v[joint.v..], link),
            JointKind::Free => free(parent, placement, &q[joint.q..], &v[joint.v..], link),
            JointKind::Translation => translation(parent, placement, &q[joint.q..], &v[joint.v..], link),
        };
    }
}

/// Columns: the axes of a joint frame in world axes.
#[inline(always)]
pub(super) fn joint_axes<T: Scalar>(parent: &LinkMotion<T>, placement: &JointPlacement<T>) -> [Vector<T>; 3] {
    compose(&parent.axes, &placement.axes)
}

/// Rotation about z by an angle of the given sine and cosine.
#[inline(always)]
fn revolute<T: Scalar>(
    parent: &LinkMotion<T>,
    placement: &JointPlacement<T>,
    (s, c): (T, T),
    rate: T,
    link: &mut LinkMotion<T>,
) -> VelocityProducts<T> {
    let [x, y, z] = joint_axes(parent, placement);
    let w = parent.omega;
    let d = rotate(&parent.axes, placement.position);
    let carried = cross(w, d);
    let spin = scale(rate, z);
    link.axes = [add(scale(c, x), scale(s, y)), sub(scale(c, y), scale(s, x)), z];
    link.position = add(parent.position, d);
    link.omega = add(w, spin);
    link.velocity = add(parent.velocity, carried);
    VelocityProducts { d, accelerations: cross(w.map(Pair::both), pairs(spin, carried)) }
}

/// Translation along z.
#[inline(never)]
fn prismatic<T: Scalar>(
    parent: &LinkMotion<T>,
    placement: &JointPlacement<T>,
    distance: T,
    rate: T,
    link: &mut LinkMotion<T>,
) -> VelocityProducts<T> {
    let axes = joint_axes(parent, placement);
    let relative = Relative { axes, way: scale(distance, axes[2]), speed: scale(rate, axes[2]), omega: zeros() };
    relative.superpose(parent, placement, link)
}

/// Three rotations; `q` and `v` begin at the joint's coordinates.
#[inline(never)]
fn spherical<T: Scalar>(
    parent: &LinkMotion<T>,
    placement: &JointPlacement<T>,
    q: &[T],
    v: &[T],
    link: &mut LinkMotion<T>,
) -> VelocityProducts<T> {
    let axes = compose(&joint_axes(parent, placement), &quaternion_axes(quaternion(q, 0)));
    let relative = Relative { axes, way: zeros(), speed: zeros(), omega: rotate(&axes, [v[0], v[1], v[2]]) };
    relative.superpose(parent, placement, link)
}

/// Six degrees of freedom; `q` and `v` begin at the joint's coordinates.
#[inline(never)]
fn free<T: Scalar>(
    parent: &LinkMotion<T>,
    placement: &JointPlacement<T>,
    q: &[T],
    v: &[T],
    link: &mut LinkMotion<T>,
) -> VelocityProducts<T> {
    let joint_axes = joint_axes(parent, placement);
    let axes = compose(&joint_axes, &quaternion_axes(quaternion(q, 3)));
    let relative = Relative {
        axes,
        way: rotate(&joint_axes, [q[0], q[1], q[2]]),
        speed: rotate(&joint_axes, [v[0], v[1], v[2]]),
        omega: rotate(&axes, [v[3], v[4], v[5]]),
    };
    relative.superpose(parent, placement, link)
}

/// Three translations; `q` and `v` begin at the joint's coordinates.
#[inline(never)]
fn translation<T: Scalar>(
    parent: &LinkMotion<T>,
    placement: &JointPlacement<T>,
    q: &[T],
    v: &[T],
    link: &mut LinkMotion<T>,
) -> VelocityProducts<T> {
    let axes = joint_axes(parent, placement);
    let relative = Relative {
        axes,
        way: rotate(&axes, [q[0], q[1], q[2]]),
        speed: rotate(&axes, [v[0], v[1], v[2]]),
        omega: zeros(),
    };
    relative.superpose(parent, placement, link)
}

/// Motion of a link relative to its parent, world axes.
struct Relative<T> {
    /// Axes of the link.
    axes: [Vector<T>; 3],
    /// Way from the origin of the joint frame to the origin of the link, m.
    way: Vector<T>,
    /// Velocity along that way, m/s.
    speed: Vector<T>,
    /// Angular velocity, rad/s.
    omega: Vector<T>,
}

impl<T: Scalar> Relative<T> {
    /// Superposes the motion of the parent.
    #[inline]
    fn superpose(
        self,
        parent: &LinkMotion<T>,
        placement: &JointPlacement<T>,
        link: &mut LinkMotion<T>,
    ) -> VelocityProducts<T> {
        let w = parent.omega;
        let d = add(rotate(&parent.axes, placement.position), self.way);
        let carried = cross(w, d);
        let coriolis = cross(w, self.speed);
        link.axes = self.axes;
        link.position = add(parent.position, d);
        link.omega = add(w, self.omega);
        link.velocity = add(parent.velocity, add(carried, self.speed));
        let gamma = add(cross(w, carried), add(coriolis, coriolis));
        VelocityProducts { d, accelerations: pairs(cross(w, self.omega), gamma) }
    }
}
