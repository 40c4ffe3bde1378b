//! Nodes, links and the spanning tree: who carries whom, from the world outwards.

use super::collected::Collected;
use super::connections::Sets;
use super::problems::Problems;
use super::spanned::Spanned;
use crate::mechanism::{FrameId, JointInfo, JointKind, JointStart, Node, NodeId, NodeParent, RigidMember};
use crate::model_file::LibraryProblem;
use std::collections::HashSet;

/// Builds the spanning tree.
pub(super) fn span(collected: &Collected, sets: &Sets, problems: &mut Problems) -> Spanned {
    let mut spanner = Spanner::new(collected, sets, problems);
    spanner.grounds();
    while spanner.free_motion() || spanner.free_body() {}
    spanner.undetermined();
    spanner.line_forces();
    let mut out = spanner.finish();
    super::flange_network::span(collected, sets, &mut out, problems);
    out
}

/// A component that connects two frame sets.
#[derive(Clone, Copy)]
enum Edge {
    Rigid(usize),
    Joint(usize),
}

struct Spanner<'a> {
    collected: &'a Collected,
    sets: &'a Sets,
    problems: &'a mut Problems,
    out: Spanned,
    /// Edges at each frame set: (edge, the set at the other end, entered from frame_b).
    edges: Vec<Vec<(Edge, usize, bool)>>,
    /// Rigid edges and joints that were taken.
    rigid_taken: Vec<bool>,
    joint_taken: Vec<bool>,
    node_of_set: Vec<Option<NodeId>>,
    /// A frame of each set, for messages.
    set_frame: Vec<FrameId>,
}

impl<'a> Spanner<'a> {
    fn new(collected: &'a Collected, sets: &'a Sets, problems: &'a mut Problems) -> Self {
        let elements = &collected.elements;
        let mut edges = vec![Vec::new(); sets.frame_count];
        let mut connect = |edge, a: FrameId, b: FrameId| {
            let (a, b) = (sets.frames[a], sets.frames[b]);
            edges[a].push((edge, b, false));
            edges[b].push((edge, a, true));
        };
        for (i, rigid) in elements.rigid_edges.iter().enumerate() {
            connect(Edge::Rigid(i), rigid.frame_a, rigid.frame_b);
        }
        for (i, joint) in elements.joints.iter().enumerate() {
            if joint.start.kind() != JointKind::Free {
                connect(Edge::Joint(i), joint.frame_a, joint.frame_b);
            }
        }
        let mut set_frame = vec![0; sets.frame_count];
        for (frame, set) in sets.frames.iter().enumerate().rev() {
            set_frame[*set] = frame;
        }
        let out = Spanned { joint_of_element: vec![None; elements.joints.len()], ..Spanned::default() };
        Self {
            collected,
            sets,
            problems,
            out,
            edges,
            rigid_taken: vec![false; elements.rigid_edges.len()],
            joint_taken: vec![false; elements.joints.len()],
            node_of_set: vec![None; sets.frame_count],
            set_frame,
        }
    }

    fn add_node(&mut self, set: usize, link: usize, parent: NodeParent) -> NodeId {
        let id = self.out.nodes.len();
        let name = self.collected.frames[self.set_frame[set]].clone();
        self.out.nodes.push(Node { link, parent, name });
        self.node_of_set[set] = Some(id);
        id
    }

    fn problem_at(&mut self, component: &str, problem: LibraryProblem) {
        let span = self.component_span(component);
        self.problems.add(span.as_ref(), problem);
    }

    fn component_span(&self, name: &str) -> Option<crate::model_file::Span> {
        let mut prefixes = std::iter::once(name).chain(name.rmatch_indices('.').map(|(i, _)| &name[..i]));
        prefixes.find_map(|prefix| self.collected.span_of(prefix))
    }

    /// Everything that hangs on the world.
    fn grounds(&mut self) {
        let mut sets = Vec::new();
        for (frame, position) in &self.collected.elements.grounds {
            let set = self.sets.frames[*frame];
            if self.node_of_set[set].is_some() {
                self.out.closing.push(RigidMember::Ground(*frame, *position));
                continue;
            }
            self.add_node(set, 0, NodeParent::Ground(*position, *frame));
            sets.push(set);
        }
        self.explore(sets, 0);
    }

    /// From sets that have nodes on `link`, everything that rigid edges and joints reach, depth first.
    fn explore(&mut self, sets: Vec<usize>, link: usize) {
        let mut joints = Vec::new();
        self.close_link(sets, link, &mut joints);
        while let Some((joint, node, set, reversed)) = joints.pop() {
            let element = &self.collected.elements.joints[joint];
            if self.node_of_set[set].is_some() {
                let component = element.name.clone();
                self.problem_at(&component.clone(), LibraryProblem::ClosedLoop { component });
                continue;
            }
            let frames = Some((element.frame_a, element.frame_b));
            let parent_link = self.out.nodes[node].link;
            let info = JointInfo {
                name: element.name.clone(),
                axis: element.axis,
                frames,
                reversed,
                node: self.out.nodes.len(),
            };
            let id = self.out.add_joint(parent_link, info, element.start);
            self.out.joint_of_element[joint] = Some(id);
            self.add_node(set, id + 1, NodeParent::Joint { node, joint: id });
            self.close_link(vec![set], id + 1, &mut joints);
        }
    }

