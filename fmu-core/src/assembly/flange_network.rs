//! One-dimensional networks: which coordinate moves each flange node, and in which order the flows follow.

use super::collected::Collected;
use super::connections::Sets;
use super::flange_coordinates::FlangeCoordinates;
use super::problems::Problems;
use super::spanned::Spanned;
use super::structure_problem::StructureProblem;
use super::sweep::Sweep;
use super::union_find::UnionFind;
use crate::library::OwnCoordinate;
use crate::mechanism::{
    Constraint, ConstraintKind, Coupling, FlangeClosing, FlangeId, FlangeNodeId, FlangeParent, FlangePotential,
    FlangeRelation, FlangeRole, FlangeTie, FlowConsequence, FlowStep, JointId, JointInfo, JointStart, Line, Motion,
    RELATED, Rotor, SingleStart, TieKind,
};
use crate::model_file::{LibraryProblem, Problem};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// Finds the coordinates of all flange nodes; adds the joints of rotors and of networks of their own to the tree.
pub(super) fn span(collected: &Collected, sets: &Sets, spanned: &mut Spanned, problems: &mut Problems) {
    let elements = &collected.elements;
    let mut ties: Vec<FlangeTie> = elements.flange_ties.iter().map(|t| t.tie.clone()).collect();
    let rotor_ties = elements.rotors.iter().enumerate().map(|(i, r)| FlangeTie {
        name: r.rotor.name.clone(),
        flange_a: r.flange_a,
        flange_b: r.flange_b,
        kind: TieKind::Rotor(i),
    });
    ties.extend(rotor_ties);
    let taken = vec![false; ties.len()];
    let mut ties_of = vec![Vec::new(); sets.flange_count];
    for (number, tie) in ties.iter().enumerate() {
        tie.flanges().for_each(|flange| ties_of[sets.flanges[flange]].push(number));
    }
    let mut network = Network {
        collected,
        sets,
        spanned,
        problems,
        placed: vec![None; sets.flange_count],
        taken,
        ties_of,
        reached: Sweep::default(),
        out: FlangeCoordinates { ties, node_count: sets.flange_count, ..FlangeCoordinates::default() },
    };
    network.rests();
    network.joint_axes();
    network.lines();
    network.rotors();
    network.own_coordinates();
    network.prescribed_coordinates();
    network.undetermined();
    network.prescribe();
    network.roles();
    let mut out = network.out;
    let late: Vec<Option<bool>>;
    (out.steps, late) = Flows::new(collected, sets, &out, spanned).steps();
    out.couplings = couplings(collected, spanned, &out, &late, problems);
    spanned.flanges = out;
}

struct Network<'a> {
    collected: &'a Collected,
    sets: &'a Sets,
    spanned: &'a mut Spanned,
    problems: &'a mut Problems,
    /// What moves each node, and the flange that says so.
    placed: Vec<Option<(FlangePotential, FlangeId)>>,
    /// Ties that were taken.
    taken: Vec<bool>,
    /// Ties at each node.
    ties_of: Vec<Vec<usize>>,
    /// Ties at nodes that have been placed.
    reached: Sweep,
    out: FlangeCoordinates,
}

