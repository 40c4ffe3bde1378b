//! Independent coordinates: the continuous states of model exchange where the model asks for a minimal set.
//!
//! A chart chooses independent coordinates and speeds of each cluster of constraints. They are elements of the state array, except for
//! rotations: with the quaternion `R` of a reference orientation and its change `R_k` for a turn about axis k, an orientation is
//! `Q = s R + c_1 R_1 + c_2 R_2 + c_3 R_3`, and `c`, of the length `2 sin(angle/2)`, are three coordinates that are linear in `Q`. So all
//! independent coordinates and their derivatives are linear in the state array and its derivatives.
//!
//! All other coordinates follow by Newton's method from a reference state on the constraints. A step counts only if the next one is much
//! shorter, as it is near a solution (Deuflhard, Newton Methods for Nonlinear Problems, 2011, 2.1); otherwise the way from the reference
//! is made in several parts. So the solution is the one that the mechanism reaches by moving there, never another way to assemble it.

use super::Evaluation;
use super::articulated_body::larger;
use super::projection::{CLOSED, move_by};
use crate::model::{MinimalState, Model};
use mechanism::frames::quaternions::{self, Quaternion};
use mechanism::scalar::{RankFactors, RankLimit, Vector3};
use mechanism::{Cluster, Motion};

/// A pivot of a chart, relative to the first, that makes it singular.
const SINGULAR: f64 = 1e-9;
/// The same of the start, where the independent coordinates are chosen.
const REGULAR: f64 = 1e-6;
/// Change of a coordinate for a unit of an independent one at which others are chosen; and the same relative to its value where they
/// were chosen.
const STRAIN: f64 = 8.0;
const MORE_STRAIN: f64 = 2.0;
/// Cosine of half the angle from the reference orientation at which another one is chosen: 60 degrees.
const TURNED: f64 = 0.866;
/// The scalar part of a quaternion below which rotations have no orientation.
const LEAST_SCALAR: f64 = 0.1;
/// Greatest number of Newton steps, and of halvings of the way.
const ITERATIONS: usize = 8;
const HALVINGS: i32 = 8;
/// Part of a Newton step that the next one may be.
const CONTRACTION: f64 = 0.25;
/// Longest first step, rad or sizes of the cluster.
const LONGEST: f64 = 0.5;
/// A step after which the remaining error is one of rounding.
const LAST: f64 = 1e-8;
/// A step that rounding errors may make longer.
const ROUNDING: f64 = 1e-12;

const POSITIONS: usize = 0;
const SPEEDS: usize = 1;

/// A continuous state of model exchange in terms of the state array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// An element.
    State(usize),
    /// Rotation about an axis from a reference orientation.
    Rotation {
        /// First element of the quaternion.
        first: usize,
        /// Axis.
        axis: usize,
        /// Quaternion of the reference orientation.
        reference: [f64; 4],
    },
}

impl Place {
    /// The elements of the state array, with their factors, whose sum it is.
    pub fn terms(&self) -> impl Iterator<Item = (usize, f64)> + use<> {
        let (first, factors, count) = match *self {
            Self::State(state) => (state, [1.0, 0.0, 0.0, 0.0], 1),
            Self::Rotation { first, axis, reference } => (first, turn(&reference, axis).map(|x| 4.0 * x), 4),
        };
        (0..count).map(move |k| (first + k, factors[k]))
    }
}

/// Change of a quaternion for a turn about an axis of its own frame.
pub(super) fn turn(q: &[f64; 4], axis: usize) -> [f64; 4] {
    let axis = Vector3::from_fn(|i, _| f64::from(u8::from(i == axis)));
    quaternions::der_orientation(&Quaternion(*q), axis).0
}

fn dot(a: [f64; 4], b: [f64; 4]) -> f64 {
    (0..4).map(|k| a[k] * b[k]).sum()
}

pub(super) fn four(x: &[f64], first: usize) -> [f64; 4] {
    [0, 1, 2, 3].map(|k| x[first + k])
}

