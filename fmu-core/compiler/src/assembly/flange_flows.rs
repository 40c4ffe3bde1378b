//! Evaluation order of the flows in 1-D networks.

use super::collected::Collected;
use super::connections::Sets;
use super::problems::Problems;
use super::sweep::Sweep;
use mechanism::hashed::HashMap;
use mechanism::{
    ConstraintKind, Coupling, FlangeClosing, FlangeId, FlangeNodeId, FlangePotential, FlangeRelation, FlangeRole,
    FlowConsequence, FlowStep, JointId, Line, Mechanism, Motion, Rotor, Transmission, TransmissionKind,
};

/// Finds the order in which flows follow from the balances of nodes: each step solves a node with one unknown flow.
pub(super) struct Flows<'a> {
    mechanism: &'a Mechanism,
    /// Flanges of each node.
    nodes: Vec<Vec<FlangeId>>,
    node_of: &'a [FlangeNodeId],
    /// For each flange: whether its flow is known, and if so, whether it depends on accelerations.
    known: Vec<Option<bool>>,
    /// For each node: number of flanges with unknown flow.
    unknown: Vec<usize>,
    /// Nodes with one unknown flow.
    ready: Sweep,
    /// Support of each prescribing flange.
    supports: HashMap<FlangeId, FlangeId>,
    /// Transmissions that need accelerations.
    needs_acceleration: Vec<bool>,
}

impl<'a> Flows<'a> {
    pub fn new(collected: &'a Collected, sets: &'a Sets, mechanism: &'a Mechanism) -> Self {
        let mut nodes = vec![Vec::new(); sets.flange_count];
        for (flange, node) in sets.flanges.iter().enumerate() {
            nodes[*node].push(flange);
        }
        let prescribed = |joint: JointId| mechanism.tree.joints[joint].motion == Motion::Prescribed;
        let known = |role: &FlangeRole| match *role {
            FlangeRole::Law => Some(false),
            FlangeRole::Axis(joint) if prescribed(joint) => Some(true),
            _ => None,
        };
        let moves = |flange: FlangeId| mechanism.flange_potentials[flange] != FlangePotential::Ground;
        let needs_acceleration = |transmission: &Transmission| match transmission.kind {
            TransmissionKind::Rigid { inertia, .. } => inertia.is_some() && moves(transmission.flange_a),
            TransmissionKind::Rotor(_) => true,
            _ => false,
        };
        let prescribed_flanges = collected.elements.prescribed_flanges.iter();
        let mut flows = Self {
            mechanism,
            nodes,
            node_of: &sets.flanges,
            known: mechanism.flange_roles.iter().map(known).collect(),
            unknown: Vec::new(),
            ready: Sweep::default(),
            supports: prescribed_flanges.filter_map(|p| Some((p.flange, p.support?))).collect(),
            needs_acceleration: mechanism.transmissions.iter().map(needs_acceleration).collect(),
        };
        flows.share_rests();
        for constraint in &mechanism.constraints {
            let (own, transmission) = match constraint.kind {
                ConstraintKind::Relation(FlangeRelation { transmission, .. }) => (None, Some(transmission)),
                ConstraintKind::Flanges(FlangeClosing { flange, transmission, .. }) => (Some(flange), transmission),
                _ => continue,
            };
            let others = transmission.into_iter().flat_map(|number| mechanism.transmissions[number].flanges());
            own.into_iter().chain(others).for_each(|flange| flows.known[flange] = Some(true));
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

    /// If several flanges on one node are at rest, the first one takes the whole flow.
    fn share_rests(&mut self) {
        for flanges in &self.nodes {
            let rests = flanges.iter().filter(|flange| self.mechanism.flange_roles[**flange] == FlangeRole::Ground);
            for flange in rests.skip(1) {
                self.known[*flange] = Some(false);
            }
        }
    }

    /// The steps, and for each flange whether its flow depends on accelerations; none if no step determines it.
    pub fn steps(mut self) -> (Vec<FlowStep>, Vec<Option<bool>>) {
        let mut steps = Vec::new();
        while let Some(node) = self.ready.take() {
            steps.extend(self.step(node));
        }
        (steps, self.known)
    }

    /// The step at a node with one unknown flow, unless this flow follows from another step.
    fn step(&mut self, node: FlangeNodeId) -> Option<FlowStep> {
        let mut unknown = self.nodes[node].iter().filter(|flange| self.known[**flange].is_none());
        let (flange, None) = (*unknown.next()?, unknown.next()) else { return None };
        let then = match self.mechanism.flange_roles[flange] {
            FlangeRole::PrescriberSupport(_) | FlangeRole::Law => return None,
            FlangeRole::Transmission(transmission) => {
                if !self.mechanism.transmissions[transmission].is_end(flange) {
                    return None;
                }
                FlowConsequence::Transmission(transmission)
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
            FlowConsequence::Transmission(number) => self.know_transmission(number, late),
        }
        let early = !late && !matches!(then, FlowConsequence::Transmission(number) if self.needs_acceleration[number]);
        debug_assert!(self.node_of[flange] == node);
        Some(FlowStep { flange, others, then, early })
    }

    fn know_transmission(&mut self, number: usize, late: bool) {
        let late = late || self.needs_acceleration[number];
        for flange in self.mechanism.transmissions[number].flanges() {
            if self.known[flange].is_none() {
                self.know(flange, late);
            }
        }
    }
}

/// Needs of an undetermined flow into a flange that acts on another component.
const UNDETERMINED: &str = "the torque or force at its flange to follow from the others; several components at rest are \
    connected to it: connect only one of them";

/// Rotors and flanges on frames whose torques or flows depend on accelerations. `late` is true for each flange whose
/// flow depends on accelerations.
pub(super) fn couplings(
    collected: &Collected,
    mechanism: &Mechanism,
    late: &[Option<bool>],
    problems: &mut Problems,
) -> Vec<Coupling> {
    let moves =
        |rotor: &Rotor| mechanism.nodes.get(mechanism.frame_nodes[rotor.frame]).is_some_and(|node| node.link > 0);
    let coupled = mechanism.rotors.iter().enumerate().filter(|(_, rotor)| rotor.is_coupled() && moves(rotor));
    let mut couplings: Vec<Coupling> = coupled.map(|(number, _)| Coupling::Rotor(number)).collect();
    let meshes = collected.elements.frictions.iter().enumerate();
    for (contact, flange, element) in meshes.filter_map(|(k, element)| Some((k, element.mesh?.end, element))) {
        if late[flange].is_some() {
            couplings.push(Coupling::Mesh(contact));
        } else {
            problems.refuse(collected, &element.name, &collected.flanges[flange], UNDETERMINED);
        }
    }
    let mounted = collected.elements.mountings.iter().map(|mounting| (&mounting.name, mounting.flange));
    let used = |line: &Line| line.flanges.into_iter().zip(line.used).filter(|(_, used)| *used);
    let ends = mechanism.lines.iter().flat_map(|line| used(line).map(|(flange, _)| (&line.name, flange)));
    for (name, flange) in mounted.chain(ends) {
        match late[flange] {
            Some(false) => {}
            Some(true) => couplings.push(Coupling::Flange(flange)),
            None => problems.refuse(collected, name, &collected.flanges[flange], UNDETERMINED),
        }
    }
    couplings
}
