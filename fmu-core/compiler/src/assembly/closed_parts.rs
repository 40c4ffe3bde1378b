//! Loops of rigid components within links.

use super::spanned::Spanned;
use mechanism::hashed::{HashMap, HashSet};
use mechanism::union_find::UnionFind;
use mechanism::{ClosedPart, FrameId, NodeId, RigidEdge, RigidMember, RigidTransform, Slot3};

/// A member between two vertices; nodes are vertices, and so is the world behind all grounds.
struct Edge {
    member: RigidMember,
    ends: [usize; 2],
    /// Compliance class: grounds 0, components without length 1, others 2.
    softness: u8,
}

/// Vertices connected by a forest of edges.
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
    let closing: HashSet<RigidMember> = spanned.closing.iter().copied().collect();
    let in_tree: Vec<bool> = graph.edges.iter().map(|edge| !closing.contains(&edge.member)).collect();
    let member = |(edge, _): (usize, bool)| graph.edges[edge].member;
    let closing = graph.loops(&in_tree).into_iter().map(|edges| edges.into_iter().map(member).collect()).collect();
    (closing, graph.closed_parts(spanned))
}

impl Graph {
    fn new(spanned: &Spanned, rigid_edges: &[RigidEdge], grounds: &[(FrameId, Option<Slot3>)]) -> Self {
        let rest = spanned.mechanism.nodes.len();
        let edge = |member: RigidMember, softness: u8| {
            let ends = member
                .nodes(rigid_edges, &spanned.mechanism.frame_nodes)
                .map(|node: Option<NodeId>| node.unwrap_or(rest));
            Edge { member, ends, softness }
        };
        let rigid = |(i, rigid): (usize, &RigidEdge)| {
            edge(RigidMember::Edge(i), if rigid.transform == RigidTransform::Identity { 1 } else { 2 })
        };
        let ground = |(frame, position): &(FrameId, Option<Slot3>)| edge(RigidMember::Ground(*frame, *position), 0);
        let edges = rigid_edges.iter().enumerate().map(rigid).chain(grounds.iter().map(ground)).collect();
        Self { edges, vertices: rest + 1 }
    }

    /// For each edge outside a spanning forest the loop that it closes: the edge itself, then the path back; true for
    /// edges traversed backwards.
    fn loops(&self, in_forest: &[bool]) -> Vec<Vec<(usize, bool)>> {
        let towards_root = self.towards_roots(in_forest);
        let closing = (0..self.edges.len()).filter(|edge| !in_forest[*edge]);
        let round = |edge: usize| {
            let [from, to] = self.edges[edge].ends;
            std::iter::once((edge, false)).chain(way(&towards_root, to, from)).collect()
        };
        closing.map(round).collect()
    }

    /// For each vertex of a forest its first step towards the root of its tree; none at the root.
    fn towards_roots(&self, in_forest: &[bool]) -> Vec<Option<Step>> {
        let mut neighbours = vec![Vec::new(); self.vertices];
        for (number, edge) in self.edges.iter().enumerate().filter(|(number, _)| in_forest[*number]) {
            neighbours[edge.ends[0]].push((number, true, edge.ends[1]));
            neighbours[edge.ends[1]].push((number, false, edge.ends[0]));
        }
        let mut steps: Vec<Option<Step>> = vec![None; self.vertices];
        for root in 0..self.vertices {
            let mut reached = if steps[root].is_none() { vec![root] } else { Vec::new() };
            while let Some(vertex) = reached.pop() {
                let depth = steps[vertex].map_or(0, |step| step.depth) + 1;
                for (edge, reversed, other) in &neighbours[vertex] {
                    if steps[*other].is_none() && *other != root {
                        steps[*other] = Some(Step { depth, edge: *edge, reversed: *reversed, next: vertex });
                        reached.push(*other);
                    }
                }
            }
        }
        steps
    }

    /// A spanning forest of the stiffest edges (Kruskal 1956): the remaining loops are then as stiff as possible, which
    /// separates the flexibilities of stiff and of soft loops.
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
        let mut parts: Vec<ClosedPart> = Vec::new();
        let mut part_of_set = HashMap::default();
        // A member belongs to one closed part.
        let mut number_in_part: HashMap<usize, usize> = HashMap::default();
        for members in &loops {
            let number = *part_of_set.entry(sets.find(members[0].0)).or_insert_with(|| {
                let link = spanned.mechanism.nodes[self.edges[members[0].0].ends[0]].link;
                parts.push(ClosedPart { link, members: Vec::new(), loops: Vec::new() });
                parts.len() - 1
            });
            let part = &mut parts[number];
            let numbered = |(edge, reversed): &(usize, bool)| {
                let number = *number_in_part.entry(*edge).or_insert_with(|| {
                    part.members.push(self.edges[*edge].member);
                    part.members.len() - 1
                });
                (number, *reversed)
            };
            let numbered = members.iter().map(numbered).collect();
            part.loops.push(numbered);
        }
        parts
    }
}

/// From a vertex of a forest towards the root of its tree.
#[derive(Clone, Copy)]
struct Step {
    /// Number of steps to the root.
    depth: usize,
    edge: usize,
    /// The edge is traversed backwards.
    reversed: bool,
    /// Vertex at its other end.
    next: usize,
}

/// The path between two vertices of one tree: from both towards the root until they meet.
fn way(towards_root: &[Option<Step>], mut from: usize, mut to: usize) -> Vec<(usize, bool)> {
    let (mut way, mut back) = (Vec::new(), Vec::new());
    while from != to {
        match (towards_root[from], towards_root[to]) {
            (Some(near), far) if far.is_none_or(|far| near.depth >= far.depth) => {
                way.push((near.edge, near.reversed));
                from = near.next;
            }
            (_, Some(far)) => {
                back.push((far.edge, !far.reversed));
                to = far.next;
            }
            (_, None) => break,
        }
    }
    way.extend(back.into_iter().rev());
    way
}
