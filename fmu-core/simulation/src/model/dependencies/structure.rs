//! Dependencies of quantities on inputs and states at run time.

use super::super::Model;
use super::groups::{Groups, joint_of_frame};
use super::index::Index;
use super::sets::{Collector, Set};
use library::AnyLaw;
use mechanism::hashed::HashMap;
use mechanism::{Contact, FlangeId, FlangePotential, FlangeRole, FrameId, JointId, Motion, Source, Stage, Temperature};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Owner of a state.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner {
    /// A joint.
    Joint(JointId),
    /// A law; number among the states of laws.
    Law(usize),
}

/// Dependencies of the quantities of a model. All sets hold catalogue indices.
pub(super) struct Structure<'a> {
    pub model: &'a Model,
    pub groups: Groups,
    pub index: Index,
    /// State of each position coordinate and of each velocity coordinate, if it is one.
    pub coordinates: Vec<Option<usize>>,
    pub speeds: Vec<Option<usize>>,
    /// Owner of each variable that is a state.
    pub owners: HashMap<usize, Owner>,
    /// For each variable: it is a state.
    are_states: Vec<bool>,
    /// Per joint: dependencies of its position, of its position and speed, and of the source that drives it.
    pub positions: Vec<Set>,
    pub motions: Vec<Set>,
    pub prescribers: Vec<Set>,
    pub signals: Vec<Set>,
    /// Per group: dependencies of its accelerations and forces.
    pub forces: Vec<Set>,
    /// Per heat network: dependencies of its temperatures and heat flow rates.
    pub heat: Vec<Set>,
    /// Per state of a law: dependencies of its derivative.
    pub rates: Vec<Set>,
    /// All inputs and states.
    pub everything: Set,
    collector: RefCell<Collector>,
}

impl<'a> Structure<'a> {
    pub fn new(model: &'a Model) -> Self {
        let (catalogue, tree, layout) = (&model.catalogue, &model.mechanism.tree, &model.states);
        let none: Set = Set::from([]);
        let (mut coordinates, mut speeds) = (vec![None; tree.nq], vec![None; tree.nv]);
        let (of_positions, rest) = catalogue.states.split_at(layout.positions.len());
        layout.positions.iter().zip(of_positions).for_each(|(i, state)| coordinates[*i] = Some(*state));
        layout.speeds.iter().zip(rest).for_each(|(i, state)| speeds[*i] = Some(*state));
        let mut collector = Collector::new(catalogue.variables.len());
        catalogue.inputs.iter().chain(&catalogue.states).for_each(|known| collector.add(*known));
        let everything = collector.finish();
        let (groups, index) = (Groups::new(model), Index::new(model));
        let mut result = Self {
            model,
            coordinates,
            speeds,
            owners: HashMap::default(),
            are_states: vec![false; catalogue.variables.len()],
            positions: vec![Set::clone(&none); tree.joints.len()],
            motions: vec![Set::clone(&none); tree.joints.len()],
            prescribers: vec![Set::clone(&none); tree.joints.len()],
            signals: vec![Set::clone(&none); model.signal_count],
            forces: vec![Set::clone(&none); groups.members.len()],
            heat: vec![Set::clone(&none); index.heating.len()],
            groups,
            index,
            rates: vec![none; layout.laws],
            everything,
            collector: RefCell::new(collector),
        };
        result.find_owners();
        for (signal, input) in result.signals[model.first_input_signal..].iter_mut().zip(&catalogue.inputs) {
            *signal = Set::from([*input]);
        }
        // Prescribed motion may depend on measurements, and forces on forces: iterates until no set grows.
        while result.grow() {}
        result
    }

    /// True for a continuous state.
    pub fn is_state(&self, variable: usize) -> bool {
        self.are_states.get(variable).is_some_and(|is_state| *is_state)
    }

    /// Dependencies of a quantity; quantities that depend on the forces of one group share one array.
    pub fn of(&self, source: &Source) -> Set {
        if let Some(set) = self.shared(source) {
            return Set::clone(set);
        }
        let mut collector = self.collector.borrow_mut();
        self.add_source(source, &mut collector);
        collector.finish()
    }

    fn find_owners(&mut self) {
        let (states, layout) = (&self.model.catalogue.states, &self.model.states);
        for (number, joint) in self.model.mechanism.tree.joints.iter().enumerate() {
            let own = self.coordinates[joint.q..joint.q + joint.kind.nq()].iter();
            let own = own.chain(&self.speeds[joint.v..joint.v + joint.kind.nv()]);
            self.owners.extend(own.flatten().map(|state| (*state, Owner::Joint(number))));
        }
        for (angles, six) in layout.angles.iter().zip(states[layout.first_angle()..].chunks(6)) {
            self.owners.extend(six.iter().map(|state| (*state, Owner::Joint(angles.joint))));
        }
        let laws = states[layout.first_law()..].iter().enumerate();
        self.owners.extend(laws.map(|(law, state)| (*state, Owner::Law(law))));
        self.owners.keys().for_each(|state| self.are_states[*state] = true);
    }

