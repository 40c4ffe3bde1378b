//! Massless points where line forces meet: positions and velocities that balance the forces on each of them.
//!
//! Line forces depend on the positions, and, along dampers, on the velocities. Along dampers the balance determines the
//! velocity, and the position is a state; in all other directions it determines the position, and its derivative the
//! velocity. These directions are computed anew in each evaluation. Three coordinates of each point are in the state
//! array. In undamped directions they are only the initial values of Newton's method, so that the motion is a function
//! of the state alone; they are updated to the balance after accepted steps.

mod balance;
mod factors;

pub(super) use balance::Balance;
use balance::at;

use super::articulated_body::kinematics;
use super::{Evaluation, EvaluationFault, Result};
use crate::model::Model;
use mechanism::scalar::{Scalar, Vector3, length};
use mechanism::{Guess, MasslessPart};
use std::mem::take;

/// Change of a position, relative to the longest line, that is a rounding error.
const SETTLED: f64 = 1e-12;
/// Residual forces, relative to the stiffness times the longest line, that are rounding errors; and those that are
/// exactly balanced.
const BALANCED: f64 = 1e-13;
const UNBALANCED: f64 = 1e-8;
/// Difference of a state from the balance, relative to the longest line, that is not corrected.
pub(super) const SAME: f64 = 1e-12;
/// Maximum number of Newton steps, and how many of them may be longer than the previous one.
const DIRECT: usize = 30;
const SETBACKS: usize = 4;
/// Maximum number of relaxed steps.
const RELAXED: usize = 300;
/// Corrections after the search, with the same matrices: velocities follow from positions. Scalars with derivatives
/// need one more for each order.
const CORRECTIONS: usize = 3;
const CORRECTIONS_OF_DERIVATIVES: usize = 6;

/// Method of the search for the balance.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Search {
    /// Newton's method: finds a nearby balance.
    Direct,
    /// With isotropic damping that decreases from step to step: finds a stable balance.
    Relaxed,
}

impl<T: Scalar> Evaluation<T> {
    /// Moves the points to the balance near their coordinates. All other links have been placed.
    ///
    /// # Errors
    /// [`EvaluationFault::Unbalanced`].
    pub(super) fn settle_massless(&mut self, model: &Model) -> Result<()> {
        self.settle_parts(model, [Search::Direct, Search::Relaxed])
    }

    /// Sets the coordinates of the points to a stable balance. The search begins at the start values, or else at the
    /// mean of the positions at which the line forces lead from other points. All other coordinates are at the start.
    pub(super) fn start_massless(&mut self, model: &Model) -> Result<()> {
        if self.massless.is_empty() {
            return Ok(());
        }
        self.follow(model);
        kinematics(&model.mechanism.tree, &self.constants.tree, &self.q, &self.v, &mut self.links, &mut self.work);
        model.mechanism.massless.iter().for_each(|part| self.guess(model, part));
        self.settle_parts(model, [Search::Relaxed, Search::Direct])?;
        self.take_balance(model, f64::NEG_INFINITY);
        Ok(())
    }

    /// Sets the coordinates of the points to their positions, for parts where one is off by more than the fraction
    /// `least` of the longest line; returns true if there was one.
    pub(super) fn take_balance(&mut self, model: &Model, least: f64) -> bool {
        let mut moved = false;
        for (part, balance) in model.mechanism.massless.iter().zip(&self.massless) {
            if largest_offset(model, part, balance, &self.q) > least * balance.longest {
                moved = true;
                for (node, position) in part.nodes.iter().zip(balance.positions.chunks_exact(3)) {
                    let first = model.mechanism.tree.joints[node.joint].q;
                    self.q[first..first + 3].copy_from_slice(position);
                }
            }
        }
        moved
    }

