//! Single columns, and all that outputs read along a direction of states and inputs: nothing is solved for the outputs, and only they and
//! the laws that they need are evaluated over jets.
//!
//! Along a direction all joints move at once. Seen from axes that move along, the turns, shifts and accelerations that its columns give a
//! link are sums from the root.

use super::lanes::LANES;
use super::moved::Moved;
use super::plan::By;
use super::subtree::Vector;
use super::{Evaluated, Linearized, constant_jets, row_of, spread_turns};
use crate::dynamics::{Evaluation, Result};
use crate::model::Model;
use mechanism::scalar::Jet;
use mechanism::spatial::algebra::{add, cross, scale, sub};
use mechanism::{LinkMotion, STUCK, Source, Stage};

/// A quantity that derivatives are taken with respect to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Independent element of the parameter array.
    Parameter(usize),
    /// Element of the input array.
    Input(usize),
    /// Element of the state array.
    State(usize),
}

impl Known {
    /// The known of the same kind that comes `count` later; none where there is none.
    fn later(self, count: usize, model: &Model) -> Option<Self> {
        match self {
            Self::State(state) => (state + count < model.states.dimension()).then_some(Self::State(state + count)),
            Self::Input(input) => (input + count < model.catalogue.inputs.len()).then_some(Self::Input(input + count)),
            Self::Parameter(_) => None,
        }
    }

    /// Distance from another known of its kind.
    fn after(self, other: Self) -> Option<usize> {
        match (self, other) {
            (Self::State(own), Self::State(other)) | (Self::Input(own), Self::Input(other)) => own.checked_sub(other),
            _ => None,
        }
    }
}

/// Lets a link over jets move; `u` is the velocity of its origin.
fn give(moved: &Moved, link: &LinkMotion<f64>, u: Vector, to: &mut LinkMotion<Jet>, lane: usize) {
    let change = moved.in_world([link.omega, link.alpha, link.acceleration], u);
    let [x, y, z] = link.axes.map(|axis| cross(moved.turn, axis));
    let [to_x, to_y, to_z] = &mut to.axes;
    for (to, change) in [
        (to_x, x),
        (to_y, y),
        (to_z, z),
        (&mut to.position, change.shift),
        (&mut to.omega, change.omega),
        (&mut to.velocity, change.velocity),
        (&mut to.alpha, change.alpha),
        (&mut to.acceleration, change.acceleration),
    ] {
        to.iter_mut().zip(change).for_each(|(to, change)| to.along[lane] = change);
    }
}

impl Linearized {
    /// True when columns give derivatives of this variable. Cut forces in closed loops, and what contacts that stick transmit, follow from
    /// multipliers that no column keeps.
    pub fn gives(&self, model: &Model, modes: &[i32], source: &Source) -> bool {
        let Some(need) = model.schedule.need(source) else { return false };
        let stage = need.stage.max(need.outputs);
        let sticks = || model.discrete.frictions.iter().any(|element| modes[element.law] == STUCK);
        row_of(model, source).is_some()
            || !need.angle_derivatives
                && (stage < Stage::Reaction || model.mechanism.tree.clusters.is_empty())
                && (stage < Stage::Acceleration || !sticks())
    }

    /// Lets all that outputs read move along `direction`, at the state that was prepared, which is that of `at`: the direction over
    /// jets, and the length of `direction` in its units. Hosts ask for one column after the other: if the direction is a state or an input,
    /// the next ones are found with it.
    pub fn move_along(&mut self, at: Evaluated<'_>, direction: &[(Known, f64)]) -> Result<(usize, f64)> {
        let (model, evaluation) = at;
        let single = if let [single] = direction { Some(*single) } else { None };
        if let (Some(first), Some((known, component))) = (self.moved_by, single)
            && let Some(lane) = known.after(first).filter(|lane| *lane < Jet::DIRECTIONS)
        {
            return Ok((lane, component));
        }
        let mut jets = match self.jets.take() {
            Some(jets) => jets,
            None => constant_jets(self.functions, model, &evaluation.parameters)?,
        };
        jets.take_constants(evaluation, !std::mem::replace(&mut self.has_links, true));
        match single {
            Some((known, _)) => {
                for (lane, known) in (0..Jet::DIRECTIONS).map_while(|lane| Some((lane, known.later(lane, model)?))) {
                    self.move_lane(at, &[(known, 1.0)], &mut jets, lane);
                }
            }
            None => self.move_lane(at, direction, &mut jets, 0),
        }
        self.jets = Some(jets);
        self.moved_by = single.map(|(known, _)| known);
        Ok((0, single.map_or(1.0, |(_, component)| component)))
    }

