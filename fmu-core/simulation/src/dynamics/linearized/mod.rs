//! Exact derivatives of the state derivatives by columns of the articulated-body recursion, each of which costs a part of an evaluation.
//!
//! [docs/design/derivatives.md](../../../../../docs/design/derivatives.md) has the method. [`Plan`] says whether a model has only parts
//! that are known here; others take jets.

mod along;
mod borders;
mod cluster_columns;
mod clusters;
mod elimination;
mod implicit;
mod lanes;
mod law_parts;
mod laws;
mod moved;
mod node;
mod plan;
mod rows;
mod subtree;

pub use along::Known;

use super::jets::JetEvaluations;
use super::{Evaluation, Result};
use crate::model::Model;
use along::turn;
use borders::Borders;
use elimination::Eliminated;
use implicit::{Forces, Implicit};
use lanes::{Into, LANES, Lane, Lanes};
use laws::Blocks;
use mechanism::scalar::{Jet, Scalar};
use mechanism::spatial::algebra::dot;
use mechanism::{Source, Stage, TreeJoint};
use moved::Moved;
use plan::{By, Plan, Point};
use std::ops::Range;

/// A model, and the evaluation at the state where derivatives are taken.
pub(super) type Evaluated<'a> = (&'a Model, &'a Evaluation<f64>);

/// Derivatives of one model, with their memory.
#[derive(Clone, Debug)]
pub(super) struct Linearized {
    plan: Plan,
    tree: Eliminated,
    lanes: Lanes,
    blocks: Blocks,
    functions: &'static JetEvaluations,
    /// The evaluation over jets in which laws are looked at one by one, and outputs along directions; made when it is needed.
    jets: Option<Box<Evaluation<Jet>>>,
    /// The evaluation over jets moves along this known, and in its other directions along those that follow; none if it is elsewhere.
    moved_by: Option<Known>,
    /// The evaluation over jets has the motion of the links.
    has_links: bool,
    /// Motion of what each step moves along a direction, that of the ground first.
    moved: Vec<Moved>,
    /// Derivatives of the states along a direction, then accelerations along the steps.
    along: Vec<f64>,
    borders: Borders,
    /// Implicit steps without the Jacobian, where the model has them.
    implicit: Option<Implicit>,
    /// Columns of the Jacobian that the passes give, each with its number among the states; those of a quaternion are turns first.
    columns: Vec<(By, usize)>,
    /// Speeds that are states: step and number of the state.
    rows: Vec<(usize, usize)>,
    /// Elements that are 1: a speed by which the derivative of one position is found, and that position.
    ones: Vec<(usize, usize)>,
    /// Quaternions: joint, first position coordinate, first state.
    quaternions: Vec<(usize, usize, usize)>,
    /// The evaluation of accelerations that was looked at, by number, and whether the derivatives are known there.
    looked_at: Option<u64>,
    is_regular: bool,
    /// Columns of a few states after another that were asked for last, each with the accelerations along all steps below it.
    kept: Option<Range<usize>>,
    kept_columns: Vec<f64>,
}

/// Joints from which on an implicit step without the Jacobian costs less than one with it.
const LONG: usize = 10;

