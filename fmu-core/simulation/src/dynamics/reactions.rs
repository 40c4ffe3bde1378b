//! The stage Reaction: the wrench at every connector.
//!
//! The nodes form a tree (rigid components and joints are its edges). The wrench required by the subtree behind a node
//! is the sum of the flows into all components on the node except the edge to its parent; one pass from the leaves to
//! the roots gives the flows into both ends of every edge, also inside rigid assemblies (recursive Newton-Euler,
//! Featherstone 2008, 5.3, on nodes instead of links).

use super::Evaluation;
use crate::model::Model;
use mechanism::joint_kinds::{Axis, Place, Transmits};
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{ConstraintKind, FrameId, Motion, NodeParent, Wrench, link_axes};

impl<T: Scalar> Evaluation<T> {
    /// Computes `flows` of all frame connectors and `flange_flows` of all flanges. Accelerations are known.
    #[inline(never)]
    pub(super) fn reactions(&mut self, model: &Model) {
        self.mass_flows(model);
        self.release_closing(model);
        self.node_wrenches.fill(Wrench::default());
        self.rotor_flows(model);
        self.constraint_flows(model);
        self.find_inert_flows(model);
        let masses = model.mechanism.masses.iter().map(|m| &m.frame);
        let rotors = model.mechanism.rotors.iter().map(|r| &r.frame);
        for frame in model.acting_frames.iter().chain(masses).chain(rotors) {
            let node = model.mechanism.frame_nodes[*frame];
            let flow = self.flows[*frame];
            self.node_wrenches[node].add(flow.force.into(), flow.torque.into());
        }
        for node in (0..model.mechanism.nodes.len()).rev() {
            self.hand_on(model, node);
        }
        self.share_wrenches(model);
        self.axis_forces(model);
        self.flange_reactions(model);
    }

    /// Flow into every mass element: Newton-Euler minus weight.
    fn mass_flows(&mut self, model: &Model) {
        for (i, mass) in model.mechanism.masses.iter().enumerate() {
            let view = self.view(model);
            let (axes, frame) = (view.axes(mass.frame), mass.frame);
            let (r, a) = (view.r_0(frame), view.a_0(frame));
            let (w, z) = (view.w_0(frame), view.z_0(frame));
            let constants = view.constants().masses[i];
            let arm = axes * constants.r_cm;
            let gravity = view.gravity(&(r + arm));
            let force = (a + z.cross(&arm) + w.cross(&w.cross(&arm)) - gravity) * constants.m;
            let inertia = axes * constants.inertia * axes.transpose();
            let torque = inertia * z + w.cross(&(inertia * w)) + arm.cross(&force);
            self.flows[frame] = Wrench { force: force.into(), torque: torque.into() };
        }
    }

    /// Wrenches of the constraints: flows into both ends, which act on the nodes there.
    fn constraint_flows(&mut self, model: &Model) {
        let mechanism = &model.mechanism;
        for frame in mechanism.constraints.iter().filter_map(|constraint| constraint.frames).flatten() {
            self.flows[frame] = Wrench::default();
        }
        self.know_clusters(model);
        for (number, cluster) in mechanism.tree.clusters.iter().enumerate() {
            self.work.clusters[number].find_multipliers(cluster, &self.links, true);
            for (local, constraint) in mechanism.constraints[cluster.constraints.clone()].iter().enumerate() {
                if let ConstraintKind::Flanges(_) | ConstraintKind::Relation(_) | ConstraintKind::Balance { .. } =
                    constraint.kind
                {
                    continue;
                }
                let first = usize::from(constraint.kind.is_on_ground());
                for (end, sign) in [(0, T::one()), (1, -T::one())].into_iter().skip(first) {
                    let node = constraint.nodes[end];
                    let at = self.node_position(model, node);
                    let wrench = self.work.clusters[number].constraint_wrench(local, at.into());
                    let (force, torque) = (Vector3::from(wrench.force) * sign, Vector3::from(wrench.torque) * sign);
                    self.node_wrenches[node].add(force, torque);
                    if let Some(frames) = constraint.frames {
                        self.flows[frames[end]].add(force, torque);
                    }
                }
            }
        }
    }

    fn node_position(&self, model: &Model, node: usize) -> Vector3<T> {
        let link = &self.links[model.mechanism.nodes[node].link];
        Vector3::from(link.position) + link_axes(link) * self.constants.nodes[node].position
    }

    /// Transfers the wrench required by the node's subtree to the edge to its parent.
    fn hand_on(&mut self, model: &Model, node: usize) {
        let mechanism = &model.mechanism;
        let needed = self.node_wrenches[node];
        match mechanism.nodes[node].parent {
            NodeParent::Ground(_, frame) => self.flows[frame] = negative(&needed),
            NodeParent::Free { .. } => {}
            NodeParent::Rigid { node: parent, edge, reversed } => {
                let edge = &mechanism.rigid_edges[edge];
                self.carry(model, (parent, node), ends(edge.frame_a, edge.frame_b, reversed), needed);
            }
            NodeParent::Joint { node: parent, joint } => {
                let info = &mechanism.joints[joint];
                let Some((a, b)) = info.frames else { return };
                // Rounding errors are not passed on where a joint transmits nothing.
                let torque = match mechanism.tree.joints[joint].kind.transmits() {
                    Transmits::Nothing => {
                        (self.flows[a], self.flows[b]) = (Wrench::default(), Wrench::default());
                        return;
                    }
                    Transmits::Force => [T::zero(); 3],
                    Transmits::Wrench | Transmits::AcrossAxis => needed.torque,
                };
                let needed = Wrench { torque, ..needed };
                self.carry(model, (parent, node), ends(a, b, info.reversed), needed);
                self.prescribed_force(model, joint, &needed);
            }
        }
    }

    /// Transfers `needed` at the child node through a massless component to the parent node.
    fn carry(
        &mut self,
        model: &Model,
        (parent, child): (usize, usize),
        (from, to): (FrameId, FrameId),
        needed: Wrench<T>,
    ) {
        // Positions of the nodes: the connector of a joint that closes a loop is at another node.
        let arm = self.node_position(model, child) - self.node_position(model, parent);
        let force = Vector3::from(needed.force);
        let torque = Vector3::from(needed.torque) + arm.cross(&force);
        debug_assert!(parent < child);
        self.flows[to] = negative(&needed);
        self.flows[from] = Wrench { force: force.into(), torque: torque.into() };
        self.node_wrenches[parent].add(force, torque);
    }

    /// The generalised force of a prescribed motion.
    fn prescribed_force(&mut self, model: &Model, joint: usize, needed: &Wrench<T>) {
        let tree_joint = model.mechanism.tree.joints[joint];
        if tree_joint.motion == Motion::Prescribed {
            let placements = &self.constants.tree.placements;
            let place = Place { links: &self.links, placements, joint, parent: tree_joint.parent };
            let Axis { rotation, direction } = tree_joint.kind.axis(0, &place);
            let along = if rotation { needed.torque } else { needed.force };
            self.joint_force[tree_joint.v] = Vector3::from(direction).dot(&Vector3::from(along));
        }
    }
}

/// The frames of a component at the parent and at the child.
fn ends(frame_a: FrameId, frame_b: FrameId, reversed: bool) -> (FrameId, FrameId) {
    if reversed { (frame_b, frame_a) } else { (frame_a, frame_b) }
}

fn negative<T: Scalar>(wrench: &Wrench<T>) -> Wrench<T> {
    Wrench { force: wrench.force.map(|x| -x), torque: wrench.torque.map(|x| -x) }
}