impl Network<'_> {
    fn problem_at(&mut self, component: &str, problem: impl Into<Problem>) {
        let span = self.collected.span_of_owner(component);
        self.problems.add(span.as_ref(), problem);
    }

    /// Places the node of a flange; two decisions about one node are refused.
    fn place(&mut self, flange: FlangeId, potential: FlangePotential, parent: FlangeParent) {
        let node = self.sets.flanges[flange];
        match self.placed[node] {
            None => {
                self.placed[node] = Some((potential, flange));
                self.out.tree.push((node, parent));
                self.ties_of[node].iter().for_each(|tie| self.reached.add(*tie));
            }
            Some((FlangePotential::Joint(a), first)) => match (potential, parent) {
                (FlangePotential::Joint(b), FlangeParent::Joint(..)) if a != b => {
                    self.close([a, b], node, parent, flange, None)
                }
                _ => self.tied(first, flange),
            },
            Some((FlangePotential::Ground | FlangePotential::Line(_), first)) => self.tied(first, flange),
        }
    }

    /// Two coordinates decide about a node: they follow each other. `parent` says where the second one puts it.
    fn close(
        &mut self,
        [a, b]: [JointId; 2],
        node: FlangeNodeId,
        parent: FlangeParent,
        flange: FlangeId,
        tie: Option<usize>,
    ) {
        let other = self.out.node_count;
        self.out.node_count += 1;
        self.out.tree.push((other, parent));
        let name = match tie {
            Some(tie) => self.out.ties[tie].name.clone(),
            None => self.spanned.joints[b].name.clone(),
        };
        let kind = ConstraintKind::Flanges(FlangeClosing { a, b, nodes: [node, other], flange, tie });
        self.spanned.constraints.push(Constraint { name, kind, nodes: [0, 0], frames: None });
    }

    fn tied(&mut self, first: FlangeId, second: FlangeId) {
        let [first, second] = [first, second].map(|flange| self.collected.flanges[flange].clone());
        self.problem_at(&second.clone(), StructureProblem::TiedFlanges { first, second });
    }

    /// Flanges at rest, and what is tied to them.
    fn rests(&mut self) {
        let collected = self.collected;
        let elements = &collected.elements;
        for (flange, position) in &elements.fixed_flanges {
            self.place(*flange, FlangePotential::Ground, FlangeParent::Rest(Some(*position)));
        }
        let at_zero: HashSet<FlangeId> =
            elements.ground_flanges.iter().copied().chain(elements.lines.iter().map(|line| line.flanges[0])).collect();
        let starts = elements.lines.iter().map(|line| &line.flanges[0]);
        for flange in elements.ground_flanges.iter().chain(starts) {
            match self.placed[self.sets.flanges[*flange]] {
                Some((FlangePotential::Ground, first)) if at_zero.contains(&first) => {}
                _ => self.place(*flange, FlangePotential::Ground, FlangeParent::Rest(None)),
            }
        }
        self.follow_ties();
    }

    /// Flanges on axes of joints.
    fn joint_axes(&mut self) {
        let collected = self.collected;
        for (flange, element) in &collected.elements.axis_flanges {
            if let Some(joint) = self.spanned.joint_of_element[*element] {
                self.place(*flange, FlangePotential::Joint(joint), FlangeParent::Joint(joint, None));
                self.follow_ties();
            }
        }
    }

    /// Flanges that move with the length of a line.
    fn lines(&mut self) {
        let collected = self.collected;
        let mut count = vec![0; self.sets.flange_count];
        self.sets.flanges.iter().for_each(|node| count[*node] += 1);
        for (number, line) in collected.elements.lines.iter().enumerate() {
            let used = line.flanges.map(|flange| count[self.sets.flanges[flange]] > 1);
            self.out.lines.push(Line { used, ..line.clone() });
            self.place(line.flanges[1], FlangePotential::Line(number), FlangeParent::Line(number));
            self.follow_ties();
        }
    }

    /// Rotors that nothing moves yet: links of their own on their carriers, or, when the carrier's acceleration does not act on them or
    /// acts on others of their network too, joints on the ground.
    fn rotors(&mut self) {
        let collected = self.collected;
        self.out.rotors = collected.elements.rotors.iter().map(|element| element.rotor.clone()).collect();
        let coupled = self.coupled_rotors();
        let first_tie = collected.elements.flange_ties.len();
        for (i, element) in collected.elements.rotors.iter().enumerate() {
            if std::mem::replace(&mut self.taken[first_tie + i], true) {
                continue;
            }
            let node = self.spanned.frame_nodes[element.rotor.frame];
            let carrier = self.spanned.nodes.get(node).map_or(0, |node| node.link);
            let is_link = element.rotor.exact && !coupled[i];
            let start = SingleStart { position: element.position, speed: element.speed };
            let (start, parent) =
                if is_link { (JointStart::Rotor(start), carrier) } else { (JointStart::Revolute(start), 0) };
            let info = JointInfo { name: element.rotor.name.clone(), axis: None, frames: None, reversed: false, node };
            let joint = self.spanned.add_joint(parent, info, start);
            self.out.rotors[i].joint = is_link.then_some(joint);
            for flange in [element.flange_a, element.flange_b] {
                self.place(flange, FlangePotential::Joint(joint), FlangeParent::Joint(joint, None));
            }
            self.follow_ties();
        }
    }

    /// For each rotor: true when another rotor or a mounted flange is tied to it.
    fn coupled_rotors(&self) -> Vec<bool> {
        let node = |flange: FlangeId| self.sets.flanges[flange];
        let mut networks = UnionFind::new(self.sets.flange_count);
        for tie in &self.out.ties {
            networks.union(node(tie.flange_a), node(tie.flange_b));
            if tie.is_relation() {
                tie.flanges().for_each(|flange| networks.union(node(tie.flange_a), node(flange)));
            }
        }
        let elements = &self.collected.elements;
        let flanges = elements.rotors.iter().map(|element| element.flange_a);
        let members: Vec<usize> = flanges
            .chain(elements.mountings.iter().map(|mounting| mounting.flange))
            .map(|flange| networks.find(node(flange)))
            .collect();
        let mut counts = vec![0; self.sets.flange_count];
        members.iter().for_each(|network| counts[*network] += 1);
        members.iter().take(elements.rotors.len()).map(|network| counts[*network] > 1).collect()
    }

    /// Makes the positions of inertias that nothing moves coordinates, first of those with fixed start values.
    fn own_coordinates(&mut self) {
        let ties = self.collected.elements.flange_ties.iter().enumerate();
        let mut candidates: Vec<(usize, OwnCoordinate)> =
            ties.filter_map(|(number, element)| Some((number, element.coordinate?))).collect();
        candidates.sort_by_key(|(_, own)| Reverse(own.fixed));
        for (number, own) in candidates {
            let FlangeTie { flange_a, flange_b, .. } = self.out.ties[number];
            if [flange_a, flange_b].iter().all(|flange| self.placed[self.sets.flanges[*flange]].is_none()) {
                self.own_coordinate(number, own);
            }
        }
    }

    fn own_coordinate(&mut self, number: usize, own: OwnCoordinate) {
        let tie = self.out.ties[number].clone();
        let info = JointInfo { name: tie.name.clone(), axis: None, frames: None, reversed: false, node: 0 };
        let joint = self.spanned.add_joint(0, info, own.start());
        self.taken[number] = true;
        let length = if let TieKind::Rigid { length, .. } = tie.kind { length } else { None };
        for (flange, factor) in [(tie.flange_a, -0.5), (tie.flange_b, 0.5)] {
            let parent = FlangeParent::Joint(joint, length.map(|length| (factor, length)));
            self.place(flange, FlangePotential::Joint(joint), parent);
        }
        self.follow_ties();
    }

    /// Flanges that a source moves and nothing else places: the source decides a coordinate without inertia.
    fn prescribed_coordinates(&mut self) {
        let collected = self.collected;
        for source in &collected.elements.prescribed_flanges {
            if self.placed[self.sets.flanges[source.flange]].is_none() {
                let name = source.name.clone();
                let info = JointInfo { name, axis: None, frames: None, reversed: false, node: 0 };
                let joint = self.spanned.add_joint(0, info, source.own.start());
                self.place(source.flange, FlangePotential::Joint(joint), FlangeParent::Joint(joint, None));
                self.follow_ties();
            }
        }
    }

    /// Places everything that ties reach from placed nodes.
    fn follow_ties(&mut self) {
        self.reached.restart();
        while let Some(number) = self.reached.take() {
            if !self.taken[number] {
                self.follow_tie(number);
            }
        }
    }

    fn follow_tie(&mut self, number: usize) {
        let tie = self.out.ties[number].clone();
        if let TieKind::Gear { support: Some(support), .. } = tie.kind {
            match self.placed[self.sets.flanges[support]] {
                None => return,
                Some((FlangePotential::Ground, _)) => {}
                Some((FlangePotential::Joint(_) | FlangePotential::Line(_), _)) => return self.follow_relation(number),
            }
        }
        if tie.is_relation() {
            return self.follow_relation(number);
        }
        let [a, b] = [tie.flange_a, tie.flange_b].map(|flange| self.placed[self.sets.flanges[flange]]);
        match (a, b) {
            (None, None) => return,
            (Some((FlangePotential::Joint(a), _)), Some((FlangePotential::Joint(b), _))) if a != b => {
                let [node, other] = [tie.flange_a, tie.flange_b].map(|flange| self.sets.flanges[flange]);
                self.close([a, b], node, FlangeParent::Tie(other, number, true), tie.flange_b, Some(number));
            }
            (Some(_), Some(_)) => self.tied(tie.flange_a, tie.flange_b),
            (Some((potential, _)), None) => {
                let node = self.sets.flanges[tie.flange_a];
                self.place(tie.flange_b, potential, FlangeParent::Tie(node, number, false));
            }
            (None, Some((potential, _))) => {
                let node = self.sets.flanges[tie.flange_b];
                self.place(tie.flange_a, potential, FlangeParent::Tie(node, number, true));
            }
        }
        self.taken[number] = true;
    }

    /// A relation decides the one flange of it that is not placed, if a single coordinate moves the others, or it is a row.
    fn follow_relation(&mut self, number: usize) {
        let tie = self.out.ties[number].clone();
        let mut joints = [None; RELATED];
        let mut missing = Vec::new();
        for (joint, term) in joints.iter_mut().zip(tie.terms()) {
            let Some(flange) = term.map(|term| term.flange) else { continue };
            match self.placed[self.sets.flanges[flange]] {
                None => missing.push(flange),
                Some((FlangePotential::Joint(moving), _)) => *joint = Some(moving),
                Some((FlangePotential::Ground, _)) => {}
                Some((FlangePotential::Line(_), _)) => {
                    self.taken[number] = true;
                    let flange = self.collected.flanges[flange].clone();
                    let problem = related_line(tie.name.clone(), flange);
                    return self.problem_at(&tie.name, problem);
                }
            }
        }
        let relation = FlangeRelation { tie: number, joints };
        let mut moving = relation.distinct();
        let (first, second) = (moving.next(), moving.next());
        match (missing.as_slice(), second) {
            ([], Some(_)) => {
                let kind = ConstraintKind::Relation(relation);
                self.spanned.constraints.push(Constraint { name: tie.name, kind, nodes: [0, 0], frames: None });
            }
            ([], None) => self.tied(tie.flange_a, tie.flange_b),
            ([flange], None) if tie.is_end(*flange) => {
                let potential = first.map_or(FlangePotential::Ground, FlangePotential::Joint);
                self.place(*flange, potential, FlangeParent::Relation(number, *flange));
            }
            _ => return,
        }
        self.taken[number] = true;
    }

    /// Reports flanges that nothing places, one of each component.
    fn undetermined(&mut self) {
        let mut components = HashSet::new();
        for flange in 0..self.sets.flanges.len() {
            let found = self.placed[self.sets.flanges[flange]].map(|(potential, _)| potential);
            let name = &self.collected.flanges[flange];
            if found.is_none() && components.insert(self.collected.span_of_owner(name)) {
                let name = name.clone();
                self.problem_at(&name, StructureProblem::UndeterminedFlange { flange: name.clone() });
            }
            self.out.potentials.push(found.unwrap_or(FlangePotential::Ground));
        }
    }

    /// Which coordinates are prescribed.
    fn prescribe(&mut self) {
        let collected = self.collected;
        let prescribed = &collected.elements.prescribed_flanges;
        for (number, source) in prescribed.iter().enumerate() {
            let at = |flange: FlangeId| self.placed[self.sets.flanges[flange]].map(|(potential, _)| potential);
            let support_at_rest = source.support.is_none_or(|s| matches!(at(s), None | Some(FlangePotential::Ground)));
            let (component, flange) = (source.name.clone(), collected.flanges[source.flange].clone());
            let problem: Problem = match at(source.flange) {
                None => continue,
                Some(FlangePotential::Ground) => StructureProblem::PrescribedGround { component, flange }.into(),
                Some(FlangePotential::Line(_)) => prescribed_line(component, flange).into(),
                Some(FlangePotential::Joint(_)) if !support_at_rest => moving_support(component).into(),
                Some(FlangePotential::Joint(joint)) => match self.spanned.prescribers.get(&joint) {
                    Some(first) => {
                        let first = prescribed[*first].name.clone();
                        StructureProblem::PrescribedTwice { first, second: component }.into()
                    }
                    None => {
                        self.spanned.tree.joints[joint].motion = Motion::Prescribed;
                        self.spanned.prescribed.push((joint, number));
                        self.spanned.prescribers.insert(joint, number);
                        continue;
                    }
                },
            };
            self.problem_at(&source.name, problem);
        }
    }

    /// Who decides the flow into each flange.
    fn roles(&mut self) {
        let elements = &self.collected.elements;
        let mut roles = vec![FlangeRole::Law; self.sets.flanges.len()];
        for (flange, element) in &elements.axis_flanges {
            if let Some(joint) = self.spanned.joint_of_element[*element] {
                roles[*flange] = FlangeRole::Axis(joint);
            }
        }
        let rests = elements.ground_flanges.iter().chain(elements.fixed_flanges.iter().map(|(flange, _)| flange));
        for flange in rests {
            roles[*flange] = FlangeRole::Ground;
        }
        elements.lines.iter().flat_map(|line| line.flanges).for_each(|flange| roles[flange] = FlangeRole::Line);
        for (joint, number) in &self.spanned.prescribed {
            let source = &elements.prescribed_flanges[*number];
            roles[source.flange] = FlangeRole::Prescriber(*joint);
            if let Some(support) = source.support {
                roles[support] = FlangeRole::PrescriberSupport(source.flange);
            }
        }
        for (number, tie) in self.out.ties.iter().enumerate() {
            tie.flanges().for_each(|flange| roles[flange] = FlangeRole::Tie(number));
        }
        self.out.roles = roles;
    }
}

