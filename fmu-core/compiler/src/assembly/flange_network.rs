//! 1-D networks: the coordinate of each flange node, and the evaluation order of the flows.

mod balances;

use super::collected::Collected;
use super::connections::Sets;
use super::flange_flows::{Flows, couplings};
use super::problems::Problems;
use super::spanned::Spanned;
use super::structure_problem::StructureProblem;
use super::sweep::Sweep;
use crate::model_file::{LibraryProblem, Problem};
use library::OwnCoordinate;
use mechanism::hashed::HashSet;
use mechanism::sort::sort_by_key;
use mechanism::{
    Constraint, ConstraintKind, FlangeClosing, FlangeId, FlangeNodeId, FlangeParent, FlangePotential, FlangeRelation,
    FlangeRole, JointId, Line, Motion, RELATED, Transmission, TransmissionKind,
};
use std::cmp::Reverse;

/// Finds the coordinates of all flange nodes; adds the joints of rotors and of independent networks to the tree.
pub(super) fn span(collected: &Collected, sets: &Sets, spanned: &mut Spanned, problems: &mut Problems) {
    let mut network = Network::new(collected, sets, spanned, problems);
    network.rests();
    network.joint_axes();
    network.lines();
    network.rotors();
    network.own_coordinates();
    network.prescribed_coordinates();
    network.related_coordinates();
    network.coordinates_without_inertia();
    network.undetermined();
    network.balances();
    network.prescribe();
    network.roles();
    let late: Vec<Option<bool>>;
    (spanned.mechanism.flow_steps, late) = Flows::new(collected, sets, &spanned.mechanism).steps();
    spanned.mechanism.couplings = couplings(collected, &spanned.mechanism, &late, problems);
}

pub(super) struct Network<'a> {
    pub(super) collected: &'a Collected,
    pub(super) sets: &'a Sets,
    pub(super) spanned: &'a mut Spanned,
    pub(super) problems: &'a mut Problems,
    /// The coordinate of each node, with the flange that placed it.
    pub(super) placed: Vec<Option<(FlangePotential, FlangeId)>>,
    /// Transmissions that have been followed.
    pub(super) taken: Vec<bool>,
    /// Transmissions at each node.
    pub(super) transmissions_of: Vec<Vec<usize>>,
    /// Transmissions at nodes that have been placed.
    pub(super) reached: Sweep,
    /// Flanges whose coordinates only springs and dampers determine.
    pub(super) without_inertia: Vec<FlangeId>,
}

impl<'a> Network<'a> {
    /// A network without coordinates. The transmissions of rotors come last.
    pub(super) fn new(
        collected: &'a Collected,
        sets: &'a Sets,
        spanned: &'a mut Spanned,
        problems: &'a mut Problems,
    ) -> Self {
        let elements = &collected.elements;
        let rotors = elements.rotors.iter().enumerate().map(|(number, rotor)| Transmission {
            name: rotor.rotor.name.clone(),
            flange_a: rotor.flange_a,
            flange_b: rotor.flange_b,
            kind: TransmissionKind::Rotor(number),
        });
        let transmissions = elements.transmissions.iter().map(|element| element.transmission.clone());
        let transmissions: Vec<Transmission> = transmissions.chain(rotors).collect();
        let mut transmissions_of = vec![Vec::new(); sets.flange_count];
        for (number, transmission) in transmissions.iter().enumerate() {
            transmission.flanges().for_each(|flange| transmissions_of[sets.flanges[flange]].push(number));
        }
        let taken = vec![false; transmissions.len()];
        (spanned.mechanism.transmissions, spanned.mechanism.flange_node_count) = (transmissions, sets.flange_count);
        Self {
            collected,
            sets,
            spanned,
            problems,
            placed: vec![None; sets.flange_count],
            taken,
            transmissions_of,
            reached: Sweep::default(),
            without_inertia: Vec::new(),
        }
    }

