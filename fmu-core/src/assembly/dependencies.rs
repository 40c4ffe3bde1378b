//! What outputs and state derivatives depend on: inputs and continuous states (FMI 2.0.5, 2.2.8).
//!
//! Hosts sort algebraic loops by it and compress Jacobians. What cannot be told from the structure counts as a dependency.

use super::context::Context;
use crate::library::ConnectorHandle;
use crate::mechanism::{FlangePotential, FrameId, JointId, Law, Relative, Source, Stage};
use std::collections::BTreeSet;

/// Inputs and states, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Knowns {
    inputs: BTreeSet<usize>,
    states: BTreeSet<usize>,
    /// Every state, whatever `states` holds.
    all_states: bool,
}

impl Knowns {
    fn of_inputs(inputs: BTreeSet<usize>) -> Self {
        Self { inputs, ..Self::default() }
    }

    fn add(&mut self, other: &Self) {
        self.inputs.extend(&other.inputs);
        self.states.extend(&other.states);
        self.all_states |= other.all_states;
    }

    fn and(mut self, other: &Self) -> Self {
        self.add(other);
        self
    }
}

/// Direct dependencies of the quantities of a model.
pub(super) struct Dependencies<'a> {
    context: &'a Context<'a>,
    /// State of each position coordinate.
    position_states: Vec<Option<usize>>,
    /// State of each velocity coordinate.
    speed_states: Vec<Option<usize>>,
    /// Per joint: what the source that prescribes its motion reads.
    prescribers: Vec<Option<Knowns>>,
    /// Per signal.
    signals: Vec<Knowns>,
    /// All states, and the inputs that positions and speeds depend on.
    motion: Knowns,
    /// All states, and the inputs that accelerations and forces depend on.
    forces: Knowns,
}

impl<'a> Dependencies<'a> {
    /// Finds what signals, motion and forces depend on.
    pub fn new(context: &'a Context<'a>) -> Self {
        let (inputs, first) = (context.sets.inputs.len(), context.collected.signal_outputs);
        let mut signals = vec![Knowns::default(); first + inputs];
        for input in 0..inputs {
            signals[first + input].inputs.insert(input);
        }
        let tree = &context.spanned.tree;
        let all_states = Knowns { all_states: true, ..Knowns::default() };
        let mut result = Self {
            context,
            position_states: (0..tree.nq).map(|i| context.states.position_state(i)).collect(),
            speed_states: (0..tree.nv).map(|i| context.states.speed_state(i)).collect(),
            prescribers: vec![None; tree.joints.len()],
            signals,
            motion: all_states.clone(),
            forces: all_states,
        };
        let schedule = context.schedule;
        schedule.time.iter().for_each(|law| result.visit(*law));
        // What prescribes a motion may itself be measured: until nothing is added.
        loop {
            let before = result.size();
            result.visit_prescribers();
            schedule.motion.iter().for_each(|law| result.visit(*law));
            if result.size() == before {
                break;
            }
        }
        // What comes back to a force depends on what the force depends on, which is found out without it.
        let feedback = &schedule.feedback;
        feedback.accelerations.iter().chain(&feedback.reactions).for_each(|law| result.visit(*law));
        result.gather_forces();
        feedback.accelerations.iter().chain(&feedback.reactions).for_each(|law| result.visit(*law));
        let outputs = [&schedule.motion_outputs, &schedule.acceleration_outputs, &schedule.reaction_outputs];
        outputs.into_iter().flatten().for_each(|law| result.visit(*law));
        result
    }

    /// Number of dependencies of the motion, which only grows.
    fn size(&self) -> usize {
        let knowns = self.prescribers.iter().flatten();
        knowns.map(|k| k.inputs.len() + k.states.len() + usize::from(k.all_states) + 1).sum()
    }

    fn signals_into(&self, elements: impl Iterator<Item = usize>) -> Knowns {
        elements.fold(Knowns::default(), |sum, element| sum.and(&self.signals[self.context.sets.drivers[element]]))
    }

    /// What a law reads: its signals and, from its stage on, motion and forces.
    fn law(&self, law: usize) -> Knowns {
        let found = &self.context.collected.elements.laws[law];
        let inputs = found.inputs();
        let read = self.signals_into(inputs.iter().flat_map(|input| input.first..input.first + input.size));
        match found.stage() {
            // The time derivative of a signal follows the accelerations.
            _ if self.context.schedule.derivatives_in[law] > 0 => read.and(&self.forces),
            Stage::Parameters | Stage::Time => read,
            Stage::Motion => read.and(&self.motion),
            _ => read.and(&self.forces),
        }
    }

