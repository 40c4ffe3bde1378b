//! Inverse dynamics: the forces along the joints that a given motion needs.

use super::algebra::{Symmetric, Vector, across, add, cross, dot, rotate, rotate_back, scale, sub, zeros};
use super::kinematics::joint_axes;
use super::workspace::{VelocityProducts, Workspace};
use crate::mechanism::{JointKind, LinkMotion, RigidInertia, Tree, TreeConstants, Wrench};
use crate::scalar::Scalar;

/// Generalised forces along all velocity coordinates from their derivatives `vdot` (`nv`), at the `q` and `v` of the last
/// [`kinematics`](super::kinematics) with the same `links` and `work`: the recursive Newton-Euler algorithm (Featherstone 2008,
/// table 5.1).
///
/// `field`, `wrenches` and the accelerations written to `links` are as in [`accelerations`](super::accelerations). `joint_force`
/// (`nv`) is written for every joint, prescribed or not; a Free joint gets the wrench that would be missing.
///
/// # Panics
///
/// When a slice is shorter than the tree says.
#[allow(clippy::too_many_arguments)]
pub fn inverse_dynamics<T: Scalar>(
    tree: &Tree,
    constants: &TreeConstants<T>,
    field: [T; 3],
    vdot: &[T],
    wrenches: &[Wrench<T>],
    links: &mut [LinkMotion<T>],
    work: &mut Workspace<T>,
    joint_force: &mut [T],
) {
    links[0].alpha = zeros();
    links[0].acceleration = field.map(|g| -g);
    work.transmitted[0] = (zeros(), zeros());
    for (i, joint) in tree.joints.iter().enumerate() {
        let parent = links[joint.parent];
        let axes = joint_axes(&parent, &constants.placements[i]);
        let (alpha, a) = joint_acceleration(joint.kind, &axes, &links[i + 1], &vdot[joint.v..]);
        let VelocityProducts { d, accelerations } = work.joints[i].products;
        let link = &mut links[i + 1];
        link.alpha = add(add(parent.alpha, accelerations.map(|x| x.0)), alpha);
        link.acceleration = add(add(parent.acceleration, cross(parent.alpha, d)), add(accelerations.map(|x| x.1), a));
        work.transmitted[i + 1] = required_wrench(&constants.inertias[i], link, &wrenches[i + 1]);
    }
    for (i, joint) in tree.joints.iter().enumerate().rev() {
        let (torque, force) = work.transmitted[i + 1];
        let axes = joint_axes(&links[joint.parent], &constants.placements[i]);
        along_joint(joint.kind, &axes, &links[i + 1], (torque, force), &mut joint_force[joint.v..]);
        if joint.kind.nv() == 1 {
            joint_force[joint.v] += constants.armature[i] * vdot[joint.v];
        }
        let torque = match joint.kind {
            JointKind::Rotor => across(torque, axes[2]),
            _ => torque,
        };
        let (n, f) = work.transmitted[joint.parent];
        let about_parent = add(torque, cross(work.joints[i].products.d, force));
        work.transmitted[joint.parent] = (add(n, about_parent), add(f, force));
    }
}

/// Angular acceleration and acceleration of the origin that a joint itself contributes, world axes; `axes` are those of the joint
/// frame.
fn joint_acceleration<T: Scalar>(
    kind: JointKind,
    axes: &[Vector<T>; 3],
    link: &LinkMotion<T>,
    vdot: &[T],
) -> (Vector<T>, Vector<T>) {
    match kind {
        JointKind::Revolute | JointKind::Rotor => (scale(vdot[0], axes[2]), zeros()),
        JointKind::Prismatic => (zeros(), scale(vdot[0], axes[2])),
        JointKind::Spherical => (rotate(&link.axes, [vdot[0], vdot[1], vdot[2]]), zeros()),
        JointKind::Free => (rotate(&link.axes, [vdot[3], vdot[4], vdot[5]]), rotate(axes, [vdot[0], vdot[1], vdot[2]])),
        JointKind::Translation => (zeros(), rotate(axes, [vdot[0], vdot[1], vdot[2]])),
    }
}

/// Torque about the origin and force that the joint must bring so that the link moves as it does (Newton and Euler).
fn required_wrench<T: Scalar>(
    body: &RigidInertia<T>,
    link: &LinkMotion<T>,
    external: &Wrench<T>,
) -> (Vector<T>, Vector<T>) {
    let inertia = Symmetric::rotated(&link.axes, &body.inertia);
    let h = rotate(&link.axes, body.moment);
    let (w, alpha, a) = (link.omega, link.alpha, link.acceleration);
    let euler = add(inertia.times(alpha), cross(w, inertia.times(w)));
    let newton = add(scale(body.mass, a), add(cross(alpha, h), cross(w, cross(w, h))));
    (sub(add(euler, cross(h, a)), external.torque), sub(newton, external.force))
}

/// Components of the wrench (torque, force) along the velocity coordinates of a joint.
fn along_joint<T: Scalar>(
    kind: JointKind,
    axes: &[Vector<T>; 3],
    link: &LinkMotion<T>,
    (torque, force): (Vector<T>, Vector<T>),
    tau: &mut [T],
) {
    match kind {
        JointKind::Revolute | JointKind::Rotor => tau[0] = dot(axes[2], torque),
        JointKind::Prismatic => tau[0] = dot(axes[2], force),
        JointKind::Spherical => tau[..3].copy_from_slice(&rotate_back(&link.axes, torque)),
        JointKind::Free => {
            tau[..3].copy_from_slice(&rotate_back(axes, force));
            tau[3..6].copy_from_slice(&rotate_back(&link.axes, torque));
        }
        JointKind::Translation => tau[..3].copy_from_slice(&rotate_back(axes, force)),
    }
}
