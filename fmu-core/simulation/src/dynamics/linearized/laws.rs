//! Derivatives of laws: each law over jets of its own, seeded only where it reads something.
//!
//! A law is a map from the motion of the links and coordinates that it sees, its states, signals and time to its signal, the flows into its
//! frames and flanges, the derivatives of its states and the accelerations that it prescribes. Its block is the derivative of this map. A
//! column puts its own motion of these arguments through the blocks, in the order of the schedule.

use super::elimination::Eliminated;
use super::law_parts::{LawPart, OF_LINK};
use super::plan::{By, Plan, Point};
use super::subtree::Vector;
use crate::dynamics::Evaluation;
use crate::dynamics::jets::{JetEvaluations, constant_link};
use crate::model::Model;
use mechanism::scalar::{Jet, Scalar};
use mechanism::spatial::algebra::{add, cross, sub, zeros};
use mechanism::{FrameId, StateId};

/// Changes of forces along a column, which enter its pass.
pub(super) trait Pushed {
    /// External wrench on the link that a step moves: torque and force.
    fn push(&mut self, step: usize, torque: Vector, force: Vector);
    /// Generalised force along a step, or its acceleration if that is given.
    fn drive(&mut self, step: usize, force: f64);
    /// Derivative of a state of a law.
    fn rate(&mut self, state: StateId, rate: f64);
}

/// Blocks of all laws.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    /// Per law: the forces, then its columns.
    elements: Vec<f64>,
    /// Arguments and results of one law for one column.
    arguments: Vec<f64>,
    results: Vec<f64>,
    /// Signals of one column.
    signals: Vec<f64>,
    /// Rates of the inputs, for the column of time.
    input_rates: Vec<f64>,
}

impl Blocks {
    pub fn new(plan: &Plan, model: &Model) -> Self {
        let most = |count: fn(&LawPart) -> usize| plan.laws.iter().map(count).max().unwrap_or(0);
        Self {
            elements: vec![0.0; plan.laws.iter().map(LawPart::size).sum()],
            arguments: vec![0.0; most(LawPart::arguments)],
            results: vec![0.0; most(LawPart::results)],
            signals: vec![0.0; model.signal_count],
            input_rates: vec![0.0; model.catalogue.inputs.len()],
        }
    }

    /// Finds the blocks at a point where the laws have been evaluated.
    pub fn find(
        &mut self,
        Point { plan, model, evaluation }: Point<'_>,
        (functions, jets): (&JetEvaluations, &mut Evaluation<Jet>),
        rates: impl Iterator<Item = f64>,
    ) {
        self.input_rates.iter_mut().zip(rates).for_each(|(own, rate)| *own = rate);
        jets.take_discrete(evaluation);
        for part in &plan.laws {
            let block = &mut self.elements[part.first..part.first + part.size()];
            take_arguments(part, evaluation, jets);
            let results = part.results();
            let (forces, block) = block.split_at_mut(6 * part.frames.len());
            let count = part.arguments();
            for first in (0..count).step_by(Jet::DIRECTIONS) {
                let lanes = Jet::DIRECTIONS.min(count - first);
                (0..lanes).for_each(|lane| seed(part, jets, first + lane, lane));
                part.given.iter().for_each(|v| jets.vdot[*v] = Jet::constant(evaluation.vdot[*v]));
                (functions.laws)(jets, model, &[part.law]);
                for lane in 0..lanes {
                    let column = &mut block[(first + lane) * results..(first + lane + 1) * results];
                    column.iter_mut().zip(results_of(part, jets)).for_each(|(x, result)| *x = result.along[lane]);
                }
                // Orientations are moved, not only seeded: everything as it was.
                take_arguments(part, evaluation, jets);
            }
            for ((frame, _), force) in part.frames.iter().zip(forces.chunks_exact_mut(6)) {
                let flow = &jets.flows[*frame];
                flow.force.iter().chain(&flow.torque).zip(force).for_each(|(x, to)| *to = x.value());
            }
        }
    }