/// A free coordinate of a cluster.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    /// Element of the positions; of a rotation the first one of the quaternion.
    pub q: usize,
    /// The same in the state array.
    pub position: usize,
    /// Axis of a rotation.
    pub axis: Option<usize>,
    /// Element of the speeds.
    pub v: usize,
    /// The same in the state array.
    pub speed: usize,
    /// Reluctance to choose it.
    reluctance: f64,
}

/// The independent coordinates of a cluster.
#[derive(Clone, Debug)]
pub(super) struct ClusterChart {
    pub columns: Vec<Column>,
    /// Independent positions and speeds: number among the states of model exchange, and column.
    pub chosen: [Vec<(usize, usize)>; 2],
    /// Rows that constrain the velocity only.
    only_speeds: Vec<bool>,
    /// The rows of the constraints, and those that hold the independent coordinates.
    pub factors: RankFactors<f64>,
    pub known: Vec<f64>,
    pub step: Vec<f64>,
}

impl ClusterChart {
    fn new(model: &Model, number: usize, cluster: &Cluster) -> Self {
        let (layout, mechanism) = (&model.states, &model.mechanism);
        let minimal = model.minimal.as_ref();
        let mut columns = Vec::new();
        for joint in &mechanism.tree.joints[cluster.joints.clone()] {
            let first = joint.kind.quaternion().unwrap_or(joint.kind.nq());
            let free = if joint.motion == Motion::Dynamic { joint.kind.nv() } else { 0 };
            columns.extend((0..free).map(|k| {
                let (q, v) = (joint.q + k.min(first), joint.v + k);
                let position = layout.position_state(q).unwrap_or_default();
                let speed = layout.speed_state(v).unwrap_or_default();
                let reluctance = minimal.and_then(|minimal| minimal.reluctance.get(v)).copied().unwrap_or(1.0);
                Column { q, position, axis: k.checked_sub(first), v, speed, reluctance }
            }));
        }
        let constraints = &mechanism.constraints[cluster.constraints.clone()];
        let only_speeds = constraints.iter().flat_map(|c| (0..c.kind.rows()).map(|row| c.kind.is_velocity_only(row)));
        let only_speeds: Vec<bool> = only_speeds.collect();
        let numbers = minimal.map(|minimal| minimal.of_cluster(number)).unwrap_or_default();
        let chosen = numbers.map(|numbers| numbers.into_iter().enumerate().map(|(k, y)| (y, k)).collect::<Vec<_>>());
        let (rows, free) = (only_speeds.len() + chosen[POSITIONS].len(), columns.len());
        let (known, step) = (vec![0.0; rows], vec![0.0; free]);
        Self { columns, chosen, only_speeds, factors: RankFactors::new(rows, free), known, step }
    }

    /// Chooses columns; those that were chosen before and still are keep their numbers, unless it is the first choice.
    fn choose(&mut self, order: usize, columns: &[usize], is_first: bool) {
        let chosen = &mut self.chosen[order];
        if is_first {
            chosen.iter_mut().for_each(|(_, column)| *column = usize::MAX);
        }
        let old: Vec<usize> = chosen.iter().map(|(_, column)| *column).collect();
        let mut new: Vec<usize> = columns.iter().copied().filter(|column| !old.contains(column)).collect();
        new.sort_unstable_by(|a, b| b.cmp(a));
        for (_, column) in chosen.iter_mut().filter(|(_, column)| !columns.contains(column)) {
            *column = new.pop().unwrap_or_default();
        }
    }

    /// The independent coordinates of this order in terms of the state array.
    fn places(&self, order: usize) -> impl Iterator<Item = (usize, Place)> {
        self.chosen[order].iter().map(move |(y, column)| {
            let Column { position, axis, speed, .. } = self.columns[*column];
            let place = match axis {
                _ if order == SPEEDS => Place::State(speed),
                Some(axis) => Place::Rotation { first: position, axis, reference: [0.0; 4] },
                None => Place::State(position),
            };
            (*y, place)
        })
    }
}

/// A choice of independent coordinates, for the list of [`Model::minimal`].
#[derive(Clone, Debug)]
pub struct Chart {
    pub(super) places: Vec<Place>,
    pub(super) clusters: Vec<ClusterChart>,
    /// Strain from which on others are chosen.
    limit: f64,
}

