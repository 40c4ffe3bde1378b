//! Exact derivatives of the state derivatives by columns of the articulated-body recursion, each of which costs a part of an evaluation.
//!
//! [docs/design/derivatives.md](../../../../../docs/design/derivatives.md) has the method. [`Plan`] says whether a model has only parts
//! that are known here; others take jets.

mod borders;
mod cluster_columns;
mod clusters;
mod elimination;
mod implicit;
mod lanes;
mod law_parts;
mod laws;
mod node;
mod plan;
mod rows;
mod subtree;

use super::jets::JetEvaluations;
use super::{Evaluation, EvaluationError};
use crate::model::Model;
use borders::Borders;
use elimination::Eliminated;
use implicit::{Forces, Implicit};
use lanes::{Into, LANES, Lanes};
use laws::Blocks;
use mechanism::{Source, Stage, TreeJoint};
use plan::{By, Plan};

/// Derivatives of one model, with their memory.
#[derive(Clone, Debug)]
pub(super) struct Linearized {
    plan: Plan,
    tree: Eliminated,
    lanes: Lanes,
    /// None for models without laws.
    blocks: Option<Blocks>,
    /// None for models without any.
    borders: Option<Borders>,
    /// Implicit steps without the Jacobian, where the model has them.
    implicit: Option<Implicit>,
    /// Columns of the Jacobian that the passes give, each with its number among the states; those of a quaternion are turns first.
    columns: Vec<(By, usize)>,
    /// Speeds that are states: step and number of the state.
    rows: Vec<(usize, usize)>,
    /// Quaternions: joint, first position coordinate, first state.
    quaternions: Vec<(usize, usize, usize)>,
    /// The evaluation of accelerations that was looked at, by number, and whether the derivatives are known there.
    looked_at: Option<u64>,
    is_regular: bool,
    /// Columns of a few states after another that were asked for last: the first of them.
    kept: Option<std::ops::Range<usize>>,
    kept_columns: Vec<f64>,
}

/// Joints from which on an implicit step without the Jacobian costs less than one with it.
const LONG: usize = 10;
/// States that one pass serves when single columns are asked for.
const KEPT: usize = LANES;

