//! Independent coordinates and speeds near a state: the tangent space of the states that satisfy the constraints.
//!
//! States near `x` that satisfy the constraints are `x + lift z + by_known k`, to first order, for small changes `z` of the independent
//! coordinates and `k` of inputs and parameters. Of an orientation `z` contains a rotation about the axes of its own frame, relative to the
//! orientation of the undisturbed motion, in place of four elements of a quaternion.
//! The tangent map of the motion is `dz/dt = choice (J lift - lift') z`; apart from the quaternions, the rows of `choice` that do
//! not vanish are constant, and `lift'` is not needed.

use compiler::model_file::ModelFile;
use compiler::state_selects;
use matrices::{Candidate, eliminate};
use mechanism::frames::quaternions::{self, Quaternion};
use mechanism::joint_kinds::JointKind;
use mechanism::scalar::Vector3;
use nalgebra::DMatrix;
use simulation::dynamics::{Condition, Known, System};
use simulation::model::Model;
use simulation::variables::{DataType, Initial, Variable};

use super::error::LinearError;

/// Components whose coordinates have a class of their own.
pub(crate) type Preferences = [(String, u8)];

/// Classes of coordinates, in the order in which they are eliminated.
const NEVER: u8 = 0;
const AVOID: u8 = 1;
const ROTATION: u8 = 2;
const SCALAR: u8 = 3;
const FREE_BODY: u8 = 4;
const FIXED_START: u8 = 5;
const ALWAYS: u8 = 6;

/// The priorities that stateSelect gives to components of a model file; default and prefer, which most joints have anyway, say nothing.
pub(crate) fn preferences(file: &ModelFile) -> Vec<(String, u8)> {
    let class = |literal: &str| match literal {
        "never" => Some(NEVER),
        "avoid" => Some(AVOID),
        "always" => Some(ALWAYS),
        _ => None,
    };
    state_selects(file).filter_map(|(component, literal)| Some((component.to_owned(), class(literal)?))).collect()
}

/// Behaviour of a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Position,
    /// With the place of its position among the coordinates.
    Speed(Option<usize>),
    Other,
}

/// A coordinate of small changes.
#[derive(Clone, Debug)]
pub(crate) struct Coordinate {
    pub name: String,
    pub unit: Option<String>,
    pub role: Role,
    /// The state, or the first element of the quaternion.
    pub state: usize,
    /// Axis of a rotation.
    pub axis: Option<usize>,
    /// The model gives its start value.
    pub starts_fixed: bool,
    /// It belongs to a body that no joint holds.
    pub is_free_body: bool,
}

/// Treatment of contacts that stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sticking {
    /// They are constraints.
    Holds,
    /// They let the state be anywhere, for a search of it.
    IsLoose,
}

/// See the module.
#[derive(Clone, Debug)]
pub(crate) struct Tangent {
    pub coordinates: Vec<Coordinate>,
    pub lift: DMatrix<f64>,
    pub by_known: DMatrix<f64>,
    /// Correction that brings the state closer to the constraints than the projection does, with the same independent coordinates.
    closing: DMatrix<f64>,
    choice: DMatrix<f64>,
    drift: DMatrix<f64>,
}

impl Tangent {
    /// Near the state `x` at time `t`, s, after the start, for changes of `knowns`.
    pub(crate) fn of(
        system: &mut System,
        (t, x): (f64, &[f64]),
        knowns: &[Known],
        preferences: &Preferences,
        sticking: Sticking,
    ) -> Result<Self, LinearError> {
        let all = coordinates(system.model());
        let mut rates = vec![0.0; x.len()];
        system.derivatives(t, x, &mut rates)?;
        let [turned, mut turning] = [x, &rates].map(|x| unfolding(&all, x));
        let constant = all.iter().enumerate().filter(|(_, coordinate)| coordinate.axis.is_none());
        constant.for_each(|(k, _)| turning.column_mut(k).fill(0.0));
        let mut conditions = Conditions::of(system, (t, x), knowns, &turned)?;
        conditions.stick(&all, sticking);
        let (changes, by_known) = conditions.solve(system, &all, preferences)?;
        let free: Vec<usize> = (0..all.len()).filter(|k| changes[(*k, *k)] != 0.0).collect();
        let changes = changes.select_columns(&free);
        // Columns of a quaternion are orthogonal and half as long as a unit.
        let folding = DMatrix::from_fn(all.len(), x.len(), |k, state| {
            turned[(state, k)] * if all[k].axis.is_some() { 4.0 } else { 1.0 }
        });
        let choice = folding.select_rows(&free);
        let by_known = &turned * by_known;
        Ok(Self {
            lift: &turned * &changes,
            closing: by_known.columns(knowns.len(), 1).into_owned(),
            by_known: by_known.columns(0, knowns.len()).into_owned(),
            drift: &choice * turning * changes,
            coordinates: free.into_iter().map(|k| all[k].clone()).collect(),
            choice,
        })
    }