impl Chart {
    /// The first coordinates of each cluster, with the origin of rotations in the null rotation.
    pub fn new(model: &Model) -> Self {
        let clusters = model.mechanism.tree.clusters.iter().enumerate();
        let count = model.minimal.as_ref().map_or(0, |minimal| minimal.list.len());
        let clusters = clusters.map(|(number, cluster)| ClusterChart::new(model, number, cluster)).collect();
        let mut chart = Self { places: vec![Place::State(0); count], clusters, limit: STRAIN };
        chart.settle(model, |_, _| [0.0, 0.0, 0.0, 1.0]);
        chart
    }

    /// Each state of model exchange in terms of the state array.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The states of model exchange, or their derivatives, from the state array or its derivatives.
    pub fn apply(&self, x: &[f64], y: &mut [f64]) {
        for (y, place) in y.iter_mut().zip(&self.places) {
            *y = place.terms().map(|(state, factor)| factor * x[state]).sum();
        }
    }

    /// Takes the choice of each cluster, with the reference of each rotation: that of a state of this number with the quaternion from this
    /// element on.
    fn settle(&mut self, model: &Model, reference: impl Fn(usize, usize) -> [f64; 4]) {
        for (place, state) in self.places.iter_mut().zip(model.minimal.iter().flat_map(|minimal| &minimal.list)) {
            match *state {
                MinimalState::Own { state } => *place = Place::State(state),
                MinimalState::Rotation { first, axis } => *place = Place::Rotation { first, axis, reference: [0.0; 4] },
                MinimalState::Position { .. } | MinimalState::Speed { .. } => {}
            }
        }
        for cluster in &self.clusters {
            [POSITIONS, SPEEDS]
                .into_iter()
                .flat_map(|order| cluster.places(order))
                .for_each(|(y, place)| self.places[y] = place);
        }
        for (y, place) in self.places.iter_mut().enumerate() {
            if let Place::Rotation { first, reference: own, .. } = place {
                *own = reference(y, *first);
            }
        }
    }

    /// What [`Self::restore`] takes.
    pub fn numbers(&self) -> Vec<f64> {
        let mut numbers = vec![0.0; Self::count(self.places.len())];
        numbers[0] = self.limit;
        for (place, own) in self.places.iter().zip(numbers[1..].chunks_exact_mut(5)) {
            if let Place::Rotation { reference, .. } = place {
                own[1..].copy_from_slice(reference);
            }
        }
        for (y, column) in self.clusters.iter().flat_map(|cluster| cluster.chosen.iter().flatten()) {
            numbers[1 + 5 * y] = *column as f64;
        }
        numbers
    }

    /// Length of [`Self::numbers`] for a number of states.
    pub const fn count(states: usize) -> usize {
        1 + 5 * states
    }

    /// The chart that had these numbers; none if they are not those of a chart of the model.
    #[must_use]
    pub fn restored(&self, model: &Model, numbers: &[f64]) -> Option<Self> {
        let mut chart = self.clone();
        chart.limit = *numbers.first()?;
        let own = |y: usize| numbers.get(1 + 5 * y..6 + 5 * y);
        for cluster in &mut chart.clusters {
            let count = cluster.columns.len();
            for chosen in &mut cluster.chosen {
                for k in 0..chosen.len() {
                    let number = own(chosen[k].0)?[0];
                    let column = (0..count).find(|column| *column as f64 == number)?;
                    chosen[k].1 = column;
                    if chosen[..k].iter().any(|(_, other)| *other == column) {
                        return None;
                    }
                }
            }
        }
        chart.settle(model, |y, _| own(y).map_or([0.0; 4], |own| four(own, 1)));
        let is_orientation = |place: &Place| match place {
            Place::Rotation { reference, .. } => (dot(*reference, *reference) - 1.0).abs() < 1e-9,
            Place::State(_) => true,
        };
        (chart.limit >= STRAIN && chart.places.iter().all(is_orientation)).then_some(chart)
    }

