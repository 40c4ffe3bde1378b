//! Forward dynamics: passes from leaves to root and back.

use super::cluster::Input;
use super::routes::Destination;
use super::workspace::{Segment, Workspace};
use super::{JointWork, SingularJoint};
use mechanism::joint_kinds::{Carried, Driven, Kept, Place, VelocityProducts, eliminate_alone};
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::{add, cross, zeros};
use mechanism::spatial::articulated_inertia::{ArticulatedInertia, LinkTerms};
use mechanism::spatial::pair::{first, second};
use mechanism::{LinkMotion, Motion, Tree, TreeConstants, Wrench};
use multiversion::multiversion;
use std::ops::Range;

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
/// If a slice is shorter than the tree requires.
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
    work.eliminate(&Input {
        tree,
        constants,
        field,
        joint_force,
        wrenches: &wrenches[..=n],
        links: &links[..=n],
        vdot,
    })?;
    links[0].alpha = zeros();
    links[0].acceleration = field.map(|g| -g);
    for segment in &work.segments {
        if !segment.joints.is_empty() {
            accelerate(tree, constants, links, work, vdot, segment.joints.clone());
        }
        if let Some(number) = segment.cluster {
            work.clusters[number].accelerate(&work.joints, links, vdot);
        }
    }
    Ok(())
}

impl<T: Scalar> Workspace<T> {
    /// Repeats the elimination of planar loops with the general algorithm, so that factors, inertia and the loads of each
    /// link are known. The input is that of [`accelerations`], which has been called; the rows of all clusters have been
    /// written.
    pub(in crate::dynamics) fn eliminate_planar_loops(&mut self, input: &Input<'_, T>) {
        for work in &mut self.clusters {
            if work.is_closed_in_plane() {
                work.open_plane();
                // The inertia has been checked already.
                let _ = work.eliminate(input, &self.joints, (&self.routes, &self.waiting));
            }
        }
    }

    /// From leaves to root: eliminates the joint accelerations.
    #[inline(never)]
    fn eliminate(&mut self, input: &Input<'_, T>) -> Result<(), SingularJoint> {
        for segment in (0..self.segments.len()).rev() {
            let Segment { joints: Range { start, end: mut rest }, cluster } = self.segments[segment];
            if let Some(number) = cluster {
                self.eliminate_cluster(input, number)?;
            }
            let mut subtree = ArticulatedInertia::zero();
            while rest > start {
                if T::IS_PLAIN && self.routes[rest - 1].in_revolute_chain {
                    rest = revolute_chain(self, input, &mut subtree, rest)?;
                } else if self.routes[rest - 1].is_lone {
                    rest -= 1;
                    self.eliminate_lone(input, rest)?;
                } else {
                    rest -= 1;
                    self.eliminate_any(input, &mut subtree, rest)?;
                }
            }
        }
        Ok(())
    }

    /// Eliminates the acceleration of a coordinate that moves no link; no inertia is propagated.
    #[inline]
    fn eliminate_lone(&mut self, input: &Input<'_, T>, i: usize) -> Result<(), SingularJoint> {
        if input.tree.joints[i].motion == Motion::Dynamic {
            let force = input.joint_force[self.routes[i].v];
            let found = eliminate_alone(input.constants.armature[i], force);
            self.joints[i].elimination = found.ok_or(SingularJoint { joint: i })?;
        }
        Ok(())
    }

    /// Eliminates the joint accelerations of a cluster and propagates its inertia to its root.
    fn eliminate_cluster(&mut self, input: &Input<'_, T>, number: usize) -> Result<(), SingularJoint> {
        let subtree = self.clusters[number].eliminate(input, &self.joints, (&self.routes, &self.waiting))?;
        match self.routes[input.tree.clusters[number].joints.start].to {
            Destination::Store(slot) => self.waiting[slot] = subtree,
            Destination::Add(slot) => self.waiting[slot] = self.waiting[slot].plus(&subtree),
            Destination::Next | Destination::Ground => {}
        }
        Ok(())
    }