    /// Follows the rigid edges from `sets`; collects the joints that leave the link.
    fn close_link(&mut self, mut sets: Vec<usize>, link: usize, joints: &mut Vec<(usize, NodeId, usize, bool)>) {
        while let Some(set) = sets.pop() {
            let Some(node) = self.node_of_set[set] else { continue };
            for k in 0..self.edges[set].len() {
                let (edge, other, reversed) = self.edges[set][k];
                match edge {
                    Edge::Rigid(i) if !self.rigid_taken[i] => {
                        self.rigid_taken[i] = true;
                        if self.node_of_set[other].is_some() {
                            // Joints wait until all rigid components of the link are in, so that this is the same link.
                            self.out.closing.push(RigidMember::Edge(i));
                        } else {
                            self.add_node(other, link, NodeParent::Rigid { node, edge: i, reversed });
                            sets.push(other);
                        }
                    }
                    Edge::Joint(i) if !self.joint_taken[i] => {
                        self.joint_taken[i] = true;
                        joints.push((i, node, other, reversed));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Reaches one cluster through a FreeMotion; false when there is none left.
    fn free_motion(&mut self) -> bool {
        for (i, element) in self.collected.elements.joints.iter().enumerate() {
            if element.start.kind() != JointKind::Free {
                continue;
            }
            let (a, b) = (self.sets.frames[element.frame_a], self.sets.frames[element.frame_b]);
            let (from, to, reversed) = match (self.node_of_set[a], self.node_of_set[b]) {
                (Some(node), None) => (node, b, false),
                (None, Some(node)) => (node, a, true),
                _ => continue,
            };
            let info = JointInfo {
                name: element.name.clone(),
                axis: None,
                frames: Some((element.frame_a, element.frame_b)),
                reversed,
                node: self.out.nodes.len(),
            };
            let parent_link = self.out.nodes[from].link;
            let id = self.out.add_joint(parent_link, info, element.start);
            self.out.joint_of_element[i] = Some(id);
            self.joint_taken[i] = true;
            self.add_node(to, id + 1, NodeParent::Joint { node: from, joint: id });
            self.explore(vec![to], id + 1);
            return true;
        }
        false
    }

    /// Makes a body the root of a cluster that nothing reaches; false when there is none left.
    fn free_body(&mut self) -> bool {
        let bodies = &self.collected.elements.free_bodies;
        let free = bodies.iter().enumerate().filter(|(_, b)| self.node_of_set[self.sets.frames[b.frame]].is_none());
        // Of equal bodies the first one: max_by_key returns the last maximum.
        let best = free.rev().max_by_key(|(_, b)| (b.enforced, !b.fixed.is_empty(), !b.point));
        let Some((number, body)) = best else { return false };
        let set = self.sets.frames[body.frame];
        let start = if self.is_point(set) { JointStart::Translation } else { JointStart::Free };
        let info = JointInfo {
            name: body.name.clone(),
            axis: None,
            frames: None,
            reversed: false,
            node: self.out.nodes.len(),
        };
        let id = self.out.add_joint(0, info, start(body.start));
        self.out.free_roots.push((number, id));
        self.add_node(set, id + 1, NodeParent::Free { joint: id });
        self.explore(vec![set], id + 1);
        true
    }

    /// True when a frame set has point masses and nothing that knows an orientation.
    fn is_point(&self, set: usize) -> bool {
        let elements = &self.collected.elements;
        let at = |frame: FrameId| self.sets.frames[frame] == set;
        self.edges[set].is_empty()
            && elements.masses.iter().filter(|m| at(m.frame)).all(|m| m.inertia.is_none())
            && !elements.joints.iter().any(|j| at(j.frame_a) || at(j.frame_b))
    }

    /// Reports frames that nothing places, one of each set and component.
    fn undetermined(&mut self) {
        let mut reported = vec![false; self.sets.frame_count];
        for frame in &self.collected.elements.idle_frames {
            let set = self.sets.frames[*frame];
            let is_idle = |other: FrameId| self.collected.elements.idle_frames.contains(&other);
            reported[set] =
                self.sets.frames.iter().enumerate().filter(|(_, s)| **s == set).all(|(other, _)| is_idle(other));
        }
        let mut components = HashSet::new();
        for (frame, set) in self.sets.frames.iter().enumerate() {
            if self.node_of_set[*set].is_some() || std::mem::replace(&mut reported[*set], true) {
                continue;
            }
            let name = self.collected.frames[frame].clone();
            if !components.insert(self.component_span(&name)) {
                continue;
            }
            self.problem_at(&name, LibraryProblem::UndeterminedFrame { frame: name.clone() });
        }
    }

    /// Line forces may fix the rotation of their ends at points, and only there.
    fn line_forces(&mut self) {
        for end in &self.collected.elements.line_force_ends {
            let Some(node) = self.node_of_set[self.sets.frames[end.frame]] else { continue };
            let link = self.out.nodes[node].link;
            let is_point = self.out.tree.joint_of_link(link).is_some_and(|j| !j.kind.is_oriented());
            let (parameter, fixed) = end.fixed_rotation;
            let frame = self.collected.frames[end.frame].clone();
            let problem = match (is_point, fixed) {
                (true, false) => LibraryProblem::NoOrientation { frame, parameter: parameter.to_owned() },
                (false, true) => LibraryProblem::FixedRotation {
                    component: end.name.clone(),
                    parameter: parameter.to_owned(),
                    frame,
                },
                _ => continue,
            };
            let span = self.component_span(&end.name);
            self.problems.add(span.as_ref(), problem);
        }
    }

    fn finish(self) -> Spanned {
        let mut out = self.out;
        out.frame_nodes = self.sets.frames.iter().map(|set| self.node_of_set[*set].unwrap_or(0)).collect();
        out
    }
}
