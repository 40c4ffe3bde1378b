//! Wrenches in closed parts of rigid bodies: those in the tree of nodes plus those around the loops.

use super::Evaluation;
use crate::model::Model;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{ClosedPart, FrameId, Wrench, link_axes, signed};

impl<T: Scalar> Evaluation<T> {
    /// Sets the wrenches in loop-closing connections to zero until [`Self::share_wrenches`].
    pub(super) fn release_closing(&mut self, model: &Model) {
        for members in &model.mechanism.closing {
            let (from, to) = members[0].frames(&model.mechanism.rigid_edges);
            self.flows[from] = Wrench::default();
            if let Some(to) = to {
                self.flows[to] = Wrench::default();
            }
        }
    }

    /// Distributes the wrenches in all closed parts; the flows into the members are known from the tree of nodes.
    pub(super) fn share_wrenches(&mut self, model: &Model) {
        let edges = &model.mechanism.rigid_edges;
        let mut round = std::mem::take(&mut self.loop_wrenches);
        for (number, part) in model.mechanism.closed_parts.iter().enumerate() {
            let round = &mut round[..6 * part.loops.len()];
            round.fill(T::zero());
            for (member, kind) in part.members.iter().enumerate() {
                let wrench = self.wrench_in(model, part, kind.frames(edges).0);
                self.constants.closed_parts[number].open(part, member, wrench, round);
            }
            self.constants.closed_parts[number].close(round);
            for (members, wrench) in part.loops.iter().zip(round.chunks_exact(6)) {
                let wrench = std::array::from_fn(|k| wrench[k]);
                for (member, reversed) in members {
                    let (from, to) = part.members[*member].frames(edges);
                    self.add_flow(model, part, from, signed(wrench, *reversed));
                    if let Some(to) = to {
                        self.add_flow(model, part, to, signed(wrench, !reversed));
                    }
                }
            }
        }
        self.loop_wrenches = round;
    }

    /// Flow into a connector: force and torque about the link's origin, in link axes.
    fn wrench_in(&self, model: &Model, part: &ClosedPart, frame: FrameId) -> [T; 6] {
        let to_link = link_axes(&self.links[part.link]).transpose();
        let [force, torque] = [self.flows[frame].force, self.flows[frame].torque].map(|v| to_link * Vector3::from(v));
        let torque = torque + self.constants.nodes[model.mechanism.frame_nodes[frame]].position.cross(&force);
        std::array::from_fn(|k| if k < 3 { force[k] } else { torque[k - 3] })
    }

    /// Adds to the flow into a connector; see [`Self::wrench_in`].
    fn add_flow(&mut self, model: &Model, part: &ClosedPart, frame: FrameId, wrench: [T; 6]) {
        let to_world = link_axes(&self.links[part.link]);
        let [force, torque] = [0, 3].map(|first| Vector3::from_fn(|k, _| wrench[first + k]));
        let torque = torque - self.constants.nodes[model.mechanism.frame_nodes[frame]].position.cross(&force);
        self.flows[frame].add(to_world * force, to_world * torque);
    }
}