impl Linearized {
    /// For `model`; none if it has parts that need jets.
    pub fn new(model: &Model, parameters: &[f64], functions: &'static JetEvaluations) -> Result<Option<Self>> {
        let Some(plan) = Plan::new(model, parameters) else { return Ok(None) };
        let layout = &model.states;
        let quaternion = |(number, joint): (usize, &TreeJoint)| {
            let first = joint.q + joint.kind.quaternion()?;
            Some((number, first, layout.position_state(first)?))
        };
        let row = |(step, data): (usize, &plan::Step)| Some((step, layout.speed_state(data.v)?));
        let one = |step: &plan::Step| {
            let joint = &model.mechanism.tree.joints[step.joint];
            let turns = joint.kind.quaternion().is_some_and(|turn| step.part >= turn);
            let position = (!turns).then(|| layout.position_state(joint.q + step.part))??;
            Some((layout.speed_state(step.v)?, position))
        };
        let implicit = (plan.steps.len() >= LONG && plan.is_local(model)).then(|| Implicit::new(&plan));
        let size = model.states.dimension() + plan.steps.len();
        Ok(Some(Self {
            functions,
            jets: (!plan.laws.is_empty()).then(|| constant_jets(functions, model, parameters)).transpose()?,
            moved_by: None,
            has_links: false,
            moved: vec![Moved::default(); plan.steps.len() + 1],
            along: vec![0.0; size],
            tree: Eliminated::new(&plan),
            lanes: Lanes::new(&plan, model.states.laws),
            blocks: Blocks::new(&plan, model),
            borders: Borders::new(&plan, model),
            implicit,
            columns: columns(&plan, model),
            rows: plan.steps.iter().enumerate().filter_map(row).collect(),
            ones: plan.steps.iter().filter_map(one).collect(),
            quaternions: model.mechanism.tree.joints.iter().enumerate().filter_map(quaternion).collect(),
            looked_at: None,
            is_regular: false,
            kept: None,
            kept_columns: vec![0.0; LANES * size],
            plan,
        }))
    }

    /// Goes to the state of `evaluation`, whose accelerations are known; `rates` are those of the inputs. False where the tree alone does not
    /// decide how it moves, or contacts stick in more ways than there is freedom.
    pub fn prepare(
        &mut self,
        model: &Model,
        evaluation: &mut Evaluation<f64>,
        rates: impl Iterator<Item = f64>,
    ) -> bool {
        let number = Some(evaluation.evaluations(Stage::Acceleration));
        if self.looked_at == number {
            return self.is_regular;
        }
        (self.looked_at, self.kept, self.moved_by, self.has_links) = (number, None, None, false);
        evaluation.know_clusters(model);
        self.is_regular = self.tree.eliminate_all(&self.plan, model, evaluation);
        if !self.is_regular {
            return false;
        }
        let at = Point { plan: &self.plan, model, evaluation };
        if !self.plan.laws.is_empty()
            && let Some(jets) = &mut self.jets
        {
            self.blocks.find(at, (self.functions, jets), rates);
        }
        self.is_regular = self.borders.find(at, &self.tree, &mut self.lanes);
        self.is_regular
    }

    /// True when jets have to find the derivatives by time and inputs.
    pub fn needs_jets_for_time(&self) -> bool {
        self.plan.time_by_jets
    }

    /// All columns at the state that was prepared, which is that of `at`; see [`Self::needs_jets_for_time`].
    pub fn jacobian(&mut self, at: Evaluated<'_>, by_state: &mut [f64], by_time: &mut [f64]) {
        let (model, evaluation) = at;
        let n = model.states.dimension();
        by_state.fill(0.0);
        by_time.fill(0.0);
        for first in (0..self.columns.len()).step_by(LANES) {
            let last = self.columns.len().min(first + LANES);
            let mut columns = [(By::Time, n); LANES];
            columns[..last - first].copy_from_slice(&self.columns[first..last]);
            self.pass(at, &columns[..last - first]);
            let states = columns.map(|(_, state)| state);
            if last - first == LANES && states.iter().all(|state| *state < n) {
                self.write_lanes(model, states, by_state);
                continue;
            }
            for (lane, (_, state)) in columns[..last - first].iter().enumerate() {
                let to = if *state == n { &mut *by_time } else { &mut by_state[state * n..(state + 1) * n] };
                self.write(model, lane, to);
            }
        }
        for (_, q, first) in &self.quaternions {
            spread_turns(&evaluation.q, *q, &mut by_state[first * n..(first + 4) * n]);
        }
        self.position_rows(at, 0..n, by_state);
    }

