//! Nodes, links and the spanning tree, from the world outwards.

use super::collected::Collected;
use super::connections::Sets;
use super::massless;
use super::problems::Problems;
use super::spanned::Spanned;
use super::structure_problem::StructureProblem;
use mechanism::hashed::HashSet;
use mechanism::joint_kinds::Transmits;
use mechanism::sort::sort_by_key;
use mechanism::{ConstraintKind, FrameId, JointId, JointInfo, JointStart, Node, NodeId, NodeParent, RigidMember};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Builds the spanning tree.
pub(super) fn span(collected: &Collected, sets: &Sets, problems: &mut Problems) -> Spanned {
    let mut spanner = Spanner::new(collected, sets, problems, false);
    spanner.reach();
    if !spanner.out.mechanism.constraints.is_empty() {
        // Some joints can close a loop without coordinates; without loops, the order of the joints is that of the tree.
        spanner = Spanner::new(collected, sets, problems, true);
        spanner.reach();
    }
    spanner.massless();
    spanner.undetermined();
    spanner.line_forces();
    let mut out = spanner.out;
    out.mechanism.frame_nodes = sets.frames.iter().map(|set| spanner.node_of_set[*set].unwrap_or(0)).collect();
    for element in &collected.elements.constraints {
        let nodes = element.frames.map(|frame| out.mechanism.frame_nodes[frame]);
        out.constrain(element.name.clone(), element.kind, nodes, Some(element.frames));
    }
    super::flange_network::span(collected, sets, &mut out, problems);
    super::clusters::form(collected, &mut out);
    out
}

/// A component that connects two frame sets.
#[derive(Clone, Copy)]
enum Edge {
    Rigid(usize),
    Joint(usize),
}

/// A joint at a link that has not been followed: its number, its node there, the set at its other end, true if entered
/// from frame_b.
type Departure = (usize, NodeId, usize, bool);

struct Spanner<'a> {
    collected: &'a Collected,
    sets: &'a Sets,
    problems: &'a mut Problems,
    out: Spanned,
    /// Edges at each frame set: (edge, the set at the other end, entered from frame_b).
    edges: Vec<Vec<(Edge, usize, bool)>>,
    /// Rigid edges and joints that have been followed.
    rigid_taken: Vec<bool>,
    joint_taken: Vec<bool>,
    node_of_set: Vec<Option<NodeId>>,
    /// FreeMotion joints at each frame set.
    free_joints: Vec<Vec<usize>>,
    /// Edges with an end that has been reached.
    reached: BTreeSet<usize>,
    /// Frame sets with an orientation.
    oriented: Vec<bool>,
    /// A frame of each set, for messages.
    set_frame: Vec<FrameId>,
    /// Sets whose problem has been reported.
    refused: Vec<bool>,
    /// Joints that can close loops without coordinates are followed last, so that they close loops if possible.
    closing_last: bool,
}

impl<'a> Spanner<'a> {
    fn new(collected: &'a Collected, sets: &'a Sets, problems: &'a mut Problems, closing_last: bool) -> Self {
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
        let mut free_joints = vec![Vec::new(); sets.frame_count];
        let mut oriented = vec![false; sets.frame_count];
        for (i, joint) in elements.joints.iter().enumerate() {
            let ends = [joint.frame_a, joint.frame_b].map(|frame| sets.frames[frame]);
            ends.iter().for_each(|set| oriented[*set] = true);
            if joint.start.kind().transmits() == Transmits::Nothing {
                ends.iter().for_each(|set| free_joints[*set].push(i));
            } else {
                connect(Edge::Joint(i), joint.frame_a, joint.frame_b);
            }
        }
        for mass in elements.masses.iter().filter(|mass| mass.inertia.is_some()) {
            oriented[sets.frames[mass.frame]] = true;
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
            free_joints,
            reached: BTreeSet::default(),
            oriented,
            set_frame,
            refused: vec![false; sets.frame_count],
            closing_last,
        }
    }

    /// Explores all that can be reached.
    fn reach(&mut self) {
        self.grounds();
        let mut bodies = self.bodies_to_try().into_iter();
        while self.free_motion() || self.free_body(&mut bodies) {}
    }

    fn push_node(&mut self, set: usize, link: usize, parent: NodeParent) -> NodeId {
        let name = self.collected.frames[self.set_frame[set]].clone();
        self.out.mechanism.nodes.push(Node { link, parent, name });
        self.out.mechanism.nodes.len() - 1
    }