    /// Returns true if an orientation has turned far from its reference.
    pub(super) fn is_turned(&self, x: &[f64]) -> bool {
        self.places.iter().any(|place| match *place {
            Place::Rotation { first, reference, .. } => dot(reference, four(x, first)) < TURNED,
            Place::State(_) => false,
        })
    }

    pub(super) fn is_strained(&self, strain: f64) -> bool {
        // Also true for NaN.
        !(strain <= self.limit)
    }

    pub(super) fn accept(&mut self, strain: f64) {
        self.limit = STRAIN.max(MORE_STRAIN * strain);
    }

    /// Writes the states that no constraint couples with others into the state array; the state that is too far from its reference is the
    /// error.
    pub(super) fn write_own(&self, model: &Model, y: &[f64], x: &mut [f64]) -> Result<(), usize> {
        let list = model.minimal.as_ref().map_or(&[][..], |minimal| &minimal.list);
        for (k, state) in list.iter().enumerate() {
            match (*state, self.places[k]) {
                (MinimalState::Own { state }, _) => x[state] = y[k],
                (MinimalState::Rotation { first, axis: 0 }, Place::Rotation { reference, .. }) => {
                    let c = [y[k], y[k + 1], y[k + 2]];
                    let scalar = (1.0 - 0.25 * c.iter().map(|c| c * c).sum::<f64>()).max(0.0).sqrt();
                    if scalar < LEAST_SCALAR {
                        return Err(first);
                    }
                    let turns = [0, 1, 2].map(|axis| turn(&reference, axis));
                    (0..4).for_each(|i| {
                        x[first + i] = scalar * reference[i] + (0..3).map(|axis| c[axis] * turns[axis][i]).sum::<f64>();
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Changes of the state array for changes of the states that no constraint couples with others.
    pub(super) fn lift_own(&self, model: &Model, x: &[f64], dy: &[f64], dx: &mut [f64]) {
        let list = model.minimal.as_ref().map_or(&[][..], |minimal| &minimal.list);
        for (k, state) in list.iter().enumerate() {
            match (*state, self.places[k]) {
                (MinimalState::Own { state }, _) => dx[state] = dy[k],
                (MinimalState::Rotation { first, .. }, Place::Rotation { axis, reference, .. }) => {
                    let (turned, own) = (four(x, first), turn(&reference, axis));
                    // The scalar part changes so that the length stays.
                    let by_scalar = -dot(turned, own) / dot(turned, reference);
                    (0..4).for_each(|i| dx[first + i] += dy[k] * (own[i] + by_scalar * reference[i]));
                }
                _ => {}
            }
        }
    }
}

impl Evaluation<f64> {
    /// Numbers of independent positions and speeds of each cluster. Links have been placed.
    pub(super) fn freedoms(&mut self, model: &Model) -> Vec<[usize; 2]> {
        self.know_residuals(model);
        let mut chart = Chart::new(model);
        let mut freedoms = Vec::new();
        for (number, own) in chart.clusters.iter_mut().enumerate() {
            let (limit, free) = (self.work.clusters[number].limit, own.columns.len());
            self.copy_rows(model, number, own, POSITIONS);
            own.factors.factor(RankLimit { rank: limit.rank, threshold: limit.threshold });
            freedoms.push([free - own.factors.rank(), free - limit.rank]);
        }
        self.factor_rows(model);
        freedoms
    }

    /// Chooses independent coordinates at the present ones, of which `x` is the state array; the cluster where there are none is the error.
    /// Links have been placed.
    pub(super) fn choose(&mut self, model: &Model, x: &[f64], chart: &mut Chart, is_first: bool) -> Result<(), usize> {
        self.know_residuals(model);
        for (number, own) in chart.clusters.iter_mut().enumerate() {
            let free = own.columns.len();
            let mut reluctance: Vec<f64> = own.columns.iter().map(|column| column.reluctance).collect();
            for order in [POSITIONS, SPEEDS] {
                let count = own.chosen[order].len();
                self.copy_rows(model, number, own, order);
                for row in 0..own.only_speeds.len() {
                    own.factors.row_mut(row).iter_mut().zip(&reluctance).for_each(|(x, factor)| *x *= factor);
                }
                own.factors.factor(RankLimit { rank: free - count, threshold: REGULAR });
                if own.factors.rank() < free - count {
                    return Err(number);
                }
                let (dependent, independent) = own.factors.columns().split_at(free - count);
                // The speeds of dependent positions depend.
                dependent.iter().for_each(|column| reluctance[*column] *= 1.0 / REGULAR.sqrt());
                let independent = independent.to_vec();
                own.choose(order, &independent, is_first);
            }
        }
        self.factor_rows(model);
        chart.settle(model, |_, first| four(x, first));
        let strain = self.strain(model, chart);
        chart.accept(strain);
        Ok(())
    }

    /// The largest change of a dependent coordinate for a unit of an independent one, in rad or sizes of the cluster, at the present
    /// coordinates. Links have been placed.
    pub(super) fn strain(&mut self, model: &Model, chart: &mut Chart) -> f64 {
        self.know_residuals(model);
        let mut strain = 0.0;
        for (number, own) in chart.clusters.iter_mut().enumerate() {
            for order in [POSITIONS, SPEEDS] {
                if !self.augment(model, number, own, order, &chart.places) {
                    return f64::INFINITY;
                }
                let first = own.only_speeds.len();
                for (k, (_, chosen)) in own.chosen[order].iter().enumerate() {
                    own.known.fill(0.0);
                    own.known[first + k] = 1.0;
                    own.factors.solve(&own.known, &mut own.step);
                    let weight = own.columns[*chosen].reluctance;
                    let steps =
                        own.step.iter().zip(&own.columns).map(|(x, column)| x.abs() * weight / column.reluctance);
                    strain = steps.fold(strain, larger);
                }
            }
        }
        self.factor_rows(model);
        strain
    }

    /// Writes the rows of a cluster that hold its positions, or its speeds.
    fn copy_rows(&mut self, model: &Model, number: usize, own: &mut ClusterChart, order: usize) {
        let tree = &model.mechanism.tree;
        let (only_speeds, pass) = (&own.only_speeds, (tree, &self.constants.tree));
        let is_wanted = |row: usize| order == SPEEDS || !only_speeds[row];
        self.work.clusters[number].copy_rows(pass, &tree.clusters[number], &self.links, &mut own.factors, is_wanted);
    }

    /// Factors the rows of a cluster with those that hold its independent coordinates; false if these do not determine the others.
    pub(super) fn augment(
        &mut self,
        model: &Model,
        number: usize,
        own: &mut ClusterChart,
        order: usize,
        places: &[Place],
    ) -> bool {
        self.copy_rows(model, number, own, order);
        let first = own.only_speeds.len();
        for (k, (y, chosen)) in own.chosen[order].iter().enumerate() {
            match places[*y] {
                Place::Rotation { axis, reference, .. } => {
                    let (direction, now) = (turn(&reference, axis), four(&self.q, own.columns[*chosen].q));
                    for other in 0..3 {
                        let column = chosen + other - axis;
                        own.factors.set(first + k, column, 4.0 * dot(direction, turn(&now, other)));
                    }
                }
                Place::State(_) => own.factors.set(first + k, *chosen, 1.0),
            }
        }
        let free = own.columns.len();
        own.factors.factor(RankLimit { rank: free, threshold: SINGULAR });
        own.factors.rank() == free
    }

    /// Value of an independent position of a cluster.
    fn independent(&self, column: &Column, place: &Place) -> f64 {
        match *place {
            Place::Rotation { axis, reference, .. } => 4.0 * dot(turn(&reference, axis), four(&self.q, column.q)),
            Place::State(_) => self.q[column.q],
        }
    }

    /// Moves the clusters from the present coordinates, which are on the constraints but for what follows signals, to those that have the
    /// independent ones in `y`. Without success, the cluster is the error, and the coordinates are anywhere.
    pub(super) fn follow_chart(&mut self, model: &Model, chart: &mut Chart, y: &[f64]) -> Result<(), usize> {
        let mut start = y.to_vec();
        for own in &chart.clusters {
            for (k, column) in &own.chosen[POSITIONS] {
                start[*k] = self.independent(&own.columns[*column], &chart.places[*k]);
            }
        }
        let (mut reached, mut part, mut goal) = (0.0, 1.0_f64, y.to_vec());
        let mut last = self.q.clone();
        while reached < 1.0 {
            let next = f64::min(reached + part, 1.0);
            goal.iter_mut().zip(start.iter().zip(y)).for_each(|(goal, (from, to))| *goal = from + next * (to - from));
            match self.approach(model, chart, if next == 1.0 { y } else { &goal }) {
                Ok(()) => {
                    reached = next;
                    part *= 2.0;
                    last.copy_from_slice(&self.q);
                }
                Err(cluster) if part < 0.5_f64.powi(HALVINGS) => return Err(cluster),
                Err(_) => {
                    self.q.copy_from_slice(&last);
                    part *= 0.5;
                }
            }
        }
        self.follow_speeds(model, chart, y)
    }

    /// Newton's method for the positions with these independent ones.
    fn approach(&mut self, model: &Model, chart: &mut Chart, y: &[f64]) -> Result<(), usize> {
        let mut before = f64::INFINITY;
        for _ in 0..ITERATIONS {
            self.place_constraints(model);
            let mut longest = (0.0, 0);
            for (number, cluster) in model.mechanism.tree.clusters.iter().enumerate() {
                let own = &mut chart.clusters[number];
                if !self.augment(model, number, own, POSITIONS, &chart.places) {
                    return Err(number);
                }
                let (work, first) = (&self.work.clusters[number], own.only_speeds.len());
                for (row, known) in own.known[..first].iter_mut().enumerate() {
                    let is_free = own.only_speeds[row];
                    *known = if is_free { 0.0 } else { work.rows[row].scaled(work.rows[row].residual, work.scale) };
                }
                for (k, (y_number, column)) in own.chosen[POSITIONS].iter().enumerate() {
                    let value = self.independent(&own.columns[*column], &chart.places[*y_number]);
                    own.known[first + k] = (value - y[*y_number]) / work.unit(*column);
                }
                own.factors.solve(&own.known, &mut own.step);
                let work = &mut self.work.clusters[number];
                let length = work.take_step(&own.step);
                if length > longest.0 || length.is_nan() {
                    longest = (length, number);
                }
                for joint in &model.mechanism.tree.joints[cluster.joints.clone()] {
                    move_by(joint, work.correction(joint), &mut self.q);
                }
            }
            let (length, cluster) = longest;
            // False for NaN.
            let is_near = length <= ROUNDING || length <= LONGEST.min(CONTRACTION * before);
            match is_near {
                false => return Err(cluster),
                true if length <= LAST => return Ok(()),
                true => before = length,
            }
        }
        Err(0)
    }

    /// The speeds with these independent ones, at the positions that have been found.
    fn follow_speeds(&mut self, model: &Model, chart: &mut Chart, y: &[f64]) -> Result<(), usize> {
        for own in &chart.clusters {
            own.chosen[SPEEDS].iter().for_each(|(k, column)| self.v[own.columns[*column].v] = y[*k]);
        }
        self.place_constraints(model);
        for (number, cluster) in model.mechanism.tree.clusters.iter().enumerate() {
            let own = &mut chart.clusters[number];
            let is_closed = self.work.clusters[number].largest_residual() < CLOSED;
            if !(is_closed && self.augment(model, number, own, SPEEDS, &chart.places)) {
                return Err(number);
            }
            let work = &mut self.work.clusters[number];
            own.known.fill(0.0);
            for (known, row) in own.known.iter_mut().zip(&work.rows) {
                *known = row.scaled(row.rate, work.scale);
            }
            own.factors.solve(&own.known, &mut own.step);
            work.take_step(&own.step);
            for joint in &model.mechanism.tree.joints[cluster.joints.clone()] {
                self.v[joint.v..].iter_mut().zip(work.correction(joint)).for_each(|(v, step)| *v -= step);
            }
        }
        Ok(())
    }
}
