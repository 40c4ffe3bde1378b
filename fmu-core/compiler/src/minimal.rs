//! `states = "minimal"`: independent coordinates and speeds as the continuous states of model exchange.
//!
//! Their number follows from the initial state. Which coordinates are independent is decided there and again while the model runs, so
//! those of closed loops have variables of their own, `minimal.q[1]` and `minimal.v[1]`.

use crate::model_file::{ModelFile, Value};
use mechanism::joint_kinds::JointKind;
use simulation::dynamics::{Chart, EvaluationError, Place, System};
use simulation::model::{MinimalState, MinimalStates, Model};
use simulation::variables::{Causality, DataType, Initial, VariableAttributes};
use std::sync::Arc;

/// Reluctance to choose coordinates with a `stateSelect`, those with fixed start values, those of free bodies, and rotations.
const BY_STATE_SELECT: [(&str, f64); 3] = [("never", 1e3), ("avoid", 30.0), ("always", 1e-3)];
const FIXED_START: f64 = 0.2;
const FREE_BODY: f64 = 0.5;
const ROTATION: f64 = 10.0;
/// Names of the variables for independent coordinates and speeds begin with it.
const PREFIX: &str = "minimal.";

/// Why a model has no minimal set of states.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MinimalProblem {
    #[error(
        "states = \"minimal\": how many states the massless point {frame} has is decided by its line forces, while the model runs; add a \
         PointMass there, or use states = \"all\""
    )]
    Massless { frame: String },
    #[error(
        "states = \"minimal\": {component} is coupled with other joints, where its angles cannot be states of their own; leave out its \
         useQuaternions = false (rotations are three states all the same), or use states = \"all\""
    )]
    Angles { component: String },
    #[error("states = \"minimal\" makes a variable {name}, and the model has one already; rename its component")]
    Taken { name: String },
    #[error(transparent)]
    Start(#[from] EvaluationError),
}

/// The values of `stateSelect` that a model file gives, with the names of the components.
pub fn state_selects(file: &ModelFile) -> impl Iterator<Item = (&str, &str)> {
    file.components.iter().filter_map(|component| {
        let literal = component.modifiers.iter().find_map(|modifier| match &modifier.value.value {
            Value::String(literal) if modifier.name.value == "stateSelect" => Some(literal.as_str()),
            _ => None,
        });
        Some((component.name.value.as_str(), literal?))
    })
}

/// The model with a minimal set of continuous states for model exchange, found at the initial state with its own parameters.
///
/// # Errors
/// A model without such a set, by the name of the component that is the reason.
pub fn minimal(model: Model, file: &ModelFile) -> Result<Model, MinimalProblem> {
    check(&model)?;
    let reluctance = reluctance(&model, file);
    let (mut system, x) = start(model)?;
    let freedoms = system.freedoms(0.0, &x)?;
    let mut model = system.into_model();
    model.minimal = Some(MinimalStates { list: list(&model, &freedoms), reluctance });
    let (mut system, x) = start(model)?;
    let mut chart = Chart::new(system.model());
    system.choose_coordinates(0.0, &x, &mut chart, true)?;
    let mut model = system.into_model();
    describe(&mut model, &chart)?;
    Ok(model)
}

/// The equations of a model, and its initial state.
fn start(model: Model) -> Result<(System, Vec<f64>), EvaluationError> {
    let start = model.experiment.start();
    let mut system = jets::system(Arc::new(model));
    let mut x = vec![0.0; system.dimension()];
    system.set_start(start);
    system.prepare()?;
    system.initialize(0.0, &mut x)?;
    Ok((system, x))
}

fn check(model: &Model) -> Result<(), MinimalProblem> {
    let mechanism = &model.mechanism;
    let name = |joint: usize| mechanism.joints[joint].name.clone();
    if let Some(node) = mechanism.massless.iter().find_map(|part| part.nodes.first()) {
        return Err(MinimalProblem::Massless { frame: name(node.joint) });
    }
    let is_coupled = |joint: &usize| mechanism.tree.clusters.iter().any(|cluster| cluster.joints.contains(joint));
    match model.states.angles.iter().map(|angles| angles.joint).find(is_coupled) {
        Some(joint) => Err(MinimalProblem::Angles { component: name(joint) }),
        None => Ok(()),
    }
}

/// For each velocity coordinate: reluctance to choose it.
fn reluctance(model: &Model, file: &ModelFile) -> Vec<f64> {
    let (catalogue, tree) = (&model.catalogue, &model.mechanism.tree);
    let mut reluctance = vec![1.0; tree.nv];
    for joint in &tree.joints {
        for k in 0..joint.kind.nv() {
            let position = joint.kind.quaternion().unwrap_or(joint.kind.nq()).min(k);
            let Some(state) = model.states.position_state(joint.q + position) else { continue };
            let variable = catalogue.variables.at(catalogue.states[state]);
            let component = variable.name.rsplit_once('.').map_or("", |(component, _)| component);
            let selected = state_selects(file).find(|(name, _)| *name == component);
            let by_select =
                selected.and_then(|(_, literal)| BY_STATE_SELECT.iter().find(|(known, _)| *known == literal));
            let is_rotation = joint.kind.quaternion().is_some_and(|first| k >= first);
            let own = match variable.initial {
                Some(Initial::Exact) if !is_rotation => FIXED_START,
                _ if joint.kind == JointKind::Free => FREE_BODY,
                _ if is_rotation => ROTATION,
                _ => 1.0,
            };
            reluctance[joint.v + k] = by_select.map_or(own, |(_, factor)| *factor);
        }
    }
    reluctance
}