    /// Derivative of a variable along a direction of [`Self::move_along`].
    pub fn value_along(&mut self, model: &Model, source: &Source, lane: usize) -> Result<f64> {
        let (Some(jets), Some(need)) = (&mut self.jets, model.schedule.need(source)) else { return Ok(f64::NAN) };
        if !follows_motion(source) {
            (self.functions.reach_from_motion)(jets, model, need)?;
        }
        Ok((self.functions.value)(jets, model, source).along[lane])
    }

    /// Derivatives of the state derivatives along a direction, then those of the accelerations along all steps.
    pub fn column_along(&mut self, at: Evaluated<'_>, direction: &[(Known, f64)]) -> &[f64] {
        let mut along = std::mem::take(&mut self.along);
        along.fill(0.0);
        for (known, component) in direction {
            let column = match *known {
                Known::State(state) => self.state_column(at, along.len(), state),
                Known::Input(input) => self.input_column(at, along.len(), input),
                Known::Parameter(_) => continue,
            };
            along.iter_mut().zip(column).for_each(|(sum, element)| *sum += component * element);
        }
        self.along = along;
        &self.along
    }

    fn move_lane(&mut self, at: Evaluated<'_>, direction: &[(Known, f64)], jets: &mut Evaluation<Jet>, lane: usize) {
        let (model, layout) = (at.0, &at.0.states);
        for (known, component) in direction {
            let own = match *known {
                Known::State(state) => match state.checked_sub(layout.positions.len()) {
                    None => &mut jets.q[layout.positions[state]],
                    Some(k) if k < layout.speeds.len() => &mut jets.v[layout.speeds[k]],
                    Some(_) => &mut jets.states[state - layout.first_law()],
                },
                Known::Input(input) => &mut jets.signals[model.first_input_signal + input],
                Known::Parameter(_) => continue,
            };
            own.along[lane] += component;
        }
        self.column_along(at, direction);
        let along = std::mem::take(&mut self.along);
        let (rates, accelerations) = along.split_at(layout.dimension());
        let set = |(to, rate): (&mut Jet, &f64)| to.along[lane] = *rate;
        layout.positions.iter().zip(rates).for_each(|(q, rate)| set((&mut jets.qdot[*q], rate)));
        self.plan.steps.iter().zip(accelerations).for_each(|(step, y)| set((&mut jets.vdot[step.v], y)));
        jets.state_derivatives.iter_mut().zip(&rates[layout.first_law()..]).for_each(set);
        self.move_links(at, accelerations, jets, lane);
        self.along = along;
    }

    /// Motion of the links where that of the coordinates is known.
    fn move_links(&mut self, at: Evaluated<'_>, accelerations: &[f64], jets: &mut Evaluation<Jet>, lane: usize) {
        let (model, evaluation) = at;
        let (plan, tree) = (&self.plan, &self.tree);
        for (i, step) in plan.steps.iter().enumerate() {
            let joint = &model.mechanism.tree.joints[step.joint];
            let (left, place) = (&tree.left[i], &tree.places[step.joint + 1]);
            let mut moved = self.moved[step.parent];
            if step.is_first() && joint.parent > 0 {
                moved.carry(left.d, sub(place.velocity, tree.places[joint.parent].velocity));
            }
            for k in plan.entering(i) {
                let part = plan.steps[k].part;
                let shift = match joint.kind.quaternion() {
                    Some(first) if part >= first => {
                        let element = |k: usize| jets.q[joint.q + first + k].along[lane];
                        turn(&evaluation.q[joint.q + first..], [0, 1, 2, 3].map(element))[part - first]
                    }
                    _ => jets.q[joint.q + part].along[lane],
                };
                moved.enter(&tree.entries[k][0], shift);
                moved.enter(&tree.entries[k][1], jets.v[plan.steps[k].v].along[lane]);
            }
            let to = if left.slides { &mut moved.acceleration } else { &mut moved.alpha };
            *to = add(*to, scale(accelerations[i], left.axis));
            if plan.step_of_link[step.joint + 1] == i + 1 {
                let link = step.joint + 1;
                give(&moved, &evaluation.links[link], place.velocity, &mut jets.links[link], lane);
            }
            self.moved[i + 1] = moved;
        }
    }

