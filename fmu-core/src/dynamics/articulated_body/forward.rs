//! Forward dynamics: passes from leaves to root and back.

use super::algebra::{Vector, across, add, cross, rotate, rotate_back, scale, sub, zeros};
use super::articulated_inertia::{ArticulatedInertia, Elimination, LinkTerms};
use super::cluster::{ClusterPass, ClusterWork};
use super::factorization::RotationElimination;
use super::kinematics::joint_axes;
use super::pair::{Pair, pairs};
use super::workspace::{Destination, JointWork, Route, Segment, VelocityProducts, Workspace};
use crate::mechanism::{JointKind, JointPlacement, LinkMotion, Motion, RigidInertia, Tree, TreeConstants, Wrench};
use crate::scalar::Scalar;
use std::ops::Range;

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
/// - `joint_force` (`nv`): generalised forces along the velocity coordinates, N or N.m; for a Spherical joint the torque in the axes
///   of the link, acting on the link and back on the parent; for a Free joint force in the axes of the
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
    let n = tree.joints.len();
    let mut pass = Pass {
        tree,
        constants,
        placements: &constants.placements[..n],
        inertias: &constants.inertias[..n],
        armature: &constants.armature[..n],
        joint_force,
        wrenches: &wrenches[..=n],
        links: &links[..=n],
        vdot,
        routes: &work.routes[..n],
        joints: &mut work.joints[..n],
        rotations: &mut work.rotations,
        waiting: &mut work.waiting,
        clusters: &mut work.clusters,
        segments: &work.segments,
    };
    pass.eliminate()?;
    links[0].alpha = zeros();
    links[0].acceleration = field.map(|g| -g);
    for segment in &work.segments {
        accelerate(tree, constants, links, (&work.joints, &work.rotations), vdot, segment.joints.clone());
        if let Some(number) = segment.cluster {
            work.clusters[number].accelerate(tree, &tree.clusters[number], links, vdot);
        }
    }
    Ok(())
}

/// What the elimination reads, and what it leaves at each joint.
struct Pass<'a, T> {
    tree: &'a Tree,
    constants: &'a TreeConstants<T>,
    placements: &'a [JointPlacement<T>],
    inertias: &'a [RigidInertia<T>],
    armature: &'a [T],
    joint_force: &'a [T],
    wrenches: &'a [Wrench<T>],
    links: &'a [LinkMotion<T>],
    vdot: &'a [T],
    routes: &'a [Route],
    joints: &'a mut [JointWork<T>],
    rotations: &'a mut [RotationElimination<T>],
    waiting: &'a mut [ArticulatedInertia<T>],
    clusters: &'a mut [ClusterWork<T>],
    segments: &'a [Segment],
}