/// The states for these numbers of independent positions and speeds of each cluster.
fn list(model: &Model, freedoms: &[[usize; 2]]) -> Vec<MinimalState> {
    let layout = &model.states;
    let mut is_coupled = vec![false; layout.dimension()];
    let clusters = (0..freedoms.len()).flat_map(|cluster| model.cluster_states(cluster));
    clusters.flatten().for_each(|state| is_coupled[state] = true);
    let joints = model.mechanism.tree.joints.iter();
    let quaternions: Vec<usize> =
        joints.filter_map(|joint| layout.positions.binary_search(&(joint.q + joint.kind.quaternion()?)).ok()).collect();
    let own = |states: std::ops::Range<usize>| states.filter(|state| !is_coupled[*state]);
    let first = |state: usize| quaternions.iter().copied().find(|first| (*first..first + 4).contains(&state));
    let positions = own(0..layout.positions.len()).filter_map(|state| match first(state) {
        Some(first) => (state - first < 3).then_some(MinimalState::Rotation { first, axis: state - first }),
        None => Some(MinimalState::Own { state }),
    });
    let rest = |states| own(states).map(|state| MinimalState::Own { state });
    let of_clusters = |order: usize, state: fn(usize) -> MinimalState| {
        let counted = freedoms.iter().enumerate();
        counted.flat_map(move |(cluster, counts)| std::iter::repeat_n(state(cluster), counts[order]))
    };
    let speeds = rest(layout.positions.len()..layout.first_angle());
    positions
        .chain(of_clusters(0, |cluster| MinimalState::Position { cluster }))
        .chain(speeds)
        .chain(of_clusters(1, |cluster| MinimalState::Speed { cluster }))
        .chain(rest(layout.first_angle()..layout.dimension()))
        .collect()
}

/// Gives the states variables; `chart` has those that are chosen at the start.
fn describe(model: &mut Model, chart: &Chart) -> Result<(), MinimalProblem> {
    let list = model.minimal.as_ref().map(|minimal| minimal.list.clone()).unwrap_or_default();
    let (mut exchanged, mut numbers) = ([Vec::new(), Vec::new()], [0, 0]);
    for (state, place) in list.into_iter().zip(chart.places()) {
        let catalogue = &model.catalogue;
        let (order, cluster) = match state {
            MinimalState::Own { state } => {
                exchanged[0].push(catalogue.states[state]);
                exchanged[1].push(catalogue.derivatives[state]);
                continue;
            }
            MinimalState::Rotation { .. } => (0, None),
            MinimalState::Position { cluster } => (0, Some(cluster)),
            MinimalState::Speed { cluster } => (1, Some(cluster)),
        };
        let first = place.terms().next().map_or(0, |(state, _)| state);
        let [variable, derivative] =
            [&catalogue.states, &catalogue.derivatives].map(|list| catalogue.variables.at(list[first]));
        let own = match *place {
            Place::State(_) => variable.name.to_owned(),
            Place::Rotation { axis, .. } => {
                let component = variable.name.rsplit_once('.').map_or(variable.name, |(component, _)| component);
                format!("{component}.rotation[{}]", axis + 1)
            }
        };
        let unit = |state: &usize| catalogue.variables.at(catalogue.states[*state]).data_type.clone();
        let (name, text, has_unit) = match cluster {
            None => {
                let text = "Rotation about an axis of its frame from a reference orientation: 2*sin(angle/2)";
                (own, text.to_owned(), false)
            }
            Some(cluster) => {
                numbers[order] += 1;
                let states = &model.cluster_states(cluster)[order];
                let has_unit = states.iter().all(|state| unit(state) == unit(&first));
                let (letter, what) = [("q", "coordinate"), ("v", "speed")][order];
                let text = format!("Independent {what} of joints that constraints couple; at the start {own}");
                (format!("{PREFIX}{letter}[{}]", numbers[order]), text, has_unit)
            }
        };
        let attributes = |of: VariableAttributes, text: String| VariableAttributes {
            description: text.into(),
            data_type: if has_unit { of.data_type } else { DataType::Real { unit: None, min: None, max: None } },
            causality: Causality::Local,
            initial: Some(Initial::Calculated),
            start: None,
            derivative_of: None,
            target: None,
            ..of
        };
        if catalogue.variables.iter().any(|variable| variable.name == name) {
            return Err(MinimalProblem::Taken { name });
        }
        let state = attributes(variable.attributes(), text);
        let mut derivative = attributes(derivative.attributes(), "Derivative of a state".to_owned());
        let variables = &mut model.catalogue.variables;
        let index = variables.push(&[&name], state);
        derivative.derivative_of = Some(index);
        exchanged[0].push(index);
        exchanged[1].push(variables.push(&["der(", &name, ")"], derivative));
    }
    for index in model.catalogue.derivatives.clone().into_iter().filter(|index| !exchanged[1].contains(index)) {
        model.catalogue.variables.change(index, |derivative| derivative.derivative_of = None);
    }
    model.catalogue.minimal = Some(exchanged);
    Ok(())
}
