//! Independent coordinates: the continuous states of model exchange where the model asks for a minimal set.
//!
//! A chart chooses independent coordinates and speeds of each cluster of constraints. They are elements of the state array, except for
//! rotations: with the quaternion `R` of a reference orientation and its change `R_k` for a turn about axis k, an orientation is
//! `Q = s R + c_1 R_1 + c_2 R_2 + c_3 R_3`, and `c`, of the length `2 sin(angle/2)`, are three coordinates that are linear in `Q`. So all
//! independent coordinates and their derivatives are linear in the state array and its derivatives.

mod search;

use crate::model::{MinimalState, Model};
use mechanism::frames::quaternions::{self, Quaternion};
use mechanism::scalar::{RankFactors, Vector3};
use mechanism::sort::sort_by_key;
use mechanism::{Cluster, Motion};
use std::cmp::Reverse;

/// Change of a coordinate for a unit of an independent one at which others are chosen; and the same relative to its value where they
/// were chosen.
const STRAIN: f64 = 8.0;
const MORE_STRAIN: f64 = 2.0;
/// Cosine of half the angle from the reference orientation at which another one is chosen: 60 degrees.
const TURNED: f64 = 0.866;
/// The scalar part of a quaternion below which rotations have no orientation.
const LEAST_SCALAR: f64 = 0.1;
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
        sort_by_key(&mut new, |column| Reverse(*column));
        for (_, column) in chosen.iter_mut().filter(|(_, column)| !columns.contains(column)) {
            *column = new.pop().unwrap_or_default();
        }
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
        let rotation = |y, first, axis| Place::Rotation { first, axis, reference: reference(y, first) };
        for (y, state) in model.minimal.iter().flat_map(|minimal| &minimal.list).enumerate() {
            match *state {
                MinimalState::Own { state } => self.places[y] = Place::State(state),
                MinimalState::Rotation { first, axis } => self.places[y] = rotation(y, first, axis),
                MinimalState::Position { .. } | MinimalState::Speed { .. } => {}
            }
        }
        for ClusterChart { chosen: [positions, speeds], columns, .. } in &self.clusters {
            for (y, column) in positions {
                let Column { position, axis, .. } = columns[*column];
                self.places[*y] = axis.map_or(Place::State(position), |axis| rotation(*y, position, axis));
            }
            for (y, column) in speeds {
                self.places[*y] = Place::State(columns[*column].speed);
            }
        }
    }

    /// The numbers that [`Self::restored`] takes.
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

    /// Returns true if others should be chosen; not as long as all are singular.
    pub(super) fn is_strained(&self, strain: f64) -> bool {
        strain > self.limit || self.limit.is_infinite() && strain.is_finite()
    }

    pub(super) fn accept(&mut self, strain: f64) {
        self.limit = STRAIN.max(MORE_STRAIN * strain);
    }

    /// Writes the states that no constraint couples with others into the state array; the state that is too far from its reference is the
    /// error.
    pub(super) fn write_own(&self, model: &Model, y: &[f64], x: &mut [f64]) -> Result<(), usize> {
        for (k, state) in model.minimal.iter().flat_map(|minimal| &minimal.list).enumerate() {
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
        for (k, state) in model.minimal.iter().flat_map(|minimal| &minimal.list).enumerate() {
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