impl<T: Scalar> Pass<'_, T> {
    /// From leaves to root: eliminates the joint accelerations.
    #[inline(never)]
    fn eliminate(&mut self) -> Result<(), SingularJoint> {
        for segment in self.segments.iter().rev() {
            if let Some(number) = segment.cluster {
                self.eliminate_cluster(number)?;
            }
            let mut subtree = ArticulatedInertia::zero();
            let Range { start, end: mut rest } = segment.joints;
            while rest > start {
                if T::IS_PLAIN && self.routes[rest - 1].in_revolute_chain {
                    rest = self.eliminate_revolute_chain(&mut subtree, rest)?;
                } else {
                    rest -= 1;
                    self.eliminate_any(&mut subtree, rest)?;
                }
            }
        }
        Ok(())
    }

    /// Eliminates the joint accelerations of a cluster and hands on what it needs at its root.
    fn eliminate_cluster(&mut self, number: usize) -> Result<(), SingularJoint> {
        let cluster = &self.tree.clusters[number];
        let pass = ClusterPass {
            tree: self.tree,
            constants: self.constants,
            joint_force: self.joint_force,
            wrenches: self.wrenches,
            links: self.links,
            vdot: self.vdot,
            joints: self.joints,
        };
        let (waiting, routes) = (&*self.waiting, self.routes);
        let subtree = self.clusters[number].eliminate(&pass, cluster, |i| routes[i].from.map(|slot| waiting[slot]))?;
        match routes[cluster.joints.start].to {
            Destination::Store(slot) => self.waiting[slot] = subtree,
            Destination::Add(slot) => self.waiting[slot] = self.waiting[slot].plus(&subtree),
            Destination::Next | Destination::Ground => {}
        }
        Ok(())
    }

    /// Eliminates the joints below `end`, at least one, while they are dynamic revolute ones in series: nothing but arithmetic.
    /// Returns the number of joints that are left.
    ///
    /// What the next link itself contributes depends on nothing else here; it is computed while the processor divides by the pivot of
    /// this one.
    fn eliminate_revolute_chain(
        &mut self,
        hand: &mut ArticulatedInertia<T>,
        end: usize,
    ) -> Result<usize, SingularJoint> {
        let (bodies, links, wrenches) = (&self.inertias[..end], &self.links[1..=end], &self.wrenches[1..=end]);
        let (routes, joints, joint_force) = (&self.routes[..end], &mut self.joints[..end], self.joint_force);
        let armature = &self.armature[..end];
        let terms = |i: usize| LinkTerms::new(&bodies[i], &links[i], &wrenches[i]);
        let mut subtree = *hand;
        let mut i = end - 1;
        let mut link = terms(i);
        loop {
            let VelocityProducts { d, accelerations } = joints[i].products;
            let whole = subtree.plus_link(&link).accelerated(accelerations);
            let column = whole.rotation_column(links[i].axes[2], joint_force[routes[i].v]).with_armature(armature[i]);
            let singular = SingularJoint { joint: i };
            if i == 0 || !routes[i - 1].in_revolute_chain {
                let (left, elimination) = whole.eliminate(&column).ok_or(singular)?;
                joints[i].elimination = elimination;
                *hand = left.carried(d);
                return Ok(i);
            }
            link = terms(i - 1);
            let (left, elimination) = whole.eliminate(&column).ok_or(singular)?;
            joints[i].elimination = elimination;
            subtree = left.carried(d);
            i -= 1;
        }
    }

    /// Eliminates joint `i`, whatever it is, and hands the articulated inertia on; `hand` is the one at hand.
    #[inline(never)]
    fn eliminate_any(&mut self, hand: &mut ArticulatedInertia<T>, i: usize) -> Result<(), SingularJoint> {
        let route = self.routes[i];
        let mut subtree = *hand;
        if let Some(slot) = route.from {
            subtree = subtree.plus(&self.waiting[slot]);
        }
        let subtree = subtree.plus_link(&LinkTerms::new(&self.inertias[i], &self.links[i + 1], &self.wrenches[i + 1]));
        let left = self.pass_joint(subtree, i).ok_or(SingularJoint { joint: i })?;
        *hand = ArticulatedInertia::zero();
        let carried = || left.carried(self.joints[i].products.d);
        match route.to {
            Destination::Next => *hand = carried(),
            Destination::Store(slot) => self.waiting[slot] = carried(),
            Destination::Add(slot) => self.waiting[slot] = self.waiting[slot].plus(&carried()),
            Destination::Ground => {}
        }
        Ok(())
    }

    /// What joint `i` lets through of the articulated inertia of its link, about the same origin. None when the joint moves no mass.
    fn pass_joint(&mut self, subtree: ArticulatedInertia<T>, i: usize) -> Option<ArticulatedInertia<T>> {
        let joint = &self.tree.joints[i];
        let link = &self.links[i + 1];
        let axis = link.axes[2];
        match joint.kind {
            JointKind::Free => {
                let axes = joint_axes(&self.links[joint.parent], &self.placements[i]);
                let (torque, force) = free_wrench(&axes, link, &self.joint_force[joint.v..]);
                self.joints[i].elimination = known(subtree.free_accelerations(torque, force)?);
                return Some(transmitted(torque, force));
            }
            JointKind::Translation => {
                let force = rotate(&link.axes, first_three(&self.joint_force[joint.v..]));
                self.joints[i].elimination = known((zeros(), subtree.translational_acceleration(force)?));
                return Some(transmitted(zeros(), force));
            }
            _ => {}
        }
        let subtree = subtree.accelerated(self.accelerations_anyway(i));
        let column = match (joint.motion, joint.kind) {
            (Motion::Prescribed, JointKind::Rotor) => return Some(transmitted_by_rotor(&subtree, axis)),
            (Motion::Prescribed, JointKind::Revolute | JointKind::Prismatic) => return Some(subtree),
            (_, JointKind::Spherical) => {
                let torque = rotate(&link.axes, first_three(&self.joint_force[joint.v..]));
                let (left, rotation) = subtree.eliminate_rotation(torque)?;
                self.rotations[i] = rotation;
                return Some(left);
            }
            (_, JointKind::Prismatic) => subtree.translation_column(axis, self.joint_force[joint.v]),
            _ => subtree.rotation_column(axis, self.joint_force[joint.v]),
        };
        let (left, elimination) = subtree.eliminate(&column.with_armature(self.armature[i]))?;
        self.joints[i].elimination = elimination;
        Some(if joint.kind == JointKind::Rotor { transmitted_by_rotor(&subtree, axis) } else { left })
    }

    /// Accelerations of the link of joint `i` (angular, of the origin) from velocities and from the motion that is prescribed.
    fn accelerations_anyway(&self, i: usize) -> Vector<Pair<T>> {
        let joint = &self.tree.joints[i];
        let products = self.joints[i].products.accelerations;
        let own = || scale(self.vdot[joint.v], self.links[i + 1].axes[2]);
        match (joint.motion, joint.kind) {
            (Motion::Prescribed, JointKind::Revolute) => add(products, own().map(|x| Pair(x, T::zero()))),
            (Motion::Prescribed, JointKind::Prismatic) => add(products, own().map(|x| Pair(T::zero(), x))),
            _ => products,
        }
    }
}

