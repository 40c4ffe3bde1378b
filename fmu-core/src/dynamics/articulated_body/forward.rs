//! Forward dynamics: passes from leaves to root and back.

use super::algebra::{Vector, add, cross, dot, rotate, rotate_back, scale, sub, zeros};
use super::articulated_inertia::{ArticulatedInertia, Elimination};
use super::kinematics::joint_axes;
use super::workspace::{Destination, JointWork, VelocityProducts, Workspace};
use crate::mechanism::{JointKind, LinkMotion, Motion, Tree, TreeConstants, Wrench};
use crate::scalar::Scalar;

/// A joint moves no mass: the inertia along it is zero up to rounding, so that its acceleration is not determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "joint {joint} moves no mass: give some body that it moves a mass or an inertia along the joint, or prescribe its motion"
)]
pub struct SingularJoint {
    /// Index in [`Tree::joints`].
    pub joint: usize,
}

/// Accelerations from forces, at the `q` and `v` of the last [`kinematics`](super::kinematics) with the same `links` and `work`.
///
/// - `field`: uniform gravitational acceleration g, m/s2, world axes.
/// - `joint_force` (`nv`): generalised forces along the velocity coordinates, N or N.m; for a Free joint force in the axes of the
///   joint frame, then torque in the axes of the link, acting on the link and back on the parent. Elements of prescribed joints are
///   not read.
/// - `wrenches`: external wrench on each link about its origin, world axes; `wrenches[0]`, on the ground, is not read.
/// - `links`: `alpha` and `acceleration` are written, the latter minus `field`; so `links[0].acceleration` becomes `-field`.
/// - `vdot` (`nv`): derivatives of the velocity coordinates; given for prescribed joints, written for the others.
///
/// # Errors
///
/// [`SingularJoint`] names the joint nearest to the leaves that moves no mass; `vdot`, `alpha` and `acceleration` are then not
/// written. Arguments that are not finite give results that are not finite.
///
/// # Panics
///
/// When a slice is shorter than the tree says.
#[allow(clippy::too_many_arguments)]
pub fn accelerations<T: Scalar>(
    tree: &Tree,
    constants: &TreeConstants<T>,
    field: [T; 3],
    joint_force: &[T],
    wrenches: &[Wrench<T>],
    links: &mut [LinkMotion<T>],
    work: &mut Workspace<T>,
    vdot: &mut [T],
) -> Result<(), SingularJoint> {
    eliminate(tree, constants, joint_force, wrenches, links, work, vdot)?;
    links[0].alpha = zeros();
    links[0].acceleration = field.map(|g| -g);
    accelerate(tree, constants, links, &work.joints, vdot);
    Ok(())
}

/// From leaves to root: eliminates the joint accelerations.
fn eliminate<T: Scalar>(
    tree: &Tree,
    constants: &TreeConstants<T>,
    joint_force: &[T],
    wrenches: &[Wrench<T>],
    links: &[LinkMotion<T>],
    work: &mut Workspace<T>,
    vdot: &[T],
) -> Result<(), SingularJoint> {
    let n = tree.joints.len();
    let (links, wrenches, inertias) = (&links[..=n], &wrenches[..=n], &constants.inertias[..n]);
    let (joints, routes) = (&mut work.joints[..n], &work.routes[..n]);
    let mut subtree = ArticulatedInertia::zero();
    for i in (0..n).rev() {
        let joint = &tree.joints[i];
        let route = &routes[i];
        if let Some(slot) = route.from {
            subtree = subtree.plus(&work.waiting[slot]);
        }
        let link = &links[i + 1];
        subtree = subtree.plus_link(&inertias[i], link, &wrenches[i + 1]);
        let VelocityProducts { d, zeta, gamma } = joints[i].products;
        let axis = link.axes[2];
        let singular = SingularJoint { joint: i };
        subtree = match (joint.motion, joint.kind) {
            (Motion::Dynamic, JointKind::Revolute) => {
                let column = subtree.rotation_column(axis, joint_force[joint.v]);
                let (rest, elimination) = subtree.eliminate(&column).ok_or(singular)?;
                joints[i].elimination = elimination;
                rest.carried(d, zeta, gamma)
            }
            (Motion::Dynamic, JointKind::Prismatic) => {
                let column = subtree.translation_column(axis, joint_force[joint.v]);
                let (rest, elimination) = subtree.eliminate(&column).ok_or(singular)?;
                joints[i].elimination = elimination;
                rest.carried(d, zeta, gamma)
            }
            (Motion::Prescribed, JointKind::Revolute) => {
                subtree.carried(d, add(zeta, scale(vdot[joint.v], axis)), gamma)
            }
            (Motion::Prescribed, JointKind::Prismatic) => {
                subtree.carried(d, zeta, add(gamma, scale(vdot[joint.v], axis)))
            }
            (_, JointKind::Free) => {
                let axes = joint_axes(&links[joint.parent], &constants.placements[i]);
                let (torque, force) = free_wrench(&axes, link, &joint_force[joint.v..]);
                let moved = subtree.free_accelerations(torque, force).ok_or(singular)?;
                joints[i].elimination = known(moved);
                transmitted(d, torque, force)
            }
            (_, JointKind::Translation) => {
                let force = rotate(&link.axes, first_three(&joint_force[joint.v..]));
                let moved = subtree.translational_acceleration(force).ok_or(singular)?;
                joints[i].elimination = known((zeros(), moved));
                // The parent is the ground.
                ArticulatedInertia::zero()
            }
        };
        match route.to {
            Destination::Next => continue,
            Destination::Store(slot) => work.waiting[slot] = subtree,
            Destination::Add(slot) => work.waiting[slot] = work.waiting[slot].plus(&subtree),
            Destination::Ground => {}
        }
        subtree = ArticulatedInertia::zero();
    }
    Ok(())
}

