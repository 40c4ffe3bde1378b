//! Groups of joints and flange nodes whose accelerations and forces depend on each other: the joints of one mechanism
//! on the ground, and others coupled by rotors, housings, gears and friction.

use super::super::Model;
use mechanism::union_find::UnionFind;
use mechanism::{Contact, FlangeId, FlangePotential, FlangeRole, FlowConsequence, FrameId, JointId};

/// The groups of a model.
#[derive(Debug)]
pub(super) struct Groups {
    /// Group of each joint.
    pub joints: Vec<usize>,
    /// Group of each flange node.
    nodes: Vec<usize>,
    /// Joints of each group.
    pub members: Vec<Vec<JointId>>,
    /// Laws that act on each group.
    pub laws: Vec<Vec<usize>>,
    /// Groups whose forces act on each group without reaction.
    pub sources: Vec<Vec<usize>>,
}

/// The joint that moves the link of a frame; none on the ground.
pub(super) fn joint_of_frame(model: &Model, frame: FrameId) -> Option<JointId> {
    let mechanism = &model.mechanism;
    mechanism.nodes[mechanism.frame_nodes[frame]].link.checked_sub(1)
}

impl Groups {
    pub fn new(model: &Model) -> Self {
        let (joints, nodes, count) = numbered(model);
        let mut members = vec![Vec::new(); count];
        joints.iter().enumerate().for_each(|(joint, group)| members[*group].push(joint));
        let mut groups =
            Self { joints, nodes, members, laws: vec![Vec::new(); count], sources: vec![Vec::new(); count] };
        groups.add_laws(model);
        groups.add_sources(model);
        groups
    }

    /// Group of the node of a flange.
    pub fn of_flange(&self, model: &Model, flange: FlangeId) -> usize {
        self.nodes[model.mechanism.flange_nodes[flange]]
    }

    /// Group of the link of a frame; none on the ground.
    pub fn of_frame(&self, model: &Model, frame: FrameId) -> Option<usize> {
        joint_of_frame(model, frame).map(|joint| self.joints[joint])
    }

    fn add_laws(&mut self, model: &Model) {
        for (number, law) in model.laws.iter().enumerate().filter(|(_, law)| law.acts()) {
            for contact in law.contacts() {
                let group = match contact {
                    Contact::Frame(frame) => self.of_frame(model, frame),
                    Contact::Flange(flange) => Some(self.of_flange(model, flange)),
                    _ => None,
                };
                if let Some(group) = group
                    && self.laws[group].last() != Some(&number)
                {
                    self.laws[group].push(number);
                }
            }
        }
    }

    /// Flows that are taken by flanges at rest, and flows that a housing transmits to its frame.
    fn add_sources(&mut self, model: &Model) {
        let mechanism = &model.mechanism;
        for transmission in &mechanism.transmissions {
            for flange in transmission.flanges() {
                self.add_source(self.of_flange(model, flange), self.of_flange(model, transmission.flange_a));
            }
        }
        for step in &mechanism.flow_steps {
            if let FlowConsequence::Support(support) = step.then {
                self.add_source(self.of_flange(model, support), self.of_flange(model, step.flange));
            }
        }
        for (flange, role) in mechanism.flange_roles.iter().enumerate() {
            if let FlangeRole::PrescriberSupport(source) = role {
                self.add_source(self.of_flange(model, flange), self.of_flange(model, *source));
            }
        }
        for mounting in &mechanism.mountings {
            if let Some(carrier) = self.of_frame(model, mounting.frame) {
                self.add_source(carrier, self.of_flange(model, mounting.flange));
            }
        }
    }

    fn add_source(&mut self, group: usize, source: usize) {
        if group != source && !self.sources[group].contains(&source) {
            self.sources[group].push(source);
        }
    }
}

/// Group of each joint, of each flange node, and their number.
fn numbered(model: &Model) -> (Vec<usize>, Vec<usize>, usize) {
    let mechanism = &model.mechanism;
    let first = mechanism.tree.joints.len();
    let mut sets = UnionFind::new(first + mechanism.flange_node_count);
    for (number, joint) in mechanism.tree.joints.iter().enumerate() {
        if let Some(parent) = joint.parent.checked_sub(1) {
            sets.union(parent, number);
        }
    }
    for cluster in &mechanism.tree.clusters {
        cluster.joints.clone().skip(1).for_each(|joint| sets.union(cluster.joints.start, joint));
    }
    let node = |flange: FlangeId| first + mechanism.flange_nodes[flange];
    for (flange, potential) in mechanism.flange_potentials.iter().enumerate() {
        if let FlangePotential::Joint(joint) = potential {
            sets.union(*joint, node(flange));
        }
    }
    for transmission in &mechanism.transmissions {
        sets.union(node(transmission.flange_a), node(transmission.flange_b));
    }
    // Friction that sticks joins what it acts on.
    for friction in &model.discrete.frictions {
        let contacts = model.laws[friction.law].contacts().into_iter();
        let mut joined = contacts.filter_map(|contact| match contact {
            Contact::Frame(frame) => joint_of_frame(model, frame),
            Contact::Flange(flange) => Some(node(flange)),
            _ => None,
        });
        if let Some(one) = joined.next() {
            joined.for_each(|other| sets.union(one, other));
        }
    }
    for line in &mechanism.lines {
        let [a, b] = line.flanges.map(node);
        sets.union(a, b);
        line.frames.iter().filter_map(|frame| joint_of_frame(model, *frame)).for_each(|joint| sets.union(joint, b));
    }
    for rotor in &mechanism.rotors {
        if let Some(carrier) = joint_of_frame(model, rotor.frame) {
            sets.union(carrier, node(rotor.flange));
            rotor.joint.into_iter().for_each(|joint| sets.union(carrier, joint));
        }
    }
    let (mut joints, count) = sets.numbered();
    let nodes = joints.split_off(first);
    (joints, nodes, count)
}