    /// Places the node of a flange; reports an error if it is placed twice.
    pub(super) fn place(&mut self, flange: FlangeId, potential: FlangePotential, parent: FlangeParent) {
        let node = self.sets.flanges[flange];
        match self.placed[node] {
            None => {
                self.placed[node] = Some((potential, flange));
                self.spanned.mechanism.flange_tree.push((node, parent));
                self.transmissions_of[node].iter().for_each(|transmission| self.reached.add(*transmission));
            }
            Some((FlangePotential::Joint(a), first)) => match (potential, parent) {
                (FlangePotential::Joint(b), FlangeParent::Joint(..)) if a != b => {
                    self.close([a, b], node, parent, flange, None)
                }
                _ => self.joined(first, flange),
            },
            Some((FlangePotential::Ground | FlangePotential::Line(_), first)) => self.joined(first, flange),
        }
    }

    /// Couples two coordinates that both move a node. `parent` is the node's dependence on the second one.
    fn close(
        &mut self,
        [a, b]: [JointId; 2],
        node: FlangeNodeId,
        parent: FlangeParent,
        flange: FlangeId,
        transmission: Option<usize>,
    ) {
        let other = self.spanned.mechanism.flange_node_count;
        self.spanned.mechanism.flange_node_count += 1;
        self.spanned.mechanism.flange_tree.push((other, parent));
        let name = match transmission {
            Some(transmission) => self.spanned.mechanism.transmissions[transmission].name.clone(),
            None => self.spanned.mechanism.joints[b].name.clone(),
        };
        let kind = ConstraintKind::Flanges(FlangeClosing { a, b, nodes: [node, other], flange, transmission });
        self.constrain(name, kind);
    }

    /// Adds a constraint of joints.
    pub(super) fn constrain(&mut self, name: String, kind: ConstraintKind) {
        self.spanned.mechanism.constraints.push(Constraint { name, kind, nodes: [0, 0], frames: None });
    }

    fn joined(&mut self, first: FlangeId, second: FlangeId) {
        let [first, second] = [first, second].map(|flange| self.collected.flanges[flange].clone());
        self.problems.add_at(self.collected, &second.clone(), StructureProblem::JoinedFlanges { first, second });
    }

    /// Flanges at rest, and those fixed to them.
    pub(super) fn rests(&mut self) {
        let collected = self.collected;
        let elements = &collected.elements;
        for (flange, position) in &elements.fixed_flanges {
            self.place(*flange, FlangePotential::Ground, FlangeParent::Ground(Some(*position)));
        }
        let at_zero: HashSet<FlangeId> =
            elements.ground_flanges.iter().copied().chain(elements.lines.iter().map(|line| line.flanges[0])).collect();
        let starts = elements.lines.iter().map(|line| &line.flanges[0]);
        for flange in elements.ground_flanges.iter().chain(starts) {
            match self.placed[self.sets.flanges[*flange]] {
                Some((FlangePotential::Ground, first)) if at_zero.contains(&first) => {}
                _ => self.place(*flange, FlangePotential::Ground, FlangeParent::Ground(None)),
            }
        }
        self.follow_transmissions();
    }