fn prescribed_line(component: String, flange: String) -> LibraryProblem {
    LibraryProblem::NotSupported {
        component,
        what: flange,
        needs: "a prescribed length of a line force; to prescribe the distance of two points, drive the axis of \
                Joints.Assemblies.JointUPS between them"
            .to_owned(),
    }
}

fn related_line(component: String, flange: String) -> LibraryProblem {
    LibraryProblem::NotSupported {
        component,
        what: flange,
        needs: "a gear between the length of a line force and other coordinates, which this version does not have yet"
            .to_owned(),
    }
}

fn moving_support(component: String) -> LibraryProblem {
    LibraryProblem::NotSupported {
        component,
        what: "support".to_owned(),
        needs: "prescribed motions relative to a moving support, which this version does not have yet".to_owned(),
    }
}

/// Finds the order in which the flows that no law gives follow from each other: again and again the one unknown flow of some node
/// balances the others there.
struct Flows<'a> {
    network: &'a FlangeCoordinates,
    /// Flanges of each node.
    nodes: Vec<Vec<FlangeId>>,
    node_of: &'a [FlangeNodeId],
    /// For each flange: known, and then whether it depends on accelerations.
    known: Vec<Option<bool>>,
    /// For each node: number of flanges that are not known.
    unknown: Vec<usize>,
    /// Nodes of which one flange is not known.
    ready: Sweep,
    /// Support of each prescribing flange.
    supports: HashMap<FlangeId, FlangeId>,
    /// Ties that need accelerations.
    needs_acceleration: Vec<bool>,
}