    fn settle_parts(&mut self, model: &Model, searches: [Search; 2]) -> Result<()> {
        let mut balances = take(&mut self.massless);
        let mut parts = model.mechanism.massless.iter().zip(&mut balances);
        let unbalanced = parts.find_map(|(part, balance)| {
            let mut find = |search| self.search(model, part, balance, search) && self.finish(model, part, balance);
            let found = searches.into_iter().any(&mut find);
            part.nodes.first().filter(|_| !found)
        });
        self.massless = balances;
        let Some(node) = unbalanced else { return Ok(()) };
        let frame = model.mechanism.joints[node.joint].name.clone();
        Err(EvaluationFault::Unbalanced { frame, time: self.time().value() }.into())
    }

    /// Searches for a balance from the coordinates; returns true if one was found.
    fn search(&mut self, model: &Model, part: &MasslessPart, balance: &mut Balance<T>, search: Search) -> bool {
        self.begin(model, part, balance);
        let (mut shift, steps) = match search {
            Search::Direct => (0.0, DIRECT),
            Search::Relaxed => (1.0 + part.lines.len() as f64, RELAXED),
        };
        let (mut wanted, mut left, mut setbacks) = (f64::INFINITY, f64::INFINITY, 0);
        for step in 0..steps {
            self.pull(model, part, balance);
            balance.factor(part, shift);
            let forces = balance.left();
            // The first step computes the forces of dampers, on which the stiffness depends.
            let only_speeds = step == 0 && balance.factors.has_damping();
            let next = balance.correct(if only_speeds { 0.0 } else { balance.stride() });
            if !(next.is_finite() && forces.is_finite()) {
                return false;
            }
            if only_speeds {
                continue;
            }
            if shift == 0.0 {
                let is_rounding = next >= 0.5 * wanted && forces <= BALANCED * balance.force();
                if next <= SETTLED * balance.longest || is_rounding {
                    return true;
                }
                setbacks += usize::from(next > wanted);
                if search == Search::Direct && setbacks > SETBACKS {
                    return false;
                }
            } else {
                shift *= if forces > left { 2.0 } else { 0.3 };
                if shift < 1e-6 {
                    shift = 0.0;
                }
            }
            (wanted, left) = (next, forces);
        }
        false
    }

    /// Initial values: positions from the coordinates, velocities from those of the other ends.
    fn begin(&mut self, model: &Model, part: &MasslessPart, balance: &mut Balance<T>) {
        for (node, coordinates) in part.nodes.iter().zip(balance.coordinates.chunks_exact_mut(3)) {
            let first = model.mechanism.tree.joints[node.joint].q;
            coordinates.copy_from_slice(&self.q[first..first + 3]);
        }
        balance.positions.copy_from_slice(&balance.coordinates);
        balance.velocities.fill(T::zero());
        balance.accelerations.fill(T::zero());
        self.pull(model, part, balance);
        balance.follow_ends(part);
    }

    /// Velocities and all derivatives at the balance; returns false if unbalanced forces remain.
    fn finish(&mut self, model: &Model, part: &MasslessPart, balance: &mut Balance<T>) -> bool {
        let corrections = if T::IS_PLAIN { CORRECTIONS } else { CORRECTIONS_OF_DERIVATIVES };
        for correction in 0..corrections {
            self.pull(model, part, balance);
            if correction == 0 {
                balance.factor(part, 0.0);
            }
            balance.correct(f64::INFINITY);
        }
        self.pull(model, part, balance);
        let left = balance.left();
        left.is_finite() && left <= UNBALANCED * balance.force()
    }

    /// Places the links of the points, and computes the line forces and their sums there.
    fn pull(&mut self, model: &Model, part: &MasslessPart, balance: &mut Balance<T>) {
        for (number, node) in part.nodes.iter().enumerate() {
            let (r, v) = (at(&balance.positions, number), at(&balance.velocities, number));
            let link = &mut self.links[node.joint + 1];
            (link.position, link.velocity) = (r.into(), v.into());
            let first = model.mechanism.tree.joints[node.joint].v;
            self.v[first..first + 3].copy_from_slice(v.as_slice());
        }
        balance.pulls.clear();
        for line in &part.lines {
            balance.pulls.extend(model.laws[line.law].line_pull(&self.view(model)));
        }
        balance.sum(part);
    }