    /// Goes on from [`Self::prepare`] to where [`Self::factor`] may be called, and writes the derivatives by time; false where the model has no
    /// implicit steps without the Jacobian.
    pub fn prepare_implicit(&mut self, (model, evaluation): Evaluated<'_>, by_time: &mut [f64]) -> bool {
        let Some(implicit) = &mut self.implicit else { return false };
        implicit.begin(&self.plan, &self.tree, evaluation);
        let at = Point { plan: &self.plan, model, evaluation };
        for step in 0..self.plan.steps.len() {
            for (which, by) in [By::Position(step), By::Speed(step)].into_iter().enumerate() {
                self.blocks.push(at, by, &self.tree, &mut Forces { implicit: &mut *implicit, which });
            }
        }
        by_time.fill(0.0);
        self.pass((model, evaluation), &[(By::Time, by_time.len())]);
        self.write(model, 0, by_time);
        true
    }

    /// Factors `sigma 1 - J`.
    ///
    /// # Errors
    /// It is singular: the state that shows it.
    pub fn factor(&mut self, evaluation: &Evaluation<f64>, sigma: f64) -> Result<(), usize> {
        let Some(implicit) = &mut self.implicit else { return Ok(()) };
        let singular = implicit.factor(&self.plan, &self.tree, &evaluation.constants.tree.armature, sigma);
        singular.map_err(|step| self.plan.steps.len() + self.plan.steps[step].v)
    }

    /// Solves `(sigma 1 - J) x = r` in place.
    pub fn solve(&mut self, x: &mut [f64]) {
        if let Some(implicit) = &mut self.implicit {
            implicit.solve(&self.plan, &self.tree, x);
        }
    }

    /// `J x`.
    pub fn times(&mut self, x: &[f64], product: &mut [f64]) {
        if let Some(implicit) = &mut self.implicit {
            implicit.times(&self.plan, &self.tree, x, product);
        }
    }

    /// Runs up to four columns, those of steps ascending.
    fn pass(&mut self, (model, evaluation): Evaluated<'_>, columns: &[(By, usize)]) {
        let mut entering = [None; LANES];
        let at = Point { plan: &self.plan, model, evaluation };
        self.lanes.begin();
        for (lane, (by, _)) in columns.iter().enumerate() {
            entering[lane] = match *by {
                By::Position(step) => Some((step, 0)),
                By::Speed(step) => Some((step, 1)),
                _ => None,
            };
            let mut to = Into { lanes: &mut self.lanes, plan: &self.plan, lane };
            self.blocks.push(at, *by, &self.tree, &mut to);
        }
        self.lanes.run(&self.plan, &self.tree, &entering);
        self.borders.correct(&self.plan, columns, &mut self.lanes);
    }

    /// Derivatives of the position coordinates by these states, into their columns: speeds, and rates of quaternions, which are linear in the
    /// quaternion and in the angular velocity.
    fn position_rows(&self, (model, evaluation): Evaluated<'_>, states: Range<usize>, columns: &mut [f64]) {
        let height = columns.len() / states.len();
        let at = |state: usize, row: usize| (state - states.start) * height + row;
        for (speed, position) in self.ones.iter().filter(|(speed, _)| states.contains(speed)) {
            columns[at(*speed, *position)] = 1.0;
        }
        for (joint, _, first) in &self.quaternions {
            let joint = &model.mechanism.tree.joints[*joint];
            let turn = joint.kind.quaternion().unwrap_or(0);
            let (q, v) = (&evaluation.q[joint.q..], &evaluation.v[joint.v..]);
            let mut write = |state: Option<usize>, q: &[f64], v: &[f64]| {
                let Some(state) = state.filter(|state| states.contains(state)) else { return };
                let mut rate = [0.0; 7];
                joint.kind.position_derivatives(q, v, &mut rate);
                columns[at(state, *first)..][..4].copy_from_slice(&rate[turn..turn + 4]);
            };
            for k in 0..4 {
                let mut unit = [0.0; 7];
                unit[turn + k] = 1.0;
                write(Some(first + k), &unit, v);
                write((k < 3).then(|| model.states.speed_state(joint.v + turn + k)).flatten(), q, &unit);
            }
        }
    }