/// From root to leaves: accelerations of joints and links.
fn accelerate<T: Scalar>(
    tree: &Tree,
    constants: &TreeConstants<T>,
    links: &mut [LinkMotion<T>],
    joints: &[JointWork<T>],
    vdot: &mut [T],
) {
    let n = tree.joints.len();
    let (links, joints) = (&mut links[..=n], &joints[..n]);
    for (i, joint) in tree.joints.iter().enumerate() {
        let JointWork { products: VelocityProducts { d, zeta, gamma }, elimination } = joints[i];
        let parent = &links[joint.parent];
        let mut alpha = add(parent.alpha, zeta);
        let mut a = add(add(parent.acceleration, gamma), cross(parent.alpha, d));
        match (joint.kind, joint.motion) {
            (JointKind::Revolute | JointKind::Prismatic, motion) => {
                if motion == Motion::Dynamic {
                    vdot[joint.v] =
                        elimination.free - (dot(elimination.rotational, alpha) + dot(elimination.translational, a));
                }
                let own = scale(vdot[joint.v], links[i + 1].axes[2]);
                if joint.kind == JointKind::Revolute {
                    alpha = add(alpha, own);
                } else {
                    a = add(a, own);
                }
            }
            (JointKind::Free, _) => {
                let relative = (sub(elimination.rotational, alpha), sub(elimination.translational, a));
                let axes = joint_axes(parent, &constants.placements[i]);
                free_rates(&axes, &links[i + 1], relative, &mut vdot[joint.v..]);
                (alpha, a) = (elimination.rotational, elimination.translational);
            }
            (JointKind::Translation, _) => {
                let relative = sub(elimination.translational, a);
                vdot[joint.v..joint.v + 3].copy_from_slice(&rotate_back(&links[i + 1].axes, relative));
                (alpha, a) = (elimination.rotational, elimination.translational);
            }
        }
        let link = &mut links[i + 1];
        link.alpha = alpha;
        link.acceleration = a;
    }
}

/// Torque and force on the link of a Free joint from its generalised forces, world axes.
fn free_wrench<T: Scalar>(axes: &[Vector<T>; 3], link: &LinkMotion<T>, tau: &[T]) -> (Vector<T>, Vector<T>) {
    (rotate(&link.axes, [tau[3], tau[4], tau[5]]), rotate(axes, first_three(tau)))
}

/// Derivatives of the velocity coordinates of a Free joint from its relative accelerations (angular, of the origin; world axes).
fn free_rates<T: Scalar>(
    axes: &[Vector<T>; 3],
    link: &LinkMotion<T>,
    (alpha, a): (Vector<T>, Vector<T>),
    vdot: &mut [T],
) {
    vdot[..3].copy_from_slice(&rotate_back(axes, a));
    vdot[3..6].copy_from_slice(&rotate_back(&link.axes, alpha));
}

/// Accelerations that no longer depend on the parent.
fn known<T: Scalar>((rotational, translational): (Vector<T>, Vector<T>)) -> Elimination<T> {
    Elimination { rotational, translational, free: T::zero() }
}

/// What a joint that holds nothing hands on to the parent: the reaction of its own generalised forces.
fn transmitted<T: Scalar>(d: Vector<T>, torque: Vector<T>, force: Vector<T>) -> ArticulatedInertia<T> {
    let mut subtree = ArticulatedInertia::zero();
    subtree.torque = add(torque, cross(d, force));
    subtree.force = force;
    subtree
}

/// The first three elements.
fn first_three<T: Scalar>(x: &[T]) -> Vector<T> {
    [x[0], x[1], x[2]]
}