impl<'a> Flows<'a> {
    fn new(collected: &'a Collected, sets: &'a Sets, network: &'a FlangeCoordinates, spanned: &Spanned) -> Self {
        let mut nodes = vec![Vec::new(); sets.flange_count];
        for (flange, node) in sets.flanges.iter().enumerate() {
            nodes[*node].push(flange);
        }
        let prescribed = |joint: JointId| spanned.tree.joints[joint].motion == Motion::Prescribed;
        let known = |role: &FlangeRole| match *role {
            FlangeRole::Law => Some(false),
            FlangeRole::Axis(joint) if prescribed(joint) => Some(true),
            _ => None,
        };
        let moves = |flange: FlangeId| network.potentials[flange] != FlangePotential::Ground;
        let needs_acceleration = |tie: &FlangeTie| match tie.kind {
            TieKind::Rigid { inertia, .. } => inertia.is_some() && moves(tie.flange_a),
            TieKind::Gear { .. } | TieKind::Planetary { .. } | TieKind::RackAndPinion { .. } => false,
            TieKind::Rotor(_) => true,
        };
        let mut flows = Self {
            network,
            nodes,
            node_of: &sets.flanges,
            known: network.roles.iter().map(known).collect(),
            unknown: Vec::new(),
            ready: Sweep::default(),
            supports: collected
                .elements
                .prescribed_flanges
                .iter()
                .filter_map(|p| p.support.map(|support| (p.flange, support)))
                .collect(),
            needs_acceleration: network.ties.iter().map(needs_acceleration).collect(),
        };
        flows.share_rests();
        for constraint in &spanned.constraints {
            if let ConstraintKind::Relation(FlangeRelation { tie, .. }) = constraint.kind {
                for flange in network.ties[tie].flanges() {
                    flows.known[flange] = Some(true);
                }
            }
            if let ConstraintKind::Flanges(FlangeClosing { flange, tie, .. }) = constraint.kind {
                flows.known[flange] = Some(true);
                for flange in tie.iter().flat_map(|tie| network.ties[*tie].flanges()) {
                    flows.known[flange] = Some(true);
                }
            }
        }
        flows.count();
        flows
    }

