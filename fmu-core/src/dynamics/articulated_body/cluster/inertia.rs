//! What the links and joints of a cluster need to be accelerated (composite rigid bodies, Featherstone 2008, 6.2).

use super::{ClusterPass, ClusterWork, Spatial, spatial_dot};
use crate::mechanism::spatial::algebra::{Vector, add, cross, sub, zeros};
use crate::mechanism::spatial::articulated_inertia::{ArticulatedInertia, LinkTerms};
use crate::mechanism::spatial::pair::{first, pairs, second};
use crate::mechanism::{Cluster, LinkMotion};
use crate::scalar::Scalar;

impl<T: Scalar> ClusterWork<T> {
    /// Accelerations of the links, those of the root and of the joints being zero.
    #[inline(never)]
    pub(super) fn bias_accelerations(&mut self, pass: &ClusterPass<'_, T>, cluster: &Cluster) {
        let root = &pass.links[cluster.root];
        let at_root = (zeros(), add(second(self.root_bias), cross(root.omega, root.velocity)));
        for (local, i) in cluster.joints.clone().enumerate() {
            let joint = &pass.tree.joints[i];
            let products = pass.joints[i].products;
            let (alpha, a) = match joint.parent == cluster.root {
                true => at_root,
                false => self.classical(
                    self.bias[joint.parent - 1 - cluster.joints.start],
                    pass.links,
                    joint.parent,
                    cluster,
                ),
            };
            let own = products.accelerations;
            let a = add(add(a, second(own)), cross(alpha, products.d));
            let alpha = add(alpha, first(own));
            let link = &pass.links[i + 1];
            let spatial = sub(sub(a, cross(alpha, self.arms[local])), cross(link.omega, link.velocity));
            self.bias[local] = pairs(alpha, spatial);
        }
    }

    /// Angular acceleration and acceleration of the origin of a link of the cluster.
    #[inline(never)]
    pub(super) fn classical(
        &self,
        spatial: Spatial<T>,
        links: &[LinkMotion<T>],
        link: usize,
        cluster: &Cluster,
    ) -> (Vector<T>, Vector<T>) {
        let (alpha, a) = (first(spatial), second(spatial));
        let (arm, motion) = (self.arms[link - 1 - cluster.joints.start], &links[link]);
        (alpha, add(add(a, cross(alpha, arm)), cross(motion.omega, motion.velocity)))
    }

    /// What each link needs with all behind it, and all of them together at the root.
    #[inline(never)]
    pub(super) fn composites<'w>(
        &mut self,
        pass: &ClusterPass<'_, T>,
        cluster: &Cluster,
        waiting: impl Fn(usize) -> Option<&'w ArticulatedInertia<T>>,
    ) -> ArticulatedInertia<T>
    where
        T: 'w,
    {
        let mut root = ArticulatedInertia::zero();
        let start = cluster.joints.start;
        for (local, i) in cluster.joints.clone().enumerate() {
            let link = &pass.links[i + 1];
            let terms = LinkTerms::new(&pass.constants.inertias[i], link, &pass.wrenches[i + 1]);
            let mut whole = ArticulatedInertia::zero().plus_link(&terms);
            if let Some(behind) = waiting(i) {
                whole = whole.plus(behind);
            }
            let own = &mut self.own[local];
            *own = carried(whole, pairs(zeros(), cross(link.omega, link.velocity)), self.arms[local]);
            self.composite[local] = own.accelerated(self.bias[local]);
        }
        for i in cluster.joints.clone().rev() {
            let composite = self.composite[i - start];
            match pass.tree.joints[i].parent {
                parent if parent == cluster.root => {
                    if !self.is_grounded {
                        root = root.plus(&composite);
                    }
                }
                parent => {
                    let with = self.composite[parent - 1 - start].plus(&composite);
                    self.composite[parent - 1 - start] = with;
                }
            }
        }
        root
    }

    /// Joint inertia matrix, forces at the root, and what the coordinates lack (composite rigid bodies, Featherstone 2008, 6.2).
    #[inline(never)]
    pub(super) fn joint_inertia(&mut self, pass: &ClusterPass<'_, T>, cluster: &Cluster) {
        let n = self.axes.len();
        self.inertia.fill(T::zero());
        for (local, i) in cluster.joints.clone().enumerate() {
            let joint = &pass.tree.joints[i];
            for k in joint.v - self.first..joint.v - self.first + joint.kind.nv() {
                let force = needed(&self.composite[local], self.axes[k]);
                self.force[k] = force;
                let driven = pass.joint_force[self.first + k] * self.units[k];
                self.effort[k] = spatial_dot(self.axes[k], self.composite[local].wrench) - driven;
                let mut above = i;
                loop {
                    let other = &pass.tree.joints[above];
                    for l in other.v - self.first..other.v - self.first + other.kind.nv() {
                        let element = spatial_dot(self.axes[l], force);
                        self.inertia[l * n + k] = element;
                        self.inertia[k * n + l] = element;
                    }
                    if other.parent == cluster.root {
                        break;
                    }
                    above = other.parent - 1;
                }
            }
            if joint.kind.nv() == 1 {
                let k = joint.v - self.first;
                self.inertia[k * n + k] += pass.constants.armature[i] * self.units[k] * self.units[k];
            }
        }
    }
}

/// An articulated inertia with given accelerations, about the point from which `arm` leads to its own. Not inlined, as what follows: the
/// elimination is compiled for each scalar, and copies would make the runtime large.
#[inline(never)]
fn carried<T: Scalar>(inertia: ArticulatedInertia<T>, given: Spatial<T>, arm: Vector<T>) -> ArticulatedInertia<T> {
    inertia.accelerated(given).carried(arm)
}

/// The wrench that a motion needs.
#[inline(never)]
pub(in crate::dynamics::articulated_body) fn needed<T: Scalar>(
    inertia: &ArticulatedInertia<T>,
    motion: Spatial<T>,
) -> Spatial<T> {
    inertia.times(motion)
}