    /// Puts a column through the laws that it touches.
    pub fn push(&mut self, at: Point<'_>, by: By, tree: &Eliminated, to: &mut dyn Pushed) {
        let Point { plan, model, evaluation } = at;
        let touched = &plan.touched[plan.column(by)];
        if touched.is_empty() {
            return;
        }
        match by {
            By::Input(input) => self.signals[model.first_input_signal + input] = 1.0,
            By::Time => self.signals[model.first_input_signal..].copy_from_slice(&self.input_rates),
            _ => {}
        }
        for number in touched {
            let part = &plan.laws[*number as usize];
            let arguments = &mut self.arguments[..part.arguments()];
            move_arguments(part, at, by, tree, &self.signals, arguments);
            let (forces, block) = self.elements[part.first..part.first + part.size()].split_at(6 * part.frames.len());
            let results = &mut self.results[..part.results()];
            results.fill(0.0);
            if !results.is_empty() {
                for (x, column) in arguments.iter().zip(block.chunks_exact(results.len())).filter(|(x, _)| **x != 0.0) {
                    results.iter_mut().zip(column).for_each(|(result, element)| *result += x * element);
                }
            }
            let mut results = &*results;
            let mut next = |count: usize| {
                let (own, rest) = results.split_at(count);
                results = rest;
                own
            };
            self.signals[part.written.clone()].copy_from_slice(next(part.written.len()));
            for ((frame, link), force) in part.frames.iter().zip(forces.chunks_exact(6)) {
                let (step, own) = (plan.step_of_link[*link] - 1, next(6));
                let turn = turn_of(plan, by, tree, step);
                // Seen from axes that move along.
                let change = |k: usize| sub(three(own, k), cross(turn, three(force, k)));
                let (force, torque) = (change(0), change(3));
                let node = model.mechanism.frame_nodes[*frame];
                let arm = mechanism::link_axes(&evaluation.links[*link]) * evaluation.constants.nodes[node].position;
                let torque = add(torque, cross(arm.into(), force));
                to.push(step, torque.map(|x| -x), force.map(|x| -x));
            }
            for (flange, v) in &part.flanges {
                let ratio = evaluation.constants.flanges[model.mechanism.flange_nodes[*flange]].ratio;
                let (step, flow) = (plan.step_of_speed[*v], next(1)[0]);
                // Forces do nothing to a joint whose acceleration is given.
                if !plan.steps[step].is_given {
                    to.drive(step, -ratio * flow);
                }
            }
            part.rates.iter().for_each(|state| to.rate(*state, next(1)[0]));
            part.given.iter().for_each(|v| to.drive(plan.step_of_speed[*v], next(1)[0]));
        }
        for number in touched {
            self.signals[plan.laws[*number as usize].written.clone()].fill(0.0);
        }
        self.signals[model.first_input_signal..].fill(0.0);
    }
}

fn three(numbers: &[f64], first: usize) -> Vector {
    [numbers[first], numbers[first + 1], numbers[first + 2]]
}

/// All that a law reads, without derivatives.
fn take_arguments(part: &LawPart, from: &Evaluation<f64>, to: &mut Evaluation<Jet>) {
    to.elapsed = Jet::constant(from.elapsed);
    part.links.iter().for_each(|link| to.links[*link] = constant_link(&from.links[*link]));
    for (q, v) in &part.coordinates {
        to.q[*q] = Jet::constant(from.q[*q]);
        to.v[*v] = Jet::constant(from.v[*v]);
    }
    part.states.iter().for_each(|state| to.states[*state] = Jet::constant(from.states[*state]));
    part.signals.iter().for_each(|signal| to.signals[*signal] = Jet::constant(from.signals[*signal]));
}