    /// Places a frame set.
    fn add_node(&mut self, set: usize, link: usize, parent: NodeParent) {
        let id = self.push_node(set, link, parent);
        self.node_of_set[set] = Some(id);
        self.reached.extend(&self.free_joints[set]);
    }

    /// Explores all that is connected to the world.
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

    /// Explores rigid edges and joints, depth first, from sets that have nodes on `link`.
    fn explore(&mut self, sets: Vec<usize>, link: usize) {
        let mut joints = Vec::new();
        self.close_link(sets, link, &mut joints);
        while let Some((joint, node, set, reversed)) = self.next_joint(&mut joints) {
            let element = &self.collected.elements.joints[joint];
            let other = self.node_of_set[set];
            if let (Some(kind), Some(other)) = (element.start.kind().closes(), other) {
                let nodes = if reversed { [other, node] } else { [node, other] };
                let frames = Some([element.frame_a, element.frame_b]);
                self.out.constrain(element.name.clone(), kind, nodes, frames);
                continue;
            }
            let id = self.add_joint(joint, node, reversed);
            let parent = NodeParent::Joint { node, joint: id };
            if let Some(other) = other {
                // The joint closes a loop: it moves an additional massless link, which is welded to the existing one.
                let dummy = self.push_node(set, id + 1, parent);
                self.out.constrain(element.name.clone(), ConstraintKind::Weld, [other, dummy], None);
            } else {
                self.add_node(set, id + 1, parent);
                self.close_link(vec![set], id + 1, &mut joints);
            }
        }
    }

    /// Adds the joint of an element, which moves a new link relative to that of `node`.
    fn add_joint(&mut self, number: usize, node: NodeId, reversed: bool) -> JointId {
        let element = &self.collected.elements.joints[number];
        let (name, frames) = (element.name.clone(), Some((element.frame_a, element.frame_b)));
        let info = JointInfo { name, axis: element.axis, frames, reversed, node: self.out.mechanism.nodes.len() };
        let joint = self.out.add_joint(self.out.mechanism.nodes[node].link, info, element.start);
        self.out.joint_of_element[number] = Some(joint);
        self.out.components[joint] = Some(element.component);
        joint
    }

    /// The joint to follow next: the one found last.
    fn next_joint(&self, joints: &mut Vec<Departure>) -> Option<Departure> {
        let joints_of = &self.collected.elements.joints;
        let is_late = |departure: &Departure| joints_of[departure.0].start.kind().closes().is_some();
        let early = if self.closing_last { joints.iter().rposition(|departure| !is_late(departure)) } else { None };
        match early {
            Some(early) => Some(joints.remove(early)),
            None => joints.pop(),
        }
    }

