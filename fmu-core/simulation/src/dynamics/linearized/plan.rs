//! Parts of the exact Jacobian of a model, found once: joints taken apart into single coordinates, columns, and which laws a column
//! touches.

use super::law_parts::{LawPart, law_parts};
use crate::dynamics::Evaluation;
use crate::model::Model;
use mechanism::joint_kinds::Transmits;
use mechanism::sort::sort_by_key;
use mechanism::{Constraint, ConstraintKind, Gravity, Motion, Tree};
use std::ops::Range;

/// Pairs of a law and a column that touches it, at most; a model with more has thousands of joints in a row with forces on their links.
const MOST_TOUCHED: usize = 4_000_000;

/// One velocity coordinate of a joint, as a joint of its own. A joint of several coordinates is a row of them, with links without mass in
/// between; the last one moves the link.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Number of the joint.
    pub joint: usize,
    /// Number of the coordinate in its joint.
    pub part: usize,
    /// Velocity coordinate.
    pub v: usize,
    /// The step before it on the way from the ground, plus one; 0 on the ground.
    pub parent: usize,
    /// Place in an order in which the steps behind it follow it, and the first place after these.
    order: Range<usize>,
    /// The step at which its columns enter: axes of a rotation in several coordinates all turn with the link.
    pub enter: usize,
    /// Something hangs on it that does not follow it in the list.
    pub gathers: bool,
    /// Is the acceleration given, not found?
    pub is_given: bool,
    /// Its driving torque does not act back on the parent.
    pub is_rotor: bool,
    /// The cluster of joints that it is in.
    pub node: Option<usize>,
}

impl Step {
    /// The first of its joint: the way from the parent's origin leads to it.
    pub fn is_first(&self) -> bool {
        self.part == 0
    }
}

/// A cluster of joints that close loops.
#[derive(Clone, Debug)]
pub(super) struct NodePart {
    /// Its number in the tree.
    pub cluster: usize,
    pub steps: Range<usize>,
    /// The step that moves its root, plus one; 0 for the ground.
    pub root: usize,
}

/// Variable of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// The position along the velocity coordinate of a step: of rotations in several coordinates, the turn about the axis.
    Position(usize),
    /// The speed of a step.
    Speed(usize),
    /// A state of a law.
    LawState(usize),
    /// An FMI input.
    Input(usize),
    /// Time, with the inputs that follow it.
    Time,
}

/// All that does not change with numbers.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Coordinates in the order of the joints.
    pub steps: Vec<Step>,
    /// Clusters that are eliminated as a whole.
    pub nodes: Vec<NodePart>,
    /// The step that moves each link, plus one; 0 for the ground.
    pub step_of_link: Vec<usize>,
    /// The step of each velocity coordinate.
    pub step_of_speed: Vec<usize>,
    /// Laws that the accelerations need, in the order of evaluation.
    pub laws: Vec<LawPart>,
    /// For each column the numbers of the laws, among these, that it touches, ascending.
    pub touched: Vec<Vec<u32>>,
    /// Coordinates, or signals that drive the mechanism, follow time in a way that only jets know: derivatives by time and inputs are theirs.
    pub time_by_jets: bool,
    /// Number of states of laws.
    law_states: usize,
}

/// A point at which derivatives are taken.
#[derive(Clone, Copy)]
pub(super) struct Point<'a> {
    pub plan: &'a Plan,
    pub model: &'a Model,
    pub evaluation: &'a Evaluation<f64>,
}

impl Plan {
    /// The plan for a model; none if it has parts whose derivatives are not known in closed form.
    pub fn new(model: &Model, parameters: &[f64]) -> Option<Self> {
        // Rods have a parameter for their mass, which mostly is zero.
        if !is_supported(model) || model.mechanism.inert.iter().any(|inert| parameters[inert.m] != 0.0) {
            return None;
        }
        let mut steps = steps(&model.mechanism.tree);
        let mut step_of_link = vec![0; model.mechanism.tree.joints.len() + 1];
        let mut step_of_speed = vec![0; model.mechanism.tree.nv];
        for (number, step) in steps.iter().enumerate() {
            step_of_link[step.joint + 1] = number + 1;
            step_of_speed[step.v] = number;
        }
        let nodes = nodes(model, &mut steps, &step_of_link)?;
        let mut plan = Self {
            steps,
            nodes,
            step_of_link,
            step_of_speed,
            laws: Vec::new(),
            touched: Vec::new(),
            time_by_jets: time_needs_jets(model),
            law_states: model.states.laws,
        };
        // No column reaches the laws of time if derivatives by time take jets.
        let time: &[usize] = if plan.time_by_jets { &[] } else { &model.schedule.time };
        plan.laws = law_parts(model, time)?;
        plan.touched = plan.find_touched(model)?;
        Some(plan)
    }