    /// Rows of the derivatives of the states along `lift`, in the independent coordinates.
    pub(crate) fn motion(&self, along_lift: &DMatrix<f64>) -> DMatrix<f64> {
        &self.choice * along_lift - &self.drift
    }

    /// Rates of the states, or columns of them, in the independent coordinates.
    pub(crate) fn rates(&self, rates: &DMatrix<f64>) -> DMatrix<f64> {
        &self.choice * rates
    }

    /// Values of the independent coordinates; rotations are zero.
    pub(crate) fn values(&self, x: &[f64]) -> Vec<f64> {
        self.coordinates.iter().map(|own| if own.axis.is_some() { 0.0 } else { x[own.state] }).collect()
    }

    /// Brings the state to the constraints.
    pub(crate) fn close(&self, x: &mut [f64]) {
        x.iter_mut().zip(self.closing.iter()).for_each(|(x, step)| *x += step);
    }

    /// Moves the state by a change of the independent coordinates and of the knowns; not yet back to the constraints.
    pub(crate) fn step(&self, x: &mut [f64], z: &[f64], k: &[f64]) {
        let column = |numbers: &[f64]| nalgebra::DVector::from_column_slice(numbers);
        let step = &self.lift * column(z) + &self.by_known * column(k);
        x.iter_mut().zip(step.iter()).for_each(|(x, step)| *x += step);
    }
}

/// All coordinates of small changes, in the order of the states.
pub(super) fn coordinates(model: &Model) -> Vec<Coordinate> {
    let states = &model.states;
    let first =
        |joint: &mechanism::TreeJoint| states.positions.binary_search(&(joint.q + joint.kind.quaternion()?)).ok();
    let joints = &model.mechanism.tree.joints;
    let quaternions: Vec<usize> = joints.iter().filter_map(first).collect();
    let free = joints.iter().filter(|joint| joint.kind == JointKind::Free);
    let free: Vec<usize> = free.flat_map(|joint| joint.q..joint.q + joint.kind.nq()).collect();
    let is_free = |state: usize| states.positions.get(state).is_some_and(|position| free.contains(position));
    let mut all: Vec<Coordinate> = Vec::new();
    let mut state = 0;
    while state < states.dimension() {
        let (name, unit, starts_fixed) = variable(model, state);
        let (role, axis, is_free_body) = (Role::Position, None, is_free(state));
        let own = Coordinate { name, unit, role, state, axis, starts_fixed, is_free_body };
        if quaternions.contains(&state) {
            let component = own.name.rsplit_once('.').map_or(own.name.as_str(), |(component, _)| component);
            all.extend((0..3).map(|axis| {
                let name = format!("{component}.rotation[{}]", axis + 1);
                Coordinate { name, unit: Some("rad".to_owned()), axis: Some(axis), ..own.clone() }
            }));
            state += 4;
        } else {
            let angle = (state.wrapping_sub(states.first_angle())) % 6;
            let role = match state {
                _ if state < states.positions.len() => Role::Position,
                _ if state < states.first_angle() => Role::Speed(None),
                _ if state >= states.first_law() => Role::Other,
                _ if angle < 3 => Role::Position,
                _ => Role::Speed(None),
            };
            all.push(Coordinate { role, ..own });
            state += 1;
        }
    }
    pair(model, &mut all);
    all
}

/// Finds the position that belongs to each speed.
fn pair(model: &Model, all: &mut [Coordinate]) {
    let states = &model.states;
    let place = |all: &[Coordinate], state: usize, axis: Option<usize>| {
        all.iter().position(|coordinate| coordinate.state == state && coordinate.axis == axis)
    };
    let mut pairs = Vec::new();
    for joint in &model.mechanism.tree.joints {
        let first = joint.kind.quaternion().unwrap_or(joint.kind.nq());
        for k in 0..joint.kind.nv() {
            let axis = k.checked_sub(first);
            let position = states.positions.binary_search(&(joint.q + k.min(first))).ok();
            let speed = states.speeds.binary_search(&(joint.v + k)).ok().map(|k| states.positions.len() + k);
            let places = |(position, speed)| Some((place(all, position, axis)?, place(all, speed, None)?));
            pairs.extend(position.zip(speed).and_then(places));
        }
    }
    let angles = (0..states.angles.len()).flat_map(|a| (0..3).map(move |k| states.first_angle() + 6 * a + k));
    pairs.extend(angles.filter_map(|angle| Some((place(all, angle, None)?, place(all, angle + 3, None)?))));
    pairs.into_iter().for_each(|(position, speed)| all[speed].role = Role::Speed(Some(position)));
}