    /// Eliminates joint `i` of any kind, and propagates the articulated inertia; `hand` is that of the previous joint.
    #[inline(never)]
    fn eliminate_any(
        &mut self,
        input: &Input<'_, T>,
        hand: &mut ArticulatedInertia<T>,
        i: usize,
    ) -> Result<(), SingularJoint> {
        let route = self.routes[i];
        let mut subtree = *hand;
        if let Some(slot) = route.from {
            subtree = subtree.plus(&self.waiting[slot]);
        }
        let (link, wrench) = (&input.links[i + 1], &input.wrenches[i + 1]);
        let subtree = subtree.plus_link(&LinkTerms::new(&input.constants.inertias[i], link, wrench));
        let joint = &input.tree.joints[i];
        let placements = &input.constants.placements;
        let JointWork { products, elimination } = &mut self.joints[i];
        let driven = Driven {
            subtree: &subtree,
            place: Place { links: input.links, placements, joint: i, parent: joint.parent },
            motion: joint.motion,
            given: products.accelerations,
            force: &input.joint_force[joint.v..],
            vdot: &input.vdot[joint.v..],
            armature: input.constants.armature[i],
        };
        let mut kept = Kept { elimination, rotations: &mut self.rotations };
        let left = joint.kind.eliminate(&driven, &mut kept).ok_or(SingularJoint { joint: i })?;
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
}

/// Eliminates the joints below `end`, at least one, as long as they are dynamic revolute joints in series: a loop
/// without branches. Returns the number of remaining joints.
///
/// The contribution of the next link itself does not depend on this one; it is computed while the processor divides
/// by this pivot.
#[multiversion(targets("x86_64+avx"))]
fn revolute_chain<T: Scalar>(
    work: &mut Workspace<T>,
    input: &Input<'_, T>,
    hand: &mut ArticulatedInertia<T>,
    end: usize,
) -> Result<usize, SingularJoint> {
    let (bodies, armature) = (&input.constants.inertias[..end], &input.constants.armature[..end]);
    let (links, wrenches, joint_force) = (&input.links[1..=end], &input.wrenches[1..=end], input.joint_force);
    let (routes, joints) = (&work.routes[..end], &mut work.joints[..end]);
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

/// From root to leaves: accelerations of joints and links.
#[inline(never)]
fn accelerate<T: Scalar>(
    tree: &Tree,
    constants: &TreeConstants<T>,
    links: &mut [LinkMotion<T>],
    Workspace { routes, joints, rotations, .. }: &Workspace<T>,
    vdot: &mut [T],
    range: Range<usize>,
) {
    let n = tree.joints.len();
    let (links, joints) = (&mut links[..=n], &joints[..n]);
    let placements = &constants.placements;
    // The accelerations of the previous link, which is the parent in a chain, in registers.
    let mut last = (links[range.start].alpha, links[range.start].acceleration);
    for (i, joint) in tree.joints.iter().enumerate().take(range.end).skip(range.start) {
        let JointWork { products: VelocityProducts { d, accelerations }, elimination } = &joints[i];
        if routes[i].is_lone {
            // The link is fixed to the ground.
            if joint.motion == Motion::Dynamic {
                vdot[joint.v] = elimination.free;
            }
            last = (links[0].alpha, links[0].acceleration);
            (links[i + 1].alpha, links[i + 1].acceleration) = last;
            continue;
        }
        if joint.parent != i {
            let parent = &links[joint.parent];
            last = (parent.alpha, parent.acceleration);
        }
        let alpha = add(last.0, first(*accelerations));
        let a = add(add(last.1, second(*accelerations)), cross(last.0, *d));
        let carried = Carried {
            place: Place { links, placements, joint: i, parent: joint.parent },
            motion: joint.motion,
            d: *d,
            parent: last,
            link: (alpha, a),
            elimination,
            rotations,
        };
        last = joint.kind.accelerate(&carried, &mut vdot[joint.v..]);
        let link = &mut links[i + 1];
        (link.alpha, link.acceleration) = last;
    }
}