    /// Number of a column.
    pub fn column(&self, by: By) -> usize {
        let first = 2 * self.steps.len();
        match by {
            By::Position(step) => 2 * step,
            By::Speed(step) => 2 * step + 1,
            By::LawState(state) => first + state,
            By::Time => first + self.law_states,
            By::Input(input) => first + self.law_states + 1 + input,
        }
    }

    /// For each column the laws that it touches: those that read what it moves, and those that read their signals.
    /// None where these are too many.
    fn find_touched(&self, model: &Model) -> Option<Vec<Vec<u32>>> {
        let columns = self.column(By::Input(0)) + model.catalogue.inputs.len();
        let mut touched = vec![Vec::new(); columns];
        // Per law of the model, as far as they have been looked at.
        let mut columns_of: Vec<Vec<usize>> = vec![Vec::new(); model.laws.len()];
        let mut left = MOST_TOUCHED;
        for (number, part) in self.laws.iter().enumerate() {
            let mut own = vec![self.column(By::Time)];
            own.extend(self.columns_of_links(part));
            own.extend(part.coordinates.iter().flat_map(|(_, v)| self.columns_of_step(self.step_of_speed[*v])));
            own.extend(part.states.iter().map(|state| self.column(By::LawState(*state))));
            for signal in &part.signals {
                match model.schedule.producer[*signal] {
                    Some(law) => own.extend(&columns_of[law]),
                    None => own.extend(
                        signal.checked_sub(model.first_input_signal).map(|input| self.column(By::Input(input))),
                    ),
                }
            }
            sort_by_key(&mut own, |column| *column);
            own.dedup();
            left = left.checked_sub(own.len())?;
            own.iter().for_each(|column| touched[*column].push(number as u32));
            columns_of[part.law] = own;
        }
        Some(touched)
    }

    /// True when step `moved` is behind the step at which the columns of a step enter.
    pub fn is_behind(&self, step: usize, moved: usize) -> bool {
        self.steps[self.steps[step].enter].order.contains(&self.steps[moved].order.start)
    }

    /// True for a cluster whose joints are only tied to each other, so that the tree eliminates them.
    pub fn is_tied(&self, cluster: usize) -> bool {
        self.nodes.iter().all(|node| node.cluster != cluster)
    }

    /// The steps whose columns enter at this one.
    pub fn entering(&self, i: usize) -> impl Iterator<Item = usize> {
        let own = self.steps[i..].iter().take_while(move |step| step.joint == self.steps[i].joint).enumerate();
        own.filter(move |(_, step)| step.enter == i).map(move |(k, _)| i + k)
    }

    /// The step that hands on what a column leaves behind the step at which it enters, plus one: in a cluster its root.
    pub fn onto(&self, enter: usize) -> usize {
        self.steps[enter].node.map_or(self.steps[enter].parent, |node| self.nodes[node].root)
    }

    /// True when all joints have one coordinate, and forces depend on positions and speeds of their own joint only.
    pub fn is_local(&self, model: &Model) -> bool {
        let is_single = |(number, step): (usize, &Step)| {
            let next = self.steps.get(number + 1);
            step.is_first() && next.is_none_or(Step::is_first) && !step.is_given && !step.is_rotor
        };
        let is_own = |column: usize| {
            let v = self.steps[column / 2].v;
            self.touched[column].iter().all(|law| self.laws[*law as usize].drives_only(v))
        };
        self.law_states == 0
            && model.mechanism.tree.clusters.is_empty()
            && model.discrete.frictions.is_empty()
            && self.steps.iter().enumerate().all(is_single)
            && (0..2 * self.steps.len()).all(is_own)
    }

    fn columns_of_step(&self, step: usize) -> [usize; 2] {
        [self.column(By::Position(step)), self.column(By::Speed(step))]
    }

    /// Columns that move links which a law sees. One that only feels how its two links move relative to each other feels nothing of those
    /// that move both.
    fn columns_of_links(&self, part: &LawPart) -> Vec<usize> {
        let mut steps: Vec<usize> = part.links.iter().flat_map(|link| self.way_to(self.step_of_link[*link])).collect();
        sort_by_key(&mut steps, |step| *step);
        if part.is_relative {
            let all = steps.clone();
            steps.retain(|step| all.iter().filter(|other| *other == step).count() == 1);
        }
        steps.into_iter().flat_map(|step| self.columns_of_step(step)).collect()
    }