    /// Flanges on axes of joints.
    fn joint_axes(&mut self) {
        let collected = self.collected;
        for (flange, element) in &collected.elements.axis_flanges {
            if let Some(joint) = self.spanned.joint_of_element[*element] {
                self.place(*flange, FlangePotential::Joint(joint), FlangeParent::Joint(joint, None));
                self.follow_transmissions();
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
            self.spanned.mechanism.lines.push(Line { used, ..line.clone() });
            self.place(line.flanges[1], FlangePotential::Line(number), FlangeParent::Line(number));
            self.follow_transmissions();
        }
    }

    /// Makes coordinates of the positions of inertias that no joint moves, starting with those with fixed start values.
    fn own_coordinates(&mut self) {
        let transmissions = self.collected.elements.transmissions.iter().enumerate();
        let mut candidates: Vec<(usize, OwnCoordinate)> =
            transmissions.filter_map(|(number, element)| Some((number, element.coordinate?))).collect();
        sort_by_key(&mut candidates, |(_, own)| Reverse(own.fixed));
        for (number, own) in candidates {
            let Transmission { flange_a, flange_b, .. } = self.spanned.mechanism.transmissions[number];
            if [flange_a, flange_b].iter().all(|flange| self.placed[self.sets.flanges[*flange]].is_none()) {
                self.own_coordinate(number, own);
            }
        }
    }

    fn own_coordinate(&mut self, number: usize, own: OwnCoordinate) {
        let transmission = self.spanned.mechanism.transmissions[number].clone();
        let joint = self.spanned.add_free_joint(0, transmission.name.clone(), 0, own.start());
        self.taken[number] = true;
        let length = if let TransmissionKind::Rigid { length, .. } = transmission.kind { length } else { None };
        for (flange, factor) in [(transmission.flange_a, -0.5), (transmission.flange_b, 0.5)] {
            let parent = FlangeParent::Joint(joint, length.map(|length| (factor, length)));
            self.place(flange, FlangePotential::Joint(joint), parent);
        }
        self.follow_transmissions();
    }

    /// Flanges that only a source moves: the source prescribes a coordinate without inertia. Its motion relative to a
    /// moving support is a separate coordinate.
    fn prescribed_coordinates(&mut self) {
        let collected = self.collected;
        let prescribed = &collected.elements.prescribed_flanges;
        for source in prescribed {
            self.coordinate_without_inertia(source.flange, &source.name, source.own);
        }
        for source in prescribed {
            if let Some(moved) = source.moved {
                self.coordinate_without_inertia(moved, &collected.flanges[moved], source.free_coordinate());
            }
        }
    }

    /// Shafts without inertia whose position follows from several coordinates.
    fn related_coordinates(&mut self) {
        let collected = self.collected;
        for (number, element) in collected.elements.transmissions.iter().enumerate() {
            let Some(own) = element.related.filter(|_| !self.taken[number]) else { continue };
            let is_open = |flange: &FlangeId| self.placed[self.sets.flanges[*flange]].is_none();
            let open: Vec<FlangeId> = element.transmission.flanges().filter(is_open).collect();
            if let [flange] = open[..] {
                self.coordinate_without_inertia(flange, &collected.flanges[flange], own);
            }
        }
    }

    pub(super) fn coordinate_without_inertia(&mut self, flange: FlangeId, name: &str, own: OwnCoordinate) {
        if self.placed[self.sets.flanges[flange]].is_none() {
            let joint = self.spanned.add_free_joint(0, name.to_owned(), 0, own.start());
            self.place(flange, FlangePotential::Joint(joint), FlangeParent::Joint(joint, None));
            self.follow_transmissions();
        }
    }

    /// Places all nodes that transmissions connect with placed nodes.
    pub(super) fn follow_transmissions(&mut self) {
        self.reached.restart();
        while let Some(number) = self.reached.take() {
            if !self.taken[number] {
                self.follow_transmission(number);
            }
        }
    }

    fn follow_transmission(&mut self, number: usize) {
        let transmission = self.spanned.mechanism.transmissions[number].clone();
        if let TransmissionKind::Gear { support: Some(support), .. } = transmission.kind {
            match self.placed[self.sets.flanges[support]] {
                None => return,
                Some((FlangePotential::Ground, _)) => {}
                Some((FlangePotential::Joint(_) | FlangePotential::Line(_), _)) => return self.follow_relation(number),
            }
        }
        if transmission.is_relation() {
            return self.follow_relation(number);
        }
        let Transmission { flange_a, flange_b, .. } = transmission;
        let [node_a, node_b] = [flange_a, flange_b].map(|flange| self.sets.flanges[flange]);
        let from_a = FlangeParent::Transmission(node_a, number, false);
        let from_b = FlangeParent::Transmission(node_b, number, true);
        match (self.placed[node_a], self.placed[node_b]) {
            (None, None) => return,
            (Some((FlangePotential::Joint(a), _)), Some((FlangePotential::Joint(b), _))) if a != b => {
                self.close([a, b], node_a, from_b, flange_b, Some(number));
            }
            (Some(_), Some(_)) => self.joined(flange_a, flange_b),
            (Some((potential, _)), None) => self.place(flange_b, potential, from_a),
            (None, Some((potential, _))) => self.place(flange_a, potential, from_b),
        }
        self.taken[number] = true;
    }

    /// A relation places its last flange if a single coordinate moves the others; if all are placed, it is a constraint
    /// row.
    fn follow_relation(&mut self, number: usize) {
        let transmission = self.spanned.mechanism.transmissions[number].clone();
        let mut joints = [None; RELATED];
        let mut missing = Vec::new();
        for (joint, term) in joints.iter_mut().zip(transmission.terms()) {
            let Some(flange) = term.map(|term| term.flange) else { continue };
            match self.placed[self.sets.flanges[flange]] {
                None => missing.push(flange),
                Some((FlangePotential::Joint(moving), _)) => *joint = Some(moving),
                Some((FlangePotential::Ground, _)) => {}
                Some((FlangePotential::Line(_), _)) => {
                    self.taken[number] = true;
                    let needs = "a gear between the length of a line force and other coordinates, which is not \
                        supported yet";
                    let flange = &self.collected.flanges[flange];
                    return self.problems.refuse(self.collected, &transmission.name, flange, needs);
                }
            }
        }
        let relation = FlangeRelation { transmission: number, joints };
        let mut moving = relation.distinct();
        let (first, second) = (moving.next(), moving.next());
        match (missing.as_slice(), second) {
            ([], Some(_)) => self.constrain(transmission.name, ConstraintKind::Relation(relation)),
            ([], None) => self.joined(transmission.flange_a, transmission.flange_b),
            ([flange], None) if transmission.is_end(*flange) => {
                let potential = first.map_or(FlangePotential::Ground, FlangePotential::Joint);
                self.place(*flange, potential, FlangeParent::Relation(number, *flange));
            }
            _ => return,
        }
        self.taken[number] = true;
    }

    /// Reports unplaced flanges, one of each component.
    fn undetermined(&mut self) {
        let mut components = HashSet::default();
        for flange in 0..self.sets.flanges.len() {
            let found = self.placed[self.sets.flanges[flange]].map(|(potential, _)| potential);
            let name = &self.collected.flanges[flange];
            if found.is_none() && components.insert(self.collected.span_of_owner(name)) {
                let problem = StructureProblem::UndeterminedFlange { flange: name.clone() };
                self.problems.add_at(self.collected, name, problem);
            }
            self.spanned.mechanism.flange_potentials.push(found.unwrap_or(FlangePotential::Ground));
        }
    }

    /// Determines the prescribed coordinates.
    fn prescribe(&mut self) {
        let collected = self.collected;
        let prescribed = &collected.elements.prescribed_flanges;
        for (number, source) in prescribed.iter().enumerate() {
            let at = |flange: FlangeId| self.placed[self.sets.flanges[flange]].map(|(potential, _)| potential);
            let (component, flange) = (source.name.clone(), collected.flanges[source.flange].clone());
            let problem: Problem = match at(source.flange) {
                None => continue,
                Some(FlangePotential::Ground) => StructureProblem::PrescribedGround { component, flange }.into(),
                Some(FlangePotential::Line(_)) => {
                    let needs = "a prescribed length of a line force; to prescribe the distance of two points, drive \
                        the axis of Joints.Assemblies.JointUPS between them";
                    LibraryProblem::not_supported(&component, flange, needs).into()
                }
                Some(FlangePotential::Joint(joint)) => match self.spanned.prescribers.get(&joint) {
                    Some(first) => {
                        let first = prescribed[*first].name.clone();
                        let what = "prescribe the motion of the same flange";
                        StructureProblem::Twice { first, second: component, what }.into()
                    }
                    None => {
                        self.spanned.mechanism.tree.joints[joint].motion = Motion::Prescribed;
                        self.spanned.prescribed.push((joint, number));
                        self.spanned.prescribers.insert(joint, number);
                        continue;
                    }
                },
            };
            self.problems.add_at(self.collected, &source.name, problem);
        }
    }

    /// Kind of element that determines the flow into each flange.
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
        for (number, transmission) in self.spanned.mechanism.transmissions.iter().enumerate() {
            transmission.flanges().for_each(|flange| roles[flange] = FlangeRole::Transmission(number));
        }
        self.spanned.mechanism.flange_roles = roles;
    }
}
