//! Loops of rigid components within links.

use super::spanned::Spanned;
use super::union_find::UnionFind;
use crate::mechanism::{ClosedPart, FrameId, NodeId, RigidEdge, RigidMember, RigidTransform, Slot3};
use std::collections::VecDeque;

/// A member between two vertices; nodes are vertices, and so is the world behind all grounds.
struct Edge {
    member: RigidMember,
    ends: [usize; 2],
    /// How soft it is: grounds 0, what has no length 1, the rest 2.
    softness: u8,
}

/// Vertices that a forest of edges connects.
struct Graph {
    edges: Vec<Edge>,
    vertices: usize,
}

/// The loop of each closing member, which comes first, and the closed parts that they form.
pub(super) fn find(
    spanned: &Spanned,
    rigid_edges: &[RigidEdge],
    grounds: &[(FrameId, Option<Slot3>)],
) -> (Vec<Vec<RigidMember>>, Vec<ClosedPart>) {
    if spanned.closing.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let graph = Graph::new(spanned, rigid_edges, grounds);
    let is_closing = |edge: &Edge| spanned.closing.contains(&edge.member);
    let in_tree: Vec<bool> = graph.edges.iter().map(|edge| !is_closing(edge)).collect();
    let member = |(edge, _): (usize, bool)| graph.edges[edge].member;
    let closing = graph.loops(&in_tree).into_iter().map(|edges| edges.into_iter().map(member).collect()).collect();
    (closing, graph.closed_parts(spanned))
}

impl Graph {
    fn new(spanned: &Spanned, rigid_edges: &[RigidEdge], grounds: &[(FrameId, Option<Slot3>)]) -> Self {
        let rest = spanned.nodes.len();
        let edge = |member: RigidMember, softness: u8| {
            let ends = member.nodes(rigid_edges, &spanned.frame_nodes).map(|node: Option<NodeId>| node.unwrap_or(rest));
            Edge { member, ends, softness }
        };
        let rigid = |(i, rigid): (usize, &RigidEdge)| {
            edge(RigidMember::Edge(i), if rigid.transform == RigidTransform::Identity { 1 } else { 2 })
        };
        let ground = |(frame, position): &(FrameId, Option<Slot3>)| edge(RigidMember::Ground(*frame, *position), 0);
        let edges = rigid_edges.iter().enumerate().map(rigid).chain(grounds.iter().map(ground)).collect();
        Self { edges, vertices: rest + 1 }
    }

    /// For each edge outside of a spanning forest the loop that it closes: itself, then the way back; true for edges that are gone
    /// through backwards.
    fn loops(&self, in_forest: &[bool]) -> Vec<Vec<(usize, bool)>> {
        let closing = (0..self.edges.len()).filter(|edge| !in_forest[*edge]);
        let round = |edge: usize| {
            let [from, to] = self.edges[edge].ends;
            std::iter::once((edge, false)).chain(self.way(in_forest, to, from)).collect()
        };
        closing.map(round).collect()
    }

    /// The way in a forest between two of its vertices that it connects.
    fn way(&self, in_forest: &[bool], from: usize, to: usize) -> Vec<(usize, bool)> {
        // From the end, so that the way can be followed from the beginning.
        let mut next = vec![None; self.vertices];
        let mut reached = VecDeque::from([to]);
        while let Some(vertex) = reached.pop_front() {
            for (number, edge) in self.edges.iter().enumerate().filter(|(number, _)| in_forest[*number]) {
                for (here, there, reversed) in [(edge.ends[0], edge.ends[1], true), (edge.ends[1], edge.ends[0], false)]
                {
                    if here == vertex && there != to && next[there].is_none() {
                        next[there] = Some((number, reversed, here));
                        reached.push_back(there);
                    }
                }
            }
        }
        let mut way = Vec::new();
        let mut vertex = from;
        while let Some((edge, reversed, after)) = next[vertex].filter(|_| vertex != to) {
            way.push((edge, reversed));
            vertex = after;
        }
        way
    }

    /// A spanning forest of the stiffest edges (Kruskal 1956): the loops that it leaves are then as stiff as can be, which keeps the
    /// flexibilities of stiff and of soft loops apart.
    fn forest(&self) -> Vec<bool> {
        let mut sets = UnionFind::new(self.vertices);
        let mut in_forest = vec![false; self.edges.len()];
        for wanted in 0..=2 {
            for (number, edge) in self.edges.iter().enumerate().filter(|(_, edge)| edge.softness == wanted) {
                let [a, b] = edge.ends.map(|end| sets.find(end));
                if a != b {
                    sets.union(a, b);
                    in_forest[number] = true;
                }
            }
        }
        in_forest
    }

    fn closed_parts(&self, spanned: &Spanned) -> Vec<ClosedPart> {
        let loops = self.loops(&self.forest());
        let mut sets = UnionFind::new(self.edges.len());
        for members in &loops {
            members.iter().for_each(|(edge, _)| sets.union(members[0].0, *edge));
        }
        let mut parts: Vec<(usize, ClosedPart, Vec<usize>)> = Vec::new();
        for members in &loops {
            let set = sets.find(members[0].0);
            let number = parts.iter().position(|(other, ..)| *other == set).unwrap_or_else(|| {
                let link = spanned.nodes[self.edges[members[0].0].ends[0]].link;
                parts.push((set, ClosedPart { link, members: Vec::new(), loops: Vec::new() }, Vec::new()));
                parts.len() - 1
            });
            let (_, part, edges) = &mut parts[number];
            let numbered = |(edge, reversed): &(usize, bool)| {
                let number = edges.iter().position(|other| other == edge).unwrap_or_else(|| {
                    edges.push(*edge);
                    part.members.push(self.edges[*edge].member);
                    edges.len() - 1
                });
                (number, *reversed)
            };
            let numbered = members.iter().map(numbered).collect();
            part.loops.push(numbered);
        }
        parts.into_iter().map(|(_, part, _)| part).collect()
    }
}