    /// Adds known dependencies to all sets; returns true if one has grown.
    fn grow(&mut self) -> bool {
        let mut collector = std::mem::replace(self.collector.get_mut(), Collector::new(0));
        let out = &mut collector;
        let mut grown = self.grow_signals(out);
        for joint in 0..self.positions.len() {
            grown |= self.grow_joint(joint, out);
        }
        for group in 0..self.forces.len() {
            self.groups.members[group].iter().for_each(|joint| out.add_all(&self.motions[*joint]));
            self.groups.members[group].iter().for_each(|joint| out.add_all(&self.prescribers[*joint]));
            self.groups.laws[group].iter().for_each(|law| self.add_law(*law, Stage::Time, out));
            self.groups.sources[group].iter().for_each(|source| out.add_all(&self.forces[*source]));
            out.add_all(&self.forces[group]);
            grown |= out.grow(&mut self.forces[group]);
        }
        grown |= self.grow_heat(out);
        grown |= self.grow_rates(out);
        *self.collector.get_mut() = collector;
        grown
    }

    fn grow_signals(&mut self, out: &mut Collector) -> bool {
        let mut grown = false;
        let schedule = &self.model.schedule;
        let feedback = &schedule.feedback;
        let lists = [&schedule.time, &schedule.motion, &feedback.accelerations, &feedback.reactions];
        let outputs = [&schedule.motion_outputs, &schedule.acceleration_outputs, &schedule.reaction_outputs];
        for law in lists.into_iter().chain(outputs).flatten() {
            let Some(output) = self.model.laws[*law].output().filter(|output| output.size > 0) else { continue };
            self.add_law(*law, Stage::Time, out);
            out.add_all(&self.signals[output.first]);
            let mut found = Set::clone(&self.signals[output.first]);
            if out.grow(&mut found) {
                self.signals[output.first..output.first + output.size].fill(found);
                grown = true;
            }
        }
        grown
    }

    /// A joint whose coordinates are not states follows a source.
    fn grow_joint(&mut self, number: JointId, out: &mut Collector) -> bool {
        let joint = self.model.mechanism.tree.joints[number];
        let angles = self.model.states.angles.iter().position(|angles| angles.joint == number);
        let (q, v) = (joint.q..joint.q + joint.kind.nq(), joint.v..joint.v + joint.kind.nv());
        let (q, v) = (self.coordinates[q].to_vec(), self.speeds[v].to_vec());
        let mut grown = false;
        if joint.kind.is_massless() {
            // A balance of forces depends on the motion of all other ends.
            out.add_all(&self.everything);
            grown |= out.grow(&mut self.positions[number]);
            out.add_all(&self.everything);
            return out.grow(&mut self.motions[number]) || grown;
        }
        if joint.motion == Motion::Prescribed {
            self.add_prescriber(number, out);
            grown |= out.grow(&mut self.prescribers[number]);
        }
        let first = self.model.states.first_angle();
        let angle = |k: usize| self.model.catalogue.states[first + 6 * angles.unwrap_or(0) + k];
        for (speeds, count) in [(false, 3), (true, 6)] {
            let own: &[&[Option<usize>]] = if speeds { &[&q, &v] } else { &[&q] };
            own.iter().flat_map(|own| own.iter()).flatten().for_each(|state| out.add(*state));
            match angles {
                Some(_) => (0..count).for_each(|k| out.add(angle(k))),
                None if own.iter().any(|own| own.contains(&None)) => out.add_all(&self.prescribers[number]),
                None => {}
            }
            grown |= out.grow(if speeds { &mut self.motions[number] } else { &mut self.positions[number] });
        }
        grown
    }

    /// Adds the dependencies of the source that prescribes the motion of a joint.
    fn add_prescriber(&self, joint: JointId, out: &mut Collector) {
        let motions = &self.model.motions;
        let laws = self.index.prescribing.get(&joint).into_iter().flatten();
        laws.clone().for_each(|law| self.add_law(*law, Stage::Time, out));
        let prescribes = |flange: usize| self.model.mechanism.flange_roles[flange] == FlangeRole::Prescriber(joint);
        let mut followers = motions.followers.iter().filter(|follower| prescribes(follower.flange)).peekable();
        if laws.count() == 0 && followers.peek().is_none() {
            out.add_all(&self.everything);
        }
        followers.for_each(|follower| out.add_all(&self.signals[follower.signal]));
    }

    fn grow_heat(&mut self, out: &mut Collector) -> bool {
        let mut grown = false;
        for network in 0..self.heat.len() {
            self.index.temperatures[network].iter().for_each(|state| out.add(self.law_state(*state)));
            for law in &self.index.heating[network] {
                // The losses of a gear depend on the torque that it transmits.
                let is_mesh = self.model.discrete.frictions.iter().any(|e| e.law == *law && e.mesh.is_some());
                self.add_law(*law, if is_mesh { Stage::Reaction } else { Stage::Motion }, out);
            }
            grown |= out.grow(&mut self.heat[network]);
        }
        grown
    }