/// Name and unit of a state, and whether its start value is fixed.
fn variable(model: &Model, state: usize) -> (String, Option<String>, bool) {
    let catalogue = &model.catalogue;
    let variable = catalogue.states.get(state).and_then(|index| catalogue.variables.get(*index));
    let described = |v: Variable<'_>| (v.name.to_owned(), unit(v.data_type), matches!(v.initial, Some(Initial::Exact)));
    variable.map_or_else(Default::default, described)
}

pub(super) fn unit(data_type: &DataType) -> Option<String> {
    let DataType::Real { unit, .. } = data_type else { return None };
    unit.as_deref().map(str::to_owned)
}

/// Changes of the states along each coordinate, at the state `x`.
fn unfolding(all: &[Coordinate], x: &[f64]) -> DMatrix<f64> {
    let mut columns = DMatrix::zeros(x.len(), all.len());
    for (k, coordinate) in all.iter().enumerate() {
        let first = coordinate.state;
        let Some(axis) = coordinate.axis else {
            columns[(first, k)] = 1.0;
            continue;
        };
        let q = Quaternion(std::array::from_fn(|i| x[first + i]));
        let turn = Vector3::from_fn(|i, _| f64::from(u8::from(i == axis)));
        quaternions::der_orientation(&q, turn).0.iter().enumerate().for_each(|(i, x)| columns[(first + i, k)] = *x);
    }
    columns
}

/// Derivatives of the conditions by all coordinates and knowns.
struct Conditions {
    /// Of the residuals, and of their rates: a row for each condition.
    by_coordinate: [DMatrix<f64>; 2],
    by_known: [DMatrix<f64>; 2],
    list: Vec<Condition>,
}

impl Conditions {
    fn of(
        system: &mut System,
        (t, x): (f64, &[f64]),
        knowns: &[Known],
        unfolding: &DMatrix<f64>,
    ) -> Result<Self, LinearError> {
        let mut list = Vec::new();
        let mut along = |knowns: &mut dyn Iterator<Item = Known>| -> Result<[Vec<f64>; 2], LinearError> {
            let mut columns: [Vec<f64>; 2] = Default::default();
            for known in knowns {
                list = system.conditions_along(t, x, known)?;
                (0..2).for_each(|order| columns[order].extend(list.iter().map(|condition| condition.along[order])));
            }
            Ok(columns)
        };
        let by_state = along(&mut (0..x.len()).map(Known::State))?;
        let mut by_known = along(&mut knowns.iter().copied())?;
        // The last column is what is left of the conditions.
        (0..2).for_each(|order| by_known[order].extend(list.iter().map(|condition| condition.off[order])));
        let by_state = by_state.map(|columns| DMatrix::from_vec(list.len(), x.len(), columns));
        let by_known = by_known.map(|columns| DMatrix::from_vec(list.len(), knowns.len() + 1, columns));
        Ok(Self { by_coordinate: by_state.map(|rows| rows * unfolding), by_known, list })
    }

    /// Positions move as speeds do where contacts stick.
    fn stick(&mut self, all: &[Coordinate], sticking: Sticking) {
        for row in (0..self.list.len()).filter(|row| self.list[*row].sticks) {
            let [positions, speeds] = &mut self.by_coordinate;
            match sticking {
                Sticking::Holds => all.iter().enumerate().for_each(|(k, own)| {
                    if let Role::Speed(Some(position)) = own.role {
                        positions[(row, position)] = speeds[(row, k)];
                    }
                }),
                Sticking::IsLoose => {
                    speeds.row_mut(row).fill(0.0);
                    self.by_known[1].row_mut(row).fill(0.0);
                }
            }
        }
    }