    /// Sets the coordinates of points without start values.
    fn guess(&mut self, model: &Model, part: &MasslessPart) {
        let free: Vec<usize> = (0..part.nodes.len()).filter(|k| part.nodes[*k].guess == Guess::Middle).collect();
        for node in &part.nodes {
            if let Guess::From { frame, r, opposite } = node.guess {
                let way: Vector3<T> = r.get(&self.parameters);
                let at = self.view(model).r_0(frame) + if opposite { -way } else { way };
                self.place(model, node.joint, at);
            }
        }
        // From the mean of all other ends, each point is moved to the mean of the points it is connected to.
        let middle = |evaluation: &mut Self, counts: &dyn Fn(usize, usize) -> bool| {
            let (mut sum, mut count) = (Vector3::zeros(), 0.0);
            for (number, line) in part.lines.iter().enumerate() {
                for end in (0..2).filter(|end| counts(number, *end)) {
                    sum += evaluation.view(model).r_0(line.frames[end]);
                    count += 1.0;
                }
            }
            if count > 0.0 { sum / T::constant(count) } else { sum }
        };
        let fixed = middle(self, &|line, end| part.lines[line].ends[end].is_none());
        free.iter().for_each(|node| self.place(model, part.nodes[*node].joint, fixed));
        for _ in 0..2 * free.len() {
            for node in &free {
                let at = middle(self, &|line, end| part.lines[line].ends[1 - end] == Some(*node));
                self.place(model, part.nodes[*node].joint, at);
            }
        }
        free.iter().for_each(|node| self.step_aside(model, part, *node));
    }

    /// Moves a point off the ends of its lines: a line of zero length has no direction.
    fn step_aside(&mut self, model: &Model, part: &MasslessPart, node: usize) {
        let (mut shortest, mut longest) = (f64::INFINITY, 0.0_f64);
        for line in part.lines.iter().filter(|line| line.ends.contains(&Some(node))) {
            let view = self.view(model);
            let size = length(&(view.r_0(line.frames[1]) - view.r_0(line.frames[0]))).value();
            (shortest, longest) = (shortest.min(size), longest.max(size));
        }
        if shortest < 1e-3 * longest.max(1e-3) {
            let joint = part.nodes[node].joint;
            let aside = Vector3::new(0.36, 0.48, 0.8) * (0.01 * longest.max(1e-3));
            let at = Vector3::from(self.links[joint + 1].position) + aside.map(T::constant);
            self.place(model, joint, at);
        }
    }

    fn place(&mut self, model: &Model, joint: usize, at: Vector3<T>) {
        self.links[joint + 1].position = at.into();
        let first = model.mechanism.tree.joints[joint].q;
        self.q[first..first + 3].copy_from_slice(at.as_slice());
    }

    /// Largest distance of the points from their coordinates, relative to the longest line.
    pub(super) fn massless_drift(&self, model: &Model) -> f64 {
        let parts = model.mechanism.massless.iter().zip(&self.massless);
        let drifts = parts.map(|(part, balance)| largest_offset(model, part, balance, &self.q) / balance.longest);
        drifts.fold(0.0, f64::max)
    }
}

/// Each coordinate of the points of a part less its position in the balance, m.
pub(super) fn offsets<'a, T: Scalar>(
    model: &'a Model,
    part: &'a MasslessPart,
    balance: &'a Balance<T>,
    q: &'a [T],
) -> impl Iterator<Item = T> + 'a {
    let nodes = part.nodes.iter().zip(balance.positions.chunks_exact(3));
    let own = |joint: usize| &q[model.mechanism.tree.joints[joint].q..];
    let pairs = nodes.flat_map(move |(node, position)| own(node.joint).iter().zip(position));
    pairs.map(|(coordinate, position)| *coordinate - *position)
}

/// The largest of the [`offsets`].
fn largest_offset<T: Scalar>(model: &Model, part: &MasslessPart, balance: &Balance<T>, q: &[T]) -> f64 {
    offsets(model, part, balance, q).fold(0.0, |largest, offset| largest.max(offset.value().abs()))
}