    /// Follows the rigid edges from `sets`; collects the joints at the link.
    fn close_link(&mut self, mut sets: Vec<usize>, link: usize, joints: &mut Vec<Departure>) {
        while let Some(set) = sets.pop() {
            let Some(node) = self.node_of_set[set] else { continue };
            for k in 0..self.edges[set].len() {
                let (edge, other, reversed) = self.edges[set][k];
                match edge {
                    Edge::Rigid(i) if !self.rigid_taken[i] => {
                        self.rigid_taken[i] = true;
                        if self.node_of_set[other].is_some() {
                            // Joints are followed after all rigid components of the link, so that this is the same
                            // link.
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

    /// Reaches one cluster through a FreeMotion; returns false if there is none left.
    fn free_motion(&mut self) -> bool {
        while let Some(i) = self.reached.pop_first() {
            let element = &self.collected.elements.joints[i];
            let (a, b) = (self.sets.frames[element.frame_a], self.sets.frames[element.frame_b]);
            let (from, to, reversed) = match (self.node_of_set[a], self.node_of_set[b]) {
                (Some(node), None) => (node, b, false),
                (None, Some(node)) => (node, a, true),
                _ => continue,
            };
            let id = self.add_joint(i, from, reversed);
            self.joint_taken[i] = true;
            self.add_node(to, id + 1, NodeParent::Joint { node: from, joint: id });
            self.explore(vec![to], id + 1);
            return true;
        }
        false
    }

    /// Numbers of the bodies in the order in which they are tried as roots of clusters: the one that enforces states,
    /// then one with fixed start values, then the first.
    fn bodies_to_try(&self) -> Vec<usize> {
        let bodies = &self.collected.elements.free_bodies;
        let mut order: Vec<usize> = (0..bodies.len()).collect();
        sort_by_key(&mut order, |number| {
            let body = &bodies[*number];
            Reverse((body.enforced, !body.fixed.is_empty(), !body.point))
        });
        order
    }

    /// Makes an unreached body the root of a cluster; returns false if there is none left.
    fn free_body(&mut self, bodies: &mut impl Iterator<Item = usize>) -> bool {
        let frame = |number: usize| self.collected.elements.free_bodies[number].frame;
        let is_free = |number: &usize| self.node_of_set[self.sets.frames[frame(*number)]].is_none();
        let Some(number) = bodies.find(is_free) else { return false };
        let body = &self.collected.elements.free_bodies[number];
        let set = self.sets.frames[body.frame];
        let start = if self.is_point(set) { JointStart::Translation } else { JointStart::Free };
        let id = self.out.add_free_joint(0, body.name.clone(), self.out.mechanism.nodes.len(), start(body.start));
        self.out.free_roots.push((number, id));
        self.out.components[id] = Some(body.component);
        self.add_node(set, id + 1, NodeParent::Free { joint: id });
        self.explore(vec![set], id + 1);
        true
    }

    /// Returns true if a frame set has point masses only, without any orientation.
    fn is_point(&self, set: usize) -> bool {
        self.edges[set].is_empty() && !self.oriented[set]
    }

    /// Points where line forces meet without a body.
    fn massless(&mut self) {
        let places = massless::places(self.collected, self.sets);
        let held = massless::held(self.collected, self.sets, &places, |set| self.node_of_set[set].is_some());
        for (set, place) in places.iter().enumerate().filter(|(set, _)| held[*set]) {
            let frame = self.collected.frames[place.lines[0]].clone();
            if let Some(other) = place.other {
                let other = self.collected.frames[other].clone();
                self.problems.add_at(self.collected, &other.clone(), StructureProblem::Massless { frame, other });
                self.refused[set] = true;
                continue;
            }
            let start = massless::start(self.collected, &place.lines);
            let id = self.out.add_free_joint(0, frame, self.out.mechanism.nodes.len(), start);
            self.add_node(set, id + 1, NodeParent::Free { joint: id });
        }
    }

    /// Reports unplaced frames, one of each set and component.
    fn undetermined(&mut self) {
        let mut idle = vec![false; self.sets.frames.len()];
        self.collected.elements.idle_frames.iter().for_each(|frame| idle[*frame] = true);
        // Frames without effect need no position.
        let mut reported = vec![true; self.sets.frame_count];
        self.sets.frames.iter().zip(idle).for_each(|(set, idle)| reported[*set] &= idle);
        let mut components = HashSet::default();
        for (frame, set) in self.sets.frames.iter().enumerate() {
            let is_known = self.node_of_set[*set].is_some() || self.refused[*set];
            if is_known || std::mem::replace(&mut reported[*set], true) {
                continue;
            }
            let name = self.collected.frames[frame].clone();
            if !components.insert(self.collected.span_of_owner(&name)) {
                continue;
            }
            self.problems.add_at(self.collected, &name, StructureProblem::UndeterminedFrame { frame: name.clone() });
        }
    }

    /// Checks that line forces fix the rotation of their ends at points, and only there.
    fn line_forces(&mut self) {
        for end in &self.collected.elements.line_force_ends {
            let Some(node) = self.node_of_set[self.sets.frames[end.frame]] else { continue };
            let link = self.out.mechanism.nodes[node].link;
            let is_point = self.out.mechanism.tree.joint_of_link(link).is_some_and(|j| !j.kind.is_oriented());
            // Line forces alone need no orientation.
            if self.out.mechanism.tree.joint_of_link(link).is_some_and(|j| j.kind.is_massless()) {
                continue;
            }
            let (parameter, fixed) = end.fixed_rotation;
            let frame = self.collected.frames[end.frame].clone();
            let problem = match (is_point, fixed) {
                (true, false) => StructureProblem::NoOrientation { frame, parameter: parameter.to_owned() },
                (false, true) => StructureProblem::FixedRotation {
                    component: end.name.clone(),
                    parameter: parameter.to_owned(),
                    frame,
                },
                _ => continue,
            };
            self.problems.add_at(self.collected, &end.name, problem);
        }
    }
}