    fn count(&mut self) {
        let unknown = |flanges: &Vec<FlangeId>| flanges.iter().filter(|flange| self.known[**flange].is_none()).count();
        self.unknown = self.nodes.iter().map(unknown).collect();
        for (node, _) in self.unknown.iter().enumerate().filter(|(_, unknown)| **unknown == 1) {
            self.ready.add(node);
        }
    }

    fn know(&mut self, flange: FlangeId, late: bool) {
        if self.known[flange].replace(late).is_none() {
            let node = self.node_of[flange];
            self.unknown[node] -= 1;
            if self.unknown[node] == 1 {
                self.ready.add(node);
            }
        }
    }

    /// Of several flanges at rest on one node the first takes everything.
    fn share_rests(&mut self) {
        for flanges in &self.nodes {
            let rests = flanges.iter().filter(|flange| self.network.roles[**flange] == FlangeRole::Ground);
            for flange in rests.skip(1) {
                self.known[*flange] = Some(false);
            }
        }
    }

    /// The steps, and for each flange whether its flow depends on accelerations; none where no step finds it.
    fn steps(mut self) -> (Vec<FlowStep>, Vec<Option<bool>>) {
        let mut steps = Vec::new();
        while let Some(node) = self.ready.take() {
            steps.extend(self.step(node));
        }
        (steps, self.known)
    }

