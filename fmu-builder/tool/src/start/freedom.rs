//! Degrees of freedom, coordinates, start values and redundant constraints.

use mechanism::LinkMotion;
use mechanism::scalar::RankLimit;
use simulation::dynamics::Evaluation;
use simulation::dynamics::articulated_body::{Workspace, kinematics};
use simulation::model::{Model, Unknown};

/// A state that no fixed start value decides, and the value that it starts with.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenStart {
    /// Name of the variable; of an orientation that of its component.
    pub name: String,
    /// Start value; none for orientations, which are not a single number.
    pub value: Option<f64>,
}

/// A part of the mechanism with closed loops in which fewer constraints hold than are demanded: the others follow from these, and
/// how they share the load is statically indeterminate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundancy {
    /// Number of equations that the constraints demand.
    pub rows: usize,
    /// Number of those that are independent at the start.
    pub rank: usize,
    /// Components whose constraints these are: the joints that close the loops.
    pub constraints: Vec<String>,
    /// Components whose joints are in the loops.
    pub joints: Vec<String>,
}

/// Speeds that are states, less the constraints that hold.
pub(super) fn degrees_of_freedom(model: &Model, limits: &[RankLimit]) -> usize {
    let speeds = model.states.speeds.len() + 3 * model.states.angles.len();
    speeds.saturating_sub(limits.iter().map(|limit| limit.rank).sum())
}

/// The states that are positions; the elements of a vector have one name.
pub(super) fn coordinates(model: &Model) -> Vec<String> {
    let states = &model.states;
    let angles = (0..states.angles.len()).flat_map(|k| (0..3).map(move |i| states.first_angle() + 6 * k + i));
    let mut names: Vec<String> = Vec::new();
    for name in (0..states.positions.len()).chain(angles).filter_map(|state| name(model, state)) {
        let whole = name.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')).map_or(name, |(whole, _)| whole);
        if names.last().is_none_or(|last| last != whole) {
            names.push(whole.to_owned());
        }
    }
    names
}

/// The states that are free at the start, in the order of the state array.
pub(super) fn chosen(model: &Model, x: &[f64]) -> Vec<ChosenStart> {
    let states = &model.states;
    let found = model.initialization.unknowns.iter().filter_map(|unknown| {
        let (state, is_orientation) = match *unknown {
            Unknown::Position { coordinate, .. } => (states.position_state(coordinate)?, false),
            Unknown::Orientation { quaternion } => (states.position_state(quaternion)?, true),
            Unknown::Speed { coordinate, .. } => (states.speed_state(coordinate)?, false),
            Unknown::LawState { state } => (states.first_law() + state, false),
            Unknown::Parameter { .. } => return None,
        };
        let name = name(model, state)?;
        let component = name.rsplit_once('.').map_or(name, |(component, _)| component);
        Some(if is_orientation {
            ChosenStart { name: format!("orientation of {component}"), value: None }
        } else {
            ChosenStart { name: name.to_owned(), value: x.get(state).copied() }
        })
    });
    found.collect()
}

/// Parts with more equations than rank.
pub(super) fn redundant(model: &Model, limits: &[RankLimit]) -> Vec<Redundancy> {
    let mechanism = &model.mechanism;
    let clusters = mechanism.tree.clusters.iter().zip(limits).filter(|(cluster, limit)| limit.rank < cluster.rows());
    let redundancy = clusters.map(|(cluster, limit)| Redundancy {
        rows: cluster.rows(),
        rank: limit.rank,
        constraints: names(mechanism.constraints[cluster.constraints.clone()].iter().map(|c| c.name.as_str())),
        joints: names(mechanism.joints[cluster.joints.clone()].iter().map(|joint| joint.name.as_str())),
    });
    redundancy.collect()
}

/// Motions of all links at the positions `q`, at unit speed of a coordinate and zero of the others.
pub(super) fn unit_motion(
    model: &Model,
    evaluation: &Evaluation<f64>,
    q: &[f64],
    coordinate: usize,
) -> Vec<LinkMotion<f64>> {
    let tree = &model.mechanism.tree;
    let mut v = vec![0.0; tree.nv];
    v[coordinate] = 1.0;
    let mut links = vec![LinkMotion::ground(); tree.joints.len() + 1];
    kinematics(tree, &evaluation.constants.tree, q, &v, &mut links, &mut Workspace::new(tree));
    links
}

/// Each name once, in order.
pub(super) fn names<'a>(all: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in all {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Name of the variable that a state is.
pub(super) fn name(model: &Model, state: usize) -> Option<&str> {
    let variable = *model.catalogue.states.get(state)?;
    Some(model.catalogue.variables.get(variable)?.name)
}
