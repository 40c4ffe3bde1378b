//! Inverse dynamics: the generalised forces for a given motion.

use super::workspace::Workspace;
use mechanism::joint_kinds::{Axis, Place, Transmits, VelocityProducts};
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::{Symmetric, Vector, across, add, cross, dot, rotate, scale, sub, zeros};
use mechanism::spatial::pair::{first, second};
use mechanism::{JointKind, LinkMotion, RigidInertia, Tree, TreeConstants, Wrench};

/// Generalised forces along all velocity coordinates from their derivatives `vdot` (`nv`), at the `q` and `v` of the last
/// [`kinematics`](super::kinematics) with the same `links` and `work`: the recursive Newton-Euler algorithm (Featherstone 2008,
/// table 5.1).
///
/// `field`, `wrenches` and the accelerations written to `links` are as in [`accelerations`](super::accelerations). `joint_force`
/// (`nv`) is written for every joint, prescribed or not; a Free joint gets the wrench that would be missing.
///
/// # Panics
///
/// If a slice is shorter than the tree requires.
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
        let place = Place { links, placements: &constants.placements, joint: i, parent: joint.parent };
        let (mut alpha, mut a) = (zeros(), zeros());
        for (axis, rate) in axes(joint.kind, &place).zip(&vdot[joint.v..]) {
            let along = if axis.rotation { &mut alpha } else { &mut a };
            *along = add(*along, scale(*rate, axis.direction));
        }
        let parent = links[joint.parent];
        let VelocityProducts { d, accelerations } = work.joints[i].products;
        let link = &mut links[i + 1];
        link.alpha = add(add(parent.alpha, first(accelerations)), alpha);
        link.acceleration = add(add(parent.acceleration, cross(parent.alpha, d)), add(second(accelerations), a));
        work.transmitted[i + 1] = required_wrench(&constants.inertias[i], link, &wrenches[i + 1]);
    }
    for (i, joint) in tree.joints.iter().enumerate().rev() {
        let (torque, force) = work.transmitted[i + 1];
        let place = Place { links, placements: &constants.placements, joint: i, parent: joint.parent };
        for (axis, along) in axes(joint.kind, &place).zip(&mut joint_force[joint.v..]) {
            *along = dot(axis.direction, if axis.rotation { torque } else { force });
        }
        if joint.kind.nv() == 1 {
            joint_force[joint.v] += constants.armature[i] * vdot[joint.v];
        }
        let torque = match joint.kind.transmits() {
            Transmits::AcrossAxis => across(torque, place.link().axes[2]),
            Transmits::Wrench | Transmits::Force | Transmits::Nothing => torque,
        };
        let (n, f) = work.transmitted[joint.parent];
        let about_parent = add(torque, cross(work.joints[i].products.d, force));
        work.transmitted[joint.parent] = (add(n, about_parent), add(f, force));
    }
}

/// The motion axes of a joint.
fn axes<T: Scalar>(kind: JointKind, place: &Place<'_, T>) -> impl Iterator<Item = Axis<T>> {
    (0..kind.nv()).map(move |k| kind.axis(k, place))
}

/// Torque about the origin and force that the joint must transmit for the link's motion (Newton and Euler).
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