    /// Derivatives of the state derivatives by the input with that number, then those of the accelerations along all steps.
    fn input_column(&mut self, at: Evaluated<'_>, size: usize, input: usize) -> &[f64] {
        self.kept = None;
        self.pass(at, &[(By::Input(input), size)]);
        let mut kept = std::mem::take(&mut self.kept_columns);
        kept[..size].fill(0.0);
        self.write_all(at.0, 0, &mut kept[..size]);
        self.kept_columns = kept;
        &self.kept_columns[..size]
    }

    /// Derivatives of the state derivatives by the state with that number, then those of the accelerations along all steps.
    fn state_column(&mut self, at: Evaluated<'_>, size: usize, state: usize) -> &[f64] {
        if !self.kept.as_ref().is_some_and(|kept| kept.contains(&state)) {
            self.keep(at, size, state);
        }
        let first = size * self.kept.as_ref().map_or(0, |kept| state - kept.start);
        &self.kept_columns[first..first + size]
    }

    /// Finds the columns of a state and of some that follow it.
    fn keep(&mut self, at: Evaluated<'_>, size: usize, state: usize) {
        let (model, evaluation) = at;
        let n = model.states.dimension();
        let quaternions = &self.quaternions;
        let of_quaternion = |state: usize| quaternions.iter().find(|(.., first)| (*first..first + 4).contains(&state));
        let quaternion = of_quaternion(state).copied();
        let range = match quaternion {
            Some((.., first)) => first..first + 4,
            None => {
                let last = n.min(state + LANES);
                state..(state + 1..last).find(|next| of_quaternion(*next).is_some()).unwrap_or(last)
            }
        };
        let mut columns = [(By::Time, n); LANES];
        let mut count = 0;
        for (to, column) in columns.iter_mut().zip(self.columns.iter().filter(|(_, state)| range.contains(state))) {
            *to = *column;
            count += 1;
        }
        self.pass(at, &columns[..count]);
        let mut kept = std::mem::take(&mut self.kept_columns);
        kept.fill(0.0);
        for (lane, (_, state)) in columns[..count].iter().enumerate() {
            self.write_all(model, lane, &mut kept[(state - range.start) * size..][..size]);
        }
        if let Some((_, q, _)) = quaternion {
            spread_turns(&evaluation.q, q, &mut kept);
        }
        self.position_rows(at, range.clone(), &mut kept[..size * range.len()]);
        (self.kept, self.kept_columns) = (Some(range), kept);
    }
}

/// True for values that coordinates and links decide, so that no law has to be evaluated.
fn follows_motion(source: &Source) -> bool {
    match source {
        Source::Derived(derived) => derived.sources.iter().all(follows_motion),
        Source::Signal(..) | Source::Law(..) => false,
        other => other.stage() < Stage::Reaction,
    }
}

/// Turn about the axes of the link for a change of its quaternion: `2 vec(conj(Q) dQ)/|Q|^2`.
pub(super) fn turn(q: &[f64], change: [f64; 4]) -> Vector {
    let ([x, y, z, w], [dx, dy, dz, dw]) = ([q[0], q[1], q[2], q[3]], change);
    let factor = 2.0 / (x * x + y * y + z * z + w * w);
    scale(
        factor,
        [w * dx + z * dy - y * dz - x * dw, w * dy + x * dz - z * dx - y * dw, w * dz + y * dx - x * dy - z * dw],
    )
}