/// Lets argument number `k` of a law change along direction `lane`.
fn seed(part: &LawPart, jets: &mut Evaluation<Jet>, k: usize, lane: usize) {
    let Some(k) = k.checked_sub(1) else {
        jets.elapsed.along[lane] = 1.0;
        return;
    };
    let links = OF_LINK * part.links.len();
    if k < links {
        let link = &mut jets.links[part.links[k / OF_LINK]];
        let (quantity, axis) = (k % OF_LINK / 3, k % 3);
        match quantity {
            0 => {
                let (y, z) = ((axis + 1) % 3, (axis + 2) % 3);
                for column in &mut link.axes {
                    column[y].along[lane] = -column[z].value;
                    column[z].along[lane] = column[y].value;
                }
            }
            1 => link.position[axis].along[lane] = 1.0,
            2 => link.omega[axis].along[lane] = 1.0,
            _ => link.velocity[axis].along[lane] = 1.0,
        }
        return;
    }
    let k = k - links;
    let coordinates = 2 * part.coordinates.len();
    if k < coordinates {
        let (q, v) = part.coordinates[k / 2];
        let own = if k.is_multiple_of(2) { &mut jets.q[q] } else { &mut jets.v[v] };
        own.along[lane] = 1.0;
    } else if let Some(state) = part.states.get(k - coordinates) {
        jets.states[*state].along[lane] = 1.0;
    } else {
        jets.signals[part.signals[k - coordinates - part.states.len()]].along[lane] = 1.0;
    }
}

/// Results of a law, in the order of its block.
fn results_of<'a>(part: &'a LawPart, jets: &'a Evaluation<Jet>) -> impl Iterator<Item = Jet> + 'a {
    let flow = |frame: FrameId| jets.flows[frame].force.into_iter().chain(jets.flows[frame].torque);
    (part.written.clone().map(|signal| jets.signals[signal]))
        .chain(part.frames.iter().flat_map(move |(frame, _)| flow(*frame)))
        .chain(part.flanges.iter().map(|(flange, _)| jets.flange_flows[*flange]))
        .chain(part.rates.iter().map(|state| jets.state_derivatives[*state]))
        .chain(part.given.iter().map(|v| jets.vdot[*v]))
}

/// Turn of what step `moved` moves.
fn turn_of(plan: &Plan, by: By, tree: &Eliminated, moved: usize) -> Vector {
    match by {
        By::Position(step) if plan.is_behind(step, moved) => tree.entries[step][0].turn,
        _ => zeros(),
    }
}

/// Changes of the arguments of a law along a column.
fn move_arguments(part: &LawPart, at: Point<'_>, by: By, tree: &Eliminated, signals: &[f64], arguments: &mut [f64]) {
    let plan = at.plan;
    arguments.fill(0.0);
    arguments[0] = if by == By::Time { 1.0 } else { 0.0 };
    let (links, rest) = arguments[1..].split_at_mut(OF_LINK * part.links.len());
    let (coordinates, rest) = rest.split_at_mut(2 * part.coordinates.len());
    let (states, own_signals) = rest.split_at_mut(part.states.len());
    match by {
        By::Position(step) | By::Speed(step) => {
            let which = usize::from(matches!(by, By::Speed(_)));
            for (link, to) in part.links.iter().zip(links.chunks_exact_mut(OF_LINK)) {
                if plan.is_behind(step, plan.step_of_link[*link] - 1) {
                    move_link(at, step, which, *link, tree, to);
                }
            }
            for ((_, v), to) in part.coordinates.iter().zip(coordinates.chunks_exact_mut(2)) {
                to[which] = if *v == plan.steps[step].v { 1.0 } else { 0.0 };
            }
        }
        By::LawState(state) => {
            part.states.iter().zip(states).for_each(|(own, to)| *to = if *own == state { 1.0 } else { 0.0 });
        }
        By::Time | By::Input(_) => {}
    }
    part.signals.iter().zip(own_signals).for_each(|(signal, to)| *to = signals[*signal]);
}

/// Motion of a link behind a step along one of the columns of the step.
fn move_link(at: Point<'_>, step: usize, which: usize, link: usize, tree: &Eliminated, to: &mut [f64]) {
    let entry = &tree.entries[step][which];
    let (own, there) = (&tree.places[at.plan.steps[step].joint + 1], &tree.places[link]);
    let (way, speed) = (sub(there.position, own.position), sub(there.velocity, own.velocity));
    let (turn, beta) = (entry.turn, entry.beta);
    to[0..3].copy_from_slice(&turn);
    to[3..6].copy_from_slice(&add(entry.shift, cross(turn, way)));
    to[6..9].copy_from_slice(&add(cross(turn, at.evaluation.links[link].omega), beta));
    to[9..12].copy_from_slice(&add(add(entry.speed, cross(turn, speed)), cross(beta, way)));
}