    /// Writes one lane into a column of the Jacobian, and the accelerations along all steps below it.
    fn write_all(&self, model: &Model, lane: usize, to: &mut [f64]) {
        self.write(model, lane, to);
        let accelerations = to[model.states.dimension()..].iter_mut().zip(&self.lanes.accelerations);
        accelerations.for_each(|(to, y)| *to = y.0[lane]);
    }

    /// Writes the speeds and the states of laws of all lanes into the columns of these states.
    fn write_lanes(&self, model: &Model, states: [usize; LANES], by_state: &mut [f64]) {
        let n = model.states.dimension();
        let Ok(mut columns) = by_state.get_disjoint_mut(states.map(|state| state * n..(state + 1) * n)) else { return };
        self.derivatives(model).for_each(|(row, derivatives)| {
            columns.iter_mut().zip(derivatives.0).for_each(|(column, derivative)| column[row] = derivative);
        });
    }

    /// Writes the speeds and the states of laws of one lane into a column of the Jacobian.
    fn write(&self, model: &Model, lane: usize, to: &mut [f64]) {
        self.derivatives(model).for_each(|(row, derivatives)| to[row] = derivatives.0[lane]);
    }

    /// Rows of the speeds and of the states of laws, with their derivatives.
    fn derivatives(&self, model: &Model) -> impl Iterator<Item = (usize, &Lane)> {
        let speeds = self.rows.iter().map(|(step, row)| (*row, &self.lanes.accelerations[*step]));
        speeds.chain((model.states.first_law()..).zip(&self.lanes.rates))
    }
}

/// Columns in the order of their passes: neighbours share what they go through.
fn columns(plan: &Plan, model: &Model) -> Vec<(By, usize)> {
    let layout = &model.states;
    let of_step = |(number, step): (usize, &plan::Step)| {
        let position = layout.position_state(model.mechanism.tree.joints[step.joint].q + step.part);
        let speed = layout.speed_state(step.v).map(|state| (By::Speed(number), state));
        position.map(|state| (By::Position(number), state)).into_iter().chain(speed)
    };
    let laws = (0..layout.laws).map(|state| (By::LawState(state), layout.first_law() + state));
    let time = (!plan.time_by_jets).then_some((By::Time, layout.dimension()));
    plan.steps.iter().enumerate().flat_map(of_step).chain(laws).chain(time).collect()
}

/// From three columns, by turns about the axes of the link, to four, by the elements of its quaternion.
fn spread_turns(q: &[f64], first: usize, columns: &mut [f64]) {
    let n = columns.len() / 4;
    let by_element = [0, 1, 2, 3].map(|k| {
        let mut unit = [0.0; 4];
        unit[k] = 1.0;
        turn(&q[first..], unit)
    });
    for row in 0..n {
        let turns = [0, 1, 2].map(|k| columns[k * n + row]);
        by_element.iter().enumerate().for_each(|(k, by)| columns[k * n + row] = dot(*by, turns));
    }
}

/// An evaluation over jets at these parameters.
fn constant_jets(functions: &JetEvaluations, model: &Model, parameters: &[f64]) -> Result<Box<Evaluation<Jet>>> {
    (functions.new)(model, parameters.iter().map(|p| Jet::constant(*p)).collect()).map(Box::new)
}

/// The state derivative that a variable is, by its number; none for others.
pub(super) fn row_of(model: &Model, source: &Source) -> Option<usize> {
    let layout = &model.states;
    match *source {
        Source::CoordinateDerivative(q) => layout.positions.binary_search(&q).ok(),
        Source::Acceleration(v) => layout.speeds.binary_search(&v).ok().map(|k| layout.positions.len() + k),
        Source::LawStateDerivative(state) => Some(layout.first_law() + state),
        _ => None,
    }
}