/// From root to leaves: accelerations of joints and links.
#[inline(never)]
fn accelerate<T: Scalar>(
    tree: &Tree,
    constants: &TreeConstants<T>,
    links: &mut [LinkMotion<T>],
    (joints, rotations): (&[JointWork<T>], &[RotationElimination<T>]),
    vdot: &mut [T],
    range: Range<usize>,
) {
    let n = tree.joints.len();
    let (links, joints) = (&mut links[..=n], &joints[..n]);
    // The accelerations of the link before, which is the parent in a chain: at hand they need no way through memory.
    let mut last = (links[range.start].alpha, links[range.start].acceleration);
    for (i, joint) in tree.joints.iter().enumerate().take(range.end).skip(range.start) {
        let JointWork { products: VelocityProducts { d, accelerations }, elimination } = joints[i];
        if joint.parent != i {
            let parent = &links[joint.parent];
            last = (parent.alpha, parent.acceleration);
        }
        let mut alpha = add(last.0, accelerations.map(|x| x.0));
        let mut a = add(add(last.1, accelerations.map(|x| x.1)), cross(last.0, d));
        match (joint.kind, joint.motion) {
            (JointKind::Revolute | JointKind::Rotor, Motion::Dynamic) => {
                let own = elimination.acceleration(d, last);
                vdot[joint.v] = own;
                alpha = add(alpha, scale(own, links[i + 1].axes[2]));
            }
            (JointKind::Prismatic, Motion::Dynamic) => {
                let own = elimination.acceleration(d, last);
                vdot[joint.v] = own;
                a = add(a, scale(own, links[i + 1].axes[2]));
            }
            (JointKind::Revolute | JointKind::Rotor, Motion::Prescribed) => {
                alpha = add(alpha, scale(vdot[joint.v], links[i + 1].axes[2]));
            }
            (JointKind::Prismatic, Motion::Prescribed) => {
                a = add(a, scale(vdot[joint.v], links[i + 1].axes[2]));
            }
            (JointKind::Spherical, _) => {
                let own = rotations[i].acceleration(d, last);
                vdot[joint.v..joint.v + 3].copy_from_slice(&rotate_back(&links[i + 1].axes, own));
                alpha = add(alpha, own);
            }
            (JointKind::Free, _) => {
                let known = (elimination.gain.map(|x| x.0), elimination.gain.map(|x| x.1));
                let relative = (sub(known.0, alpha), sub(known.1, a));
                let axes = joint_axes(&links[joint.parent], &constants.placements[i]);
                free_rates(&axes, &links[i + 1], relative, &mut vdot[joint.v..]);
                (alpha, a) = known;
            }
            (JointKind::Translation, _) => {
                let known = elimination.gain.map(|x| x.1);
                let relative = sub(known, a);
                vdot[joint.v..joint.v + 3].copy_from_slice(&rotate_back(&links[i + 1].axes, relative));
                (alpha, a) = (zeros(), known);
            }
        }
        let link = &mut links[i + 1];
        link.alpha = alpha;
        link.acceleration = a;
        last = (alpha, a);
    }
}

impl<T: Scalar> Elimination<T> {
    /// The joint acceleration on an accelerating parent, from whose origin `d` leads to the link's.
    ///
    /// The lever is taken by the gains, not by the acceleration, for a shorter chain of operations from link to link.
    #[inline(always)]
    fn acceleration(&self, d: Vector<T>, (alpha, a): (Vector<T>, Vector<T>)) -> T {
        let f = self.gain.map(|x| x.1);
        let n = add(self.gain.map(|x| x.0), cross(d, f));
        let sums = [n[0] * alpha[0] + f[0] * a[0], n[1] * alpha[1] + f[1] * a[1], n[2] * alpha[2] + f[2] * a[2]];
        (self.free - sums[0]) - (sums[1] + sums[2])
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
fn known<T: Scalar>((alpha, a): (Vector<T>, Vector<T>)) -> Elimination<T> {
    Elimination { gain: pairs(alpha, a), free: T::zero() }
}

/// A torque and a force that the parent has to bring at the link's origin, whatever its acceleration: for a joint that holds nothing
/// its own generalised forces.
fn transmitted<T: Scalar>(torque: Vector<T>, force: Vector<T>) -> ArticulatedInertia<T> {
    let mut subtree = ArticulatedInertia::zero();
    subtree.wrench = pairs(torque, force);
    subtree
}

/// The torque that a rotor, whose mass its bearing carries, passes on: that across its axis.
fn transmitted_by_rotor<T: Scalar>(subtree: &ArticulatedInertia<T>, axis: Vector<T>) -> ArticulatedInertia<T> {
    transmitted(across(subtree.wrench.map(|w| w.0), axis), zeros())
}

/// The first three elements.
fn first_three<T: Scalar>(x: &[T]) -> Vector<T> {
    [x[0], x[1], x[2]]
}