    fn grow_rates(&mut self, out: &mut Collector) -> bool {
        let mut grown = false;
        for state in 0..self.rates.len() {
            match (self.index.network_of.get(&state), self.index.deriving.get(&state)) {
                (Some(network), _) => out.add_all(&self.heat[*network]),
                (None, Some(law)) => self.add_law(*law, Stage::Motion, out),
                (None, None) => out.add_all(&self.everything),
            }
            out.add(self.law_state(state));
            grown |= out.grow(&mut self.rates[state]);
        }
        grown
    }

    pub fn law_state(&self, state: usize) -> usize {
        self.model.catalogue.states[self.model.states.first_law() + state]
    }

    /// Adds the dependencies of a law: its signals and connections, at the later one of its own stage and `stage`.
    pub fn add_law(&self, number: usize, stage: Stage, out: &mut Collector) {
        let law = &self.model.laws[number];
        let stage = stage.max(law.stage());
        for input in law.inputs() {
            for element in input.first..input.first + input.size {
                let signal = &self.signals[self.model.mechanism.drivers[element]];
                out.add_all(signal);
                if law.reads_derivatives() {
                    self.add_rates(signal, out);
                }
            }
        }
        if stage < Stage::Motion {
            return;
        }
        if let AnyLaw::Expression(expression) = law {
            expression.sources.iter().for_each(|source| self.add_source(source, out));
        }
        let late = stage > Stage::Motion;
        for contact in law.contacts() {
            match contact {
                Contact::Frame(frame) | Contact::Seen(frame) => {
                    self.add_frame(frame, law.reads_speeds(), out);
                    match stage {
                        Stage::Reaction => self.add_flow(frame, out),
                        _ if late => self.add_accelerations(frame, out),
                        _ => {}
                    }
                }
                Contact::Flange(flange) => {
                    self.add_flange(flange, true, out);
                    if late {
                        out.add_all(&self.forces[self.groups.of_flange(self.model, flange)]);
                    }
                }
                Contact::State(state) | Contact::SeenState(state) => out.add(self.law_state(state)),
                Contact::SeenFlange(flange) => self.add_flange(flange, true, out),
                Contact::SeenPort(port) => {
                    let heat = &self.model.mechanism.heat;
                    if let Temperature::State(state) = heat.temperatures[heat.nodes[port]] {
                        out.add(self.law_state(state));
                    }
                }
                Contact::Port(_) | Contact::Conductor(_) => {}
            }
        }
    }

    /// Adds the dependencies of the time derivatives of states.
    fn add_rates(&self, set: &[usize], out: &mut Collector) {
        let mut groups = BTreeSet::new();
        for state in set {
            match self.owners.get(state) {
                Some(Owner::Joint(joint)) => {
                    groups.insert(self.groups.joints[*joint]);
                }
                Some(Owner::Law(law)) => out.add_all(&self.rates[*law]),
                None => {}
            }
        }
        groups.into_iter().for_each(|group| out.add_all(&self.forces[group]));
    }

    /// Adds the position or motion of all joints between the ground and a frame.
    pub fn add_frame(&self, frame: FrameId, speeds: bool, out: &mut Collector) {
        let parent = |joint: &JointId| self.model.mechanism.tree.joints[*joint].parent.checked_sub(1);
        for joint in std::iter::successors(joint_of_frame(self.model, frame), parent) {
            out.add_all(if speeds { &self.motions[joint] } else { &self.positions[joint] });
        }
    }

    /// Adds the position or motion that determines the position of a flange.
    pub fn add_flange(&self, flange: FlangeId, speeds: bool, out: &mut Collector) {
        let mechanism = &self.model.mechanism;
        match mechanism.flange_potentials[flange] {
            FlangePotential::Ground => {}
            FlangePotential::Joint(joint) => {
                out.add_all(if speeds { &self.motions[joint] } else { &self.positions[joint] });
            }
            FlangePotential::Line(line) => {
                mechanism.lines[line].frames.into_iter().for_each(|frame| self.add_frame(frame, speeds, out));
            }
        }
    }

    pub fn add_accelerations(&self, frame: FrameId, out: &mut Collector) {
        self.groups.of_frame(self.model, frame).into_iter().for_each(|group| out.add_all(&self.forces[group]));
    }

    /// Adds the dependencies of the cut force and torque at a frame.
    pub fn add_flow(&self, frame: FrameId, out: &mut Collector) {
        if joint_of_frame(self.model, frame).is_some() {
            return self.add_accelerations(frame, out);
        }
        if let Some(joint) = self.index.joints.get(&frame) {
            out.add_all(&self.forces[self.groups.joints[*joint]]);
        } else if let Some(law) = self.index.acting.get(&frame) {
            self.add_law(*law, Stage::Motion, out);
        } else {
            // A connector on the ground transmits the forces of all that is connected to it.
            out.add_all(&self.everything);
        }
    }
}