    /// The steps between the ground and what a step moves; numbers plus one.
    fn way_to(&self, step: usize) -> impl Iterator<Item = usize> {
        let before = |step: &usize| step.checked_sub(1).map(|number| self.steps[number].parent);
        std::iter::successors(Some(step), before).filter_map(|step| step.checked_sub(1))
    }
}

/// Joints taken apart.
fn steps(tree: &Tree) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::with_capacity(tree.nv);
    let mut step_of_link = vec![0; tree.joints.len() + 1];
    for (joint, data) in tree.joints.iter().enumerate() {
        let first = steps.len();
        let turn = data.kind.quaternion().unwrap_or(0);
        for part in 0..data.kind.nv() {
            let number = first + part;
            steps.push(Step {
                joint,
                part,
                v: data.v + part,
                parent: if part == 0 { step_of_link[data.parent] } else { number },
                order: 0..1,
                enter: if part >= turn { first + turn } else { first },
                gathers: false,
                is_given: data.motion == Motion::Prescribed,
                is_rotor: data.kind.transmits() == Transmits::AcrossAxis,
                node: None,
            });
        }
        step_of_link[joint + 1] = steps.len();
    }
    // Numbers of steps behind each, then places for them.
    for number in (0..steps.len()).rev() {
        let Step { parent, order, .. } = steps[number].clone();
        if let Some(parent) = parent.checked_sub(1) {
            steps[parent].order.end += order.end;
            steps[parent].gathers |= parent + 1 != number;
        }
    }
    let mut next = vec![0; steps.len() + 1];
    for (number, step) in steps.iter_mut().enumerate() {
        let start = next[step.parent];
        step.order = start..start + step.order.end;
        (next[step.parent], next[number + 1]) = (step.order.end, start + 1);
    }
    steps
}

/// A row between coordinates, with constant factors.
fn is_tie(constraint: &Constraint) -> bool {
    matches!(constraint.kind, ConstraintKind::Flanges(_) | ConstraintKind::Relation(_))
}

/// The clusters with rows between frames; none where a rotor is in one.
fn nodes(model: &Model, steps: &mut [Step], step_of_link: &[usize]) -> Option<Vec<NodePart>> {
    let mut nodes = Vec::new();
    for (number, cluster) in model.mechanism.tree.clusters.iter().enumerate() {
        if model.mechanism.constraints[cluster.constraints.clone()].iter().all(is_tie) {
            continue;
        }
        let first = steps.iter().position(|step| step.joint == cluster.joints.start)?;
        let own = first..step_of_link[cluster.joints.end];
        if steps[own.clone()].iter().any(|step| step.is_rotor) {
            return None;
        }
        steps[own.clone()].iter_mut().for_each(|step| step.node = Some(nodes.len()));
        nodes.push(NodePart { cluster: number, steps: own, root: step_of_link[cluster.root] });
    }
    for number in 0..steps.len() {
        if let Some(parent) = steps[number].parent.checked_sub(1) {
            steps[parent].gathers |= steps[parent].node.is_some() || steps[number].node.is_some();
        }
    }
    Some(nodes)
}

/// True when every part of the model has derivatives here.
fn is_supported(model: &Model) -> bool {
    let (mechanism, feedback) = (&model.mechanism, &model.schedule.feedback);
    let has_feedback = [&feedback.forces, &feedback.accelerations, &feedback.reactions, &feedback.rates];
    let is_known = |constraint: &Constraint| {
        !matches!(constraint.kind, ConstraintKind::Rolling { .. } | ConstraintKind::Balance { .. })
    };
    mechanism.constraints.iter().all(is_known)
        && mechanism.massless.is_empty()
        && mechanism.couplings.is_empty()
        && mechanism.lines.is_empty()
        && mechanism.mountings.is_empty()
        && mechanism.rotors.iter().all(|rotor| rotor.joint.is_some())
        && mechanism.heat.nodes.is_empty()
        && matches!(mechanism.gravity, Gravity::None | Gravity::Uniform { .. })
        && has_feedback.iter().all(|laws| laws.is_empty())
        && feedback.signals.is_empty()
        && model.schedule.given_derivatives[1].is_empty()
        && model.states.angles.is_empty()
}

/// True when joints follow time: their coordinates are no states, or their accelerations are derivatives of signals.
fn time_needs_jets(model: &Model) -> bool {
    let (tree, layout) = (&model.mechanism.tree, &model.states);
    layout.positions.len() < tree.nq || layout.speeds.len() < tree.nv || model.needs_rates_before_motion()
}