    /// The step at a node with one unknown flow, if that is not one that follows from elsewhere.
    fn step(&mut self, node: FlangeNodeId) -> Option<FlowStep> {
        let mut unknown = self.nodes[node].iter().filter(|flange| self.known[**flange].is_none());
        let (flange, None) = (*unknown.next()?, unknown.next()) else { return None };
        let then = match self.network.roles[flange] {
            FlangeRole::PrescriberSupport(_) | FlangeRole::Law => return None,
            FlangeRole::Tie(tie) => {
                if !self.network.ties[tie].is_end(flange) {
                    return None;
                }
                FlowConsequence::Tie(tie)
            }
            FlangeRole::Prescriber(_) => {
                self.supports.get(&flange).map_or(FlowConsequence::None, |support| FlowConsequence::Support(*support))
            }
            FlangeRole::Axis(_) | FlangeRole::Ground | FlangeRole::Line => FlowConsequence::None,
        };
        let others: Vec<FlangeId> = self.nodes[node].iter().copied().filter(|other| *other != flange).collect();
        let late = others.iter().any(|other| self.known[*other] == Some(true));
        self.know(flange, late);
        match then {
            FlowConsequence::None => {}
            FlowConsequence::Support(support) => self.know(support, late),
            FlowConsequence::Tie(number) => self.know_tie(number, late),
        }
        let early = !late && !matches!(then, FlowConsequence::Tie(number) if self.needs_acceleration[number]);
        debug_assert!(self.node_of[flange] == node);
        Some(FlowStep { flange, others, then, early })
    }

    fn know_tie(&mut self, number: usize, late: bool) {
        let late = late || self.needs_acceleration[number];
        for flange in self.network.ties[number].flanges() {
            if self.known[flange].is_none() {
                self.know(flange, late);
            }
        }
    }
}

/// Rotors whose torques, and flanges on frames whose flows need accelerations. `late` says of each flange whether its flow depends on
/// them.
fn couplings(
    collected: &Collected,
    spanned: &Spanned,
    network: &FlangeCoordinates,
    late: &[Option<bool>],
    problems: &mut Problems,
) -> Vec<Coupling> {
    let moves = |rotor: &Rotor| spanned.nodes.get(spanned.frame_nodes[rotor.frame]).is_some_and(|node| node.link > 0);
    let coupled = network.rotors.iter().enumerate().filter(|(_, rotor)| rotor.is_coupled() && moves(rotor));
    let mut couplings: Vec<Coupling> = coupled.map(|(number, _)| Coupling::Rotor(number)).collect();
    let mounted = collected.elements.mountings.iter().map(|mounting| (&mounting.name, mounting.flange));
    let used = |line: &Line| [0, 1].into_iter().filter(|end| line.used[*end]).map(|end| line.flanges[end]).collect();
    let ends = network.lines.iter().map(|line| (&line.name, used(line)));
    let ends = ends.flat_map(|(name, flanges): (&String, Vec<FlangeId>)| flanges.into_iter().map(move |f| (name, f)));
    for (name, flange) in mounted.chain(ends) {
        match late[flange] {
            Some(false) => {}
            Some(true) => couplings.push(Coupling::Flange(flange)),
            None => {
                let problem = LibraryProblem::NotSupported {
                    component: name.clone(),
                    what: collected.flanges[flange].clone(),
                    needs: "a torque or force that follows from the others at its flange; several components at rest share this \
                            one, connect only one of them"
                        .to_owned(),
                };
                problems.add(collected.span_of(name).as_ref(), problem);
            }
        }
    }
    couplings
}