    fn visit(&mut self, law: usize) {
        if let Some(output) = self.context.collected.elements.laws[law].output() {
            let found = self.law(law);
            self.signals[output.first..output.first + output.size].fill(found);
        }
    }

    /// A source that prescribes motion reads the signals into its component.
    fn visit_prescribers(&mut self) {
        let collected = self.context.collected;
        for (joint, number) in &self.context.spanned.prescribed {
            let name = &collected.elements.prescribed_flanges[*number].name;
            let elements = collected.connectors.iter().filter_map(|connector| match &connector.handle {
                Some(ConnectorHandle::Input(input)) if collected.components[connector.component].name == *name => {
                    Some(input.first..input.first + input.size)
                }
                _ => None,
            });
            let found = self.signals_into(elements.flatten());
            let [positions, speeds] = self.coordinates_of(*joint);
            let has_state = positions.iter().chain(&speeds).all(Option::is_some);
            if !has_state {
                self.motion.add(&found);
            }
            self.forces.add(&found);
            self.prescribers[*joint] = Some(found);
        }
    }

    /// A force may reach every body that moves.
    fn gather_forces(&mut self) {
        let schedule = self.context.schedule;
        for law in schedule.time.iter().chain(&schedule.motion).chain(&schedule.feedback.forces) {
            if self.context.collected.elements.laws[*law].acts() {
                let found = self.law(*law);
                self.forces.add(&found);
            }
        }
    }

    /// States of the position and velocity coordinates of a joint.
    fn coordinates_of(&self, joint: JointId) -> [Vec<Option<usize>>; 2] {
        let joint = self.context.spanned.tree.joints[joint];
        let positions = self.position_states[joint.q..joint.q + joint.kind.nq()].to_vec();
        [positions, self.speed_states[joint.v..joint.v + joint.kind.nv()].to_vec()]
    }

    /// Position of a joint.
    fn position_of(&self, joint: JointId) -> Knowns {
        let [positions, _] = self.coordinates_of(joint);
        self.states_or_prescriber(joint, &positions)
    }

    /// Position and speed of a joint.
    fn motion_of(&self, joint: JointId) -> Knowns {
        let [positions, speeds] = self.coordinates_of(joint);
        self.states_or_prescriber(joint, &positions).and(&self.states_or_prescriber(joint, &speeds))
    }

    /// States, or what decides coordinates that are none.
    fn states_or_prescriber(&self, joint: JointId, states: &[Option<usize>]) -> Knowns {
        let own = states.iter().flatten().copied().collect();
        let known = Knowns { states: own, ..Knowns::default() };
        match &self.prescribers[joint] {
            _ if states.iter().all(Option::is_some) => known,
            Some(prescriber) => known.and(prescriber),
            None => known.and(&self.motion),
        }
    }

    /// The joints between the ground and a frame.
    fn joints_to(&self, frame: FrameId) -> impl Iterator<Item = JointId> {
        let mechanism = self.context.mechanism;
        let link = mechanism.nodes[mechanism.frame_nodes[frame]].link;
        let parent = |joint: &JointId| mechanism.tree.joints[*joint].parent.checked_sub(1);
        std::iter::successors(link.checked_sub(1), parent)
    }

    fn pose(&self, frame: FrameId) -> Knowns {
        self.joints_to(frame).fold(Knowns::default(), |sum, joint| sum.and(&self.position_of(joint)))
    }

    fn twist(&self, frame: FrameId) -> Knowns {
        self.joints_to(frame).fold(Knowns::default(), |sum, joint| sum.and(&self.motion_of(joint)))
    }

    /// The joint that a position coordinate belongs to.
    fn joint_of(&self, has: impl Fn(&crate::mechanism::TreeJoint) -> bool) -> Option<JointId> {
        self.context.spanned.tree.joints.iter().position(has)
    }