    /// Changes of all coordinates for a unit of each independent one (dependent ones have empty columns), and of each known.
    fn solve(
        &self,
        system: &System,
        all: &[Coordinate],
        preferences: &Preferences,
    ) -> Result<(DMatrix<f64>, DMatrix<f64>), LinearError> {
        let mut changes = DMatrix::identity(all.len(), all.len());
        let mut by_known = DMatrix::zeros(all.len(), self.by_known[0].ncols());
        let clusters = system.row_limits().len();
        let demanded: usize = system.row_limits().iter().map(|limit| limit.rank).sum();
        let more = self.list.iter().filter(|condition| condition.part >= clusters).count();
        let mut is_dependent = vec![false; all.len()];
        for order in [0, 1] {
            let is_ours = |role: Role| if order == 0 { role == Role::Position } else { matches!(role, Role::Speed(_)) };
            let own: Vec<usize> = (0..all.len()).filter(|k| is_ours(all[*k].role)).collect();
            // Of the second order what the positions do is known.
            let mut known_changes = changes.clone();
            own.iter().for_each(|k| known_changes.row_mut(*k).fill(0.0));
            let rows = &self.by_coordinate[order];
            let known = [rows * known_changes, rows * &by_known + &self.by_known[order]];
            let mut system_rows = DMatrix::zeros(rows.nrows(), own.len() + all.len() + by_known.ncols());
            system_rows.columns_mut(0, own.len()).copy_from(&rows.select_columns(&own));
            system_rows.columns_mut(own.len(), all.len()).copy_from(&known[0]);
            system_rows.columns_mut(own.len() + all.len(), by_known.ncols()).copy_from(&known[1]);
            let class = |k: usize| match all[k].role {
                Role::Speed(Some(position)) if is_dependent[position] => 0,
                // A wheel that rolls: its speed follows from its turning.
                Role::Speed(_) => 1 + 2 * class(&all[k], preferences) + u8::from(all[k].unit.as_deref() != Some("m/s")),
                _ => 1 + class(&all[k], preferences),
            };
            let candidate = |(column, k): (usize, &usize)| {
                let unit = self.unit_of(&all[*k], rows.column(*k).iter());
                Candidate { column, class: class(*k), unit }
            };
            let candidates: Vec<Candidate> = own.iter().enumerate().map(candidate).collect();
            let pivots = eliminate(&mut system_rows, &candidates, demanded + more);
            if order == 1 && pivots.len() < demanded {
                return Err(self.singular(system));
            }
            for (row, column) in pivots {
                let dependent = own[column];
                is_dependent[dependent] = true;
                changes.row_mut(dependent).fill(0.0);
                changes.column_mut(dependent).fill(0.0);
                by_known.row_mut(dependent).fill(0.0);
                let others = own.iter().enumerate().filter(|(other, _)| *other != column);
                others.for_each(|(other, k)| changes[(dependent, *k)] = -system_rows[(row, other)]);
                let mut element = |k: usize, value: f64| changes[(dependent, k)] -= value;
                let strangers = (0..all.len()).filter(|k| !is_ours(all[*k].role));
                strangers.for_each(|k| element(k, system_rows[(row, own.len() + k)]));
                (0..by_known.ncols())
                    .for_each(|k| by_known[(dependent, k)] = -system_rows[(row, own.len() + all.len() + k)]);
            }
        }
        Ok((changes, by_known))
    }

    /// Lengths are measured by the size of their mechanism.
    fn unit_of<'a>(&self, coordinate: &Coordinate, mut column: impl Iterator<Item = &'a f64>) -> f64 {
        let is_length = matches!(coordinate.unit.as_deref(), Some("m" | "m/s"));
        let part = column.position(|element| *element != 0.0).and_then(|row| self.list.get(row));
        part.filter(|_| is_length).map_or(1.0, |condition| condition.size)
    }

    fn singular(&self, system: &System) -> LinearError {
        let mechanism = &system.model().mechanism;
        let names =
            mechanism.tree.clusters.iter().flat_map(|cluster| &mechanism.constraints[cluster.constraints.clone()]);
        let mut components: Vec<String> = names.map(|constraint| constraint.name.clone()).collect();
        components.dedup();
        LinearError::Singular { components }
    }
}

fn class(coordinate: &Coordinate, preferences: &Preferences) -> u8 {
    let component = coordinate.name.rsplit_once('.').map_or("", |(component, _)| component);
    let own = preferences.iter().find(|(name, _)| name == component).map(|(_, class)| *class);
    own.unwrap_or(match coordinate {
        Coordinate { starts_fixed: true, axis: None, .. } => FIXED_START,
        Coordinate { is_free_body: true, .. } => FREE_BODY,
        Coordinate { axis: Some(_), .. } => ROTATION,
        _ => SCALAR,
    })
}