impl Linearized {
    /// For `model`; none if it has parts that need jets.
    pub fn new(
        model: &Model,
        parameters: &[f64],
        jets: &'static JetEvaluations,
    ) -> Result<Option<Self>, EvaluationError> {
        let Some(plan) = Plan::new(model, parameters) else { return Ok(None) };
        let blocks = if plan.laws.is_empty() { None } else { Some(Blocks::new(&plan, model, parameters, jets)?) };
        let layout = &model.states;
        let quaternion = |(number, joint): (usize, &TreeJoint)| {
            let first = joint.q + joint.kind.quaternion()?;
            Some((number, first, layout.position_state(first)?))
        };
        let row = |(step, data): (usize, &plan::Step)| Some((step, layout.speed_state(data.v)?));
        let implicit = (plan.steps.len() >= LONG && plan.is_local(model)).then(|| Implicit::new(&plan));
        Ok(Some(Self {
            tree: Eliminated::new(&plan, implicit.is_some()),
            lanes: Lanes::new(&plan, model.states.laws),
            blocks,
            borders: Borders::new(&plan, model),
            implicit,
            columns: columns(&plan, model),
            rows: plan.steps.iter().enumerate().filter_map(row).collect(),
            quaternions: model.mechanism.tree.joints.iter().enumerate().filter_map(quaternion).collect(),
            looked_at: None,
            is_regular: false,
            kept: None,
            kept_columns: vec![0.0; KEPT * model.states.dimension()],
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
        (self.looked_at, self.kept) = (number, None);
        evaluation.know_clusters(model);
        self.is_regular = self.tree.eliminate_all(&self.plan, model, evaluation);
        if !self.is_regular {
            return false;
        }
        if let Some(blocks) = &mut self.blocks {
            blocks.find(&self.plan, model, evaluation, rates);
        }
        if let Some(borders) = &mut self.borders {
            self.is_regular = borders.find(&self.plan, model, evaluation, &self.tree, &mut self.lanes);
        }
        self.is_regular
    }

    /// True when jets have to find the derivatives by time and inputs.
    pub fn needs_jets_for_time(&self) -> bool {
        self.plan.time_by_jets
    }

    /// All columns at the state that was prepared, which is that of `evaluation`; see [`Self::needs_jets_for_time`].
    pub fn jacobian(&mut self, model: &Model, evaluation: &Evaluation<f64>, by_state: &mut [f64], by_time: &mut [f64]) {
        let n = model.states.dimension();
        by_state.fill(0.0);
        by_time.fill(0.0);
        for first in (0..self.columns.len()).step_by(LANES) {
            let last = self.columns.len().min(first + LANES);
            let mut columns = [(By::Time, n); LANES];
            columns[..last - first].copy_from_slice(&self.columns[first..last]);
            self.pass(model, evaluation, &columns[..last - first]);
            for (lane, (_, state)) in columns[..last - first].iter().enumerate() {
                let to = if *state == n { &mut *by_time } else { &mut by_state[state * n..(state + 1) * n] };
                self.write(model, lane, to);
            }
        }
        for (_, q, first) in &self.quaternions {
            spread_turns(&evaluation.q, *q, &mut by_state[first * n..(first + 4) * n]);
        }
        for (number, column) in by_state.chunks_exact_mut(n).enumerate() {
            self.position_rows(model, evaluation, number, column);
        }
    }

    /// Goes on from [`Self::prepare`] to where [`Self::factor`] may be called, and writes the derivatives by time; false where the model has no
    /// implicit steps without the Jacobian.
    pub fn prepare_implicit(&mut self, model: &Model, evaluation: &Evaluation<f64>, by_time: &mut [f64]) -> bool {
        let Some(implicit) = &mut self.implicit else { return false };
        implicit.clear_forces();
        if let Some(blocks) = &mut self.blocks {
            for column in 0..2 * self.plan.steps.len() {
                let mut to = Forces { implicit: &mut *implicit, which: column % 2 };
                blocks.push(&self.plan, column, &self.tree, evaluation, model, &mut to);
            }
        }
        by_time.fill(0.0);
        self.pass(model, evaluation, &[(By::Time, by_time.len())]);
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

    /// Derivatives of the state derivatives by the input with that number.
    pub fn input_column(&mut self, model: &Model, evaluation: &Evaluation<f64>, input: usize) -> &[f64] {
        let n = model.states.dimension();
        self.kept = None;
        self.pass(model, evaluation, &[(By::Input(input), n)]);
        let mut kept = std::mem::take(&mut self.kept_columns);
        kept[..n].fill(0.0);
        self.write(model, 0, &mut kept[..n]);
        self.kept_columns = kept;
        &self.kept_columns[..n]
    }

    /// Derivatives of the state derivatives by the state with that number.
    pub fn state_column(&mut self, model: &Model, evaluation: &Evaluation<f64>, state: usize) -> &[f64] {
        let n = model.states.dimension();
        if !self.kept.as_ref().is_some_and(|kept| kept.contains(&state)) {
            self.keep(model, evaluation, state);
        }
        let first = n * self.kept.as_ref().map_or(0, |kept| state - kept.start);
        &self.kept_columns[first..first + n]
    }

    /// Finds the columns of a state and of some that follow it.
    fn keep(&mut self, model: &Model, evaluation: &Evaluation<f64>, state: usize) {
        let n = model.states.dimension();
        let quaternions = &self.quaternions;
        let of_quaternion = |state: usize| quaternions.iter().find(|(.., first)| (*first..first + 4).contains(&state));
        let quaternion = of_quaternion(state).copied();
        let range = match quaternion {
            Some((.., first)) => first..first + 4,
            None => {
                state
                    ..(state + 1..n.min(state + KEPT))
                        .find(|next| of_quaternion(*next).is_some())
                        .unwrap_or(n.min(state + KEPT))
            }
        };
        let mut columns = [(By::Time, n); KEPT];
        let mut count = 0;
        for (to, column) in columns.iter_mut().zip(self.columns.iter().filter(|(_, state)| range.contains(state))) {
            *to = *column;
            count += 1;
        }
        self.pass(model, evaluation, &columns[..count]);
        let mut kept = std::mem::take(&mut self.kept_columns);
        kept.fill(0.0);
        for (lane, (_, state)) in columns[..count].iter().enumerate() {
            self.write(model, lane, &mut kept[(state - range.start) * n..][..n]);
        }
        if let Some((_, q, _)) = quaternion {
            spread_turns(&evaluation.q, q, &mut kept);
        }
        for (number, column) in range.clone().zip(kept.chunks_exact_mut(n)) {
            self.position_rows(model, evaluation, number, column);
        }
        (self.kept, self.kept_columns) = (Some(range), kept);
    }

    /// Runs up to four columns, those of steps ascending.
    fn pass(&mut self, model: &Model, evaluation: &Evaluation<f64>, columns: &[(By, usize)]) {
        let mut entering = [None; LANES];
        self.lanes.begin();
        for (lane, (by, _)) in columns.iter().enumerate() {
            entering[lane] = match *by {
                By::Position(step) => Some((step, 0)),
                By::Speed(step) => Some((step, 1)),
                _ => None,
            };
            if let Some(blocks) = &mut self.blocks {
                self.lanes.set_lane(lane);
                let mut to = Into { lanes: &mut self.lanes, plan: &self.plan };
                blocks.push(&self.plan, self.plan.column(*by), &self.tree, evaluation, model, &mut to);
            }
        }
        self.lanes.run(&self.plan, &self.tree, &entering);
        if let Some(borders) = &mut self.borders {
            borders.correct(&self.plan, columns, &mut self.lanes);
        }
    }

    /// Derivatives of the position coordinates by state number `number`: speeds, and rates of quaternions, which are linear in the quaternion and
    /// in the angular velocity.
    fn position_rows(&self, model: &Model, evaluation: &Evaluation<f64>, number: usize, column: &mut [f64]) {
        let layout = &model.states;
        let joints = &model.mechanism.tree.joints;
        let mut rate = [0.0; 7];
        let mut unit = [0.0; 7];
        if let Some((joint, _, first)) =
            self.quaternions.iter().find(|(.., first)| (*first..first + 4).contains(&number))
        {
            let joint = &joints[*joint];
            let turn = joint.kind.quaternion().unwrap_or(0);
            unit[turn + number - first] = 1.0;
            joint.kind.position_derivatives(&unit, &evaluation.v[joint.v..], &mut rate);
            column[*first..first + 4].copy_from_slice(&rate[turn..turn + 4]);
        } else if let Some(v) = number.checked_sub(layout.positions.len()).and_then(|k| layout.speeds.get(k)) {
            let step = &self.plan.steps[self.plan.step_of_speed[*v]];
            let joint = &joints[step.joint];
            match joint.kind.quaternion().filter(|turn| step.part >= *turn) {
                None => {
                    if let Some(row) = layout.position_state(joint.q + step.part) {
                        column[row] = 1.0;
                    }
                }
                Some(turn) => {
                    let Some(first) = layout.position_state(joint.q + turn) else { return };
                    unit[step.part] = 1.0;
                    joint.kind.position_derivatives(&evaluation.q[joint.q..], &unit, &mut rate);
                    column[first..first + 4].copy_from_slice(&rate[turn..turn + 4]);
                }
            }
        }
    }

    /// Writes the speeds and the states of laws of one lane into a column of the Jacobian.
    fn write(&self, model: &Model, lane: usize, to: &mut [f64]) {
        for (step, row) in &self.rows {
            to[*row] = self.lanes.accelerations[*step].0[lane];
        }
        to[model.states.first_law()..].iter_mut().zip(&self.lanes.rates).for_each(|(to, rate)| *to = rate.0[lane]);
    }
}

/// Columns in the order of their passes: neighbours share what they go through.
fn columns(plan: &Plan, model: &Model) -> Vec<(By, usize)> {
    let layout = &model.states;
    let of_step = |(number, step): (usize, &plan::Step)| {
        let position = layout.position_state(model.mechanism.tree.joints[step.joint].q + step.part);
        let speed = layout.speed_state(step.v);
        position
            .map(|state| (By::Position(number), state))
            .into_iter()
            .chain(speed.map(|state| (By::Speed(number), state)))
    };
    let laws = (0..layout.laws).map(|state| (By::LawState(state), layout.first_law() + state));
    let time = (!plan.time_by_jets).then_some((By::Time, layout.dimension()));
    plan.steps.iter().enumerate().flat_map(of_step).chain(laws).chain(time).collect()
}

/// From three columns, by turns about the axes of the link, to four, by the elements of its quaternion: `turn = 2 vec(conj(Q) dQ)/|Q|^2`.
fn spread_turns(q: &[f64], first: usize, columns: &mut [f64]) {
    let n = columns.len() / 4;
    let [x, y, z, w] = [q[first], q[first + 1], q[first + 2], q[first + 3]];
    let factor = 2.0 / (x * x + y * y + z * z + w * w);
    for row in 0..n {
        let [a, b, c] = [0, 1, 2].map(|k| factor * columns[k * n + row]);
        columns[row] = w * a - z * b + y * c;
        columns[n + row] = z * a + w * b - x * c;
        columns[2 * n + row] = x * b - y * a + w * c;
        columns[3 * n + row] = -(x * a + y * b + z * c);
    }
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