    /// What a quantity depends on.
    pub fn of(&self, source: &Source) -> Knowns {
        let of_joint = |joint: Option<JointId>, of: fn(&Self, JointId) -> Knowns| {
            joint.map_or_else(|| self.forces.clone(), |joint| of(self, joint))
        };
        match *source {
            Source::Time | Source::Constant(_) | Source::Parameter(_) => Knowns::default(),
            Source::Input(input) => Knowns::of_inputs(std::iter::once(input).collect()),
            Source::Signal(signal, _) => self.signals[signal].clone(),
            Source::Law(law, _, Stage::Motion | Stage::Signals) => self.law(law).and(&self.motion),
            Source::Coordinate(i) => match self.position_states[i] {
                Some(state) => Knowns { states: [state].into(), ..Knowns::default() },
                None => of_joint(self.joint_of(|j| (j.q..j.q + j.kind.nq()).contains(&i)), Self::position_of),
            },
            Source::CoordinateDerivative(i) => {
                let joint = self.joint_of(|j| (j.q..j.q + j.kind.nq()).contains(&i));
                of_joint(joint, |this, joint| this.rate_of(joint))
            }
            Source::Speed(i) => match self.speed_states[i] {
                Some(state) => Knowns { states: [state].into(), ..Knowns::default() },
                None => of_joint(self.joint_of(|j| (j.v..j.v + j.kind.nv()).contains(&i)), Self::motion_of),
            },
            Source::LawState(i) => self.of_state(self.context.states.first_law() + i),
            Source::Angle(i) => self.of_state(self.context.states.first_angle() + i),
            // An angle, whose derivative is the state three behind it.
            Source::AngleDerivative(i) if i % 6 < 3 => self.of_state(self.context.states.first_angle() + i + 3),
            Source::Position(frame, _) | Source::Orientation(frame, ..) | Source::Quaternion(frame, _) => {
                self.pose(frame)
            }
            Source::Velocity(frame, _) | Source::AngularVelocity(frame, _) | Source::QuaternionDerivative(frame, _) => {
                self.twist(frame)
            }
            Source::Gravity(mass, _) => self.pose(self.context.mechanism.masses[mass].frame),
            Source::Relative(a, b, Relative::Position | Relative::Quaternion | Relative::Orientation, _) => {
                self.pose(a).and(&self.pose(b))
            }
            Source::Relative(a, b, Relative::Velocity | Relative::AngularVelocity, _) => {
                self.twist(a).and(&self.twist(b))
            }
            Source::FlangePosition(flange) => match self.context.mechanism.flange_potentials[flange] {
                FlangePotential::Ground => Knowns::default(),
                FlangePotential::Joint(joint) => self.position_of(joint),
            },
            Source::FlangeSpeed(flange) => match self.context.mechanism.flange_potentials[flange] {
                FlangePotential::Ground => Knowns::default(),
                FlangePotential::Joint(joint) => self.motion_of(joint),
            },
            _ => self.forces.clone(),
        }
    }

    fn of_state(&self, state: usize) -> Knowns {
        Knowns { states: [state].into(), ..Knowns::default() }
    }

    /// Derivatives of the position of a joint: its speed and, where an orientation turns, the orientation.
    fn rate_of(&self, joint: JointId) -> Knowns {
        let [_, speeds] = self.coordinates_of(joint);
        match self.context.spanned.tree.joints[joint].kind.nq() {
            1 => self.states_or_prescriber(joint, &speeds),
            _ => self.motion_of(joint),
        }
    }

    /// Numbers of what an output depends on, inputs before states, ascending; none when these are all inputs and states.
    pub fn of_output(&self, source: &Source) -> Option<Vec<usize>> {
        self.indices(&self.of(source))
    }

    /// The same for a state derivative; none when it counts as depending on everything. Feedthrough
    /// of single inputs matters at outputs only: a derivative that depends on all states is not listed, so that the lists stay short.
    pub fn of_derivative(&self, source: &Source) -> Option<Vec<usize>> {
        let found = self.of(source);
        if found.all_states && self.context.states.dimension() > 0 { None } else { self.indices(&found) }
    }

    fn indices(&self, found: &Knowns) -> Option<Vec<usize>> {
        let (inputs, states) = (self.context.sets.inputs.len(), self.context.states.dimension());
        let states_found = if found.all_states { states } else { found.states.len() };
        if found.inputs.len() == inputs && states_found == states && inputs + states > 0 {
            return None;
        }
        let numbers = found.inputs.iter().copied();
        let states = (0..states).filter(|state| found.all_states || found.states.contains(state));
        Some(numbers.chain(states.map(|state| inputs + state)).collect())
    }
}
