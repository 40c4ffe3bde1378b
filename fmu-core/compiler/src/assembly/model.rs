//! The compiled model.

use super::catalogue::Context;
use super::collected::{Collected, ParameterEntry};
use super::connections::Sets;
use super::initialization::Plan;
use super::problems::Problems;
use super::spanned::Spanned;
use super::structure_problem::StructureProblem;
use super::{catalogue, closed_parts, massless};
use crate::model_file::{LibraryProblem, ModelFile};
use library::{AngleStatesElement, PrescribedLevel};
use mechanism::hashed::HashMap;
use mechanism::{
    Circuit, Constants, DiscreteLayout, FlangeId, FlangePotential, FlangeRole, HeatNetwork, ImpossibleParameter,
    InnerConnectors, JointId, Mechanism, ParameterTable, RelationalLaw, Stage,
};
use simulation::model::{AngleStates, Follower, Model, Motions, Schedule, StartReference, StateLayout};

/// Assembles the compiled model.
#[allow(clippy::too_many_arguments)]
pub(super) fn finish(
    file: &ModelFile,
    mut collected: Collected,
    (mut table, values): (ParameterTable, Vec<f64>),
    sets: Sets,
    mut spanned: Spanned,
    networks: (HeatNetwork, Vec<Circuit>),
    schedule: Schedule,
    problems: &mut Problems,
) -> Model {
    complete(&mut collected, &sets, &mut spanned, networks);
    fill_values(&mut table, &values, &spanned.mechanism, &collected, problems);
    let states = state_layout(&collected, &spanned);
    let motions = motions(&collected, &spanned, &sets);
    let plan = Plan::new(&collected, &spanned, &motions, &table);
    let (catalogue, started) = catalogue::build(
        &Context {
            file,
            collected: &collected,
            table: &table,
            sets: &sets,
            spanned: &spanned,
            schedule: &schedule,
            states: &states,
            plan: &plan,
        },
        problems,
    );
    let initialization = plan.finish(&catalogue, &started, &schedule, problems);
    Model {
        minimal: None,
        name: file.name.clone(),
        description: file.description.clone(),
        experiment: file.experiment.clone(),
        catalogue,
        discrete: discrete_layout(&collected, &sets, &schedule),
        laws: collected.elements.laws,
        watched: collected.elements.watched,
        acting_frames: collected.elements.acting_frames,
        acting_flanges: acting_flanges(&spanned.mechanism),
        mechanism: spanned.mechanism,
        schedule,
        parameters: table,
        motions,
        initialization,
        states,
        signal_count: collected.signal_outputs + sets.inputs.len(),
        first_input_signal: collected.signal_outputs,
    }
}

/// The flanges whose flow a law writes and that move with the coordinate of a joint.
fn acting_flanges(mechanism: &Mechanism) -> Vec<(FlangeId, usize)> {
    let flanges = mechanism.flange_roles.iter().zip(&mechanism.flange_potentials).enumerate();
    let acting = flanges.filter_map(|(flange, pair)| match pair {
        (FlangeRole::Law, FlangePotential::Joint(joint)) => Some((flange, mechanism.tree.joints[*joint].v)),
        _ => None,
    });
    acting.collect()
}

/// Adds to the structure of the mechanism what the components registered.
fn complete(
    collected: &mut Collected,
    sets: &Sets,
    spanned: &mut Spanned,
    (heat, circuits): (HeatNetwork, Vec<Circuit>),
) {
    let massless = massless::find(collected, spanned);
    let elements = &mut collected.elements;
    let (closing, closed_parts) = closed_parts::find(spanned, &elements.rigid_edges, &elements.grounds);
    spanned.mechanism = Mechanism {
        circuits,
        gravity: elements.gravity.take().unwrap_or_default(),
        frame_names: collected.frames.clone(),
        rigid_edges: std::mem::take(&mut elements.rigid_edges),
        closing,
        closed_parts,
        masses: std::mem::take(&mut elements.masses),
        inert: std::mem::take(&mut elements.inert),
        inner_flanges: InnerConnectors::new(std::mem::take(&mut elements.inner_flanges)),
        flange_nodes: sets.flanges.clone(),
        mountings: std::mem::take(&mut elements.mountings),
        massless,
        heat,
        drivers: sets.drivers.clone(),
        ..std::mem::take(&mut spanned.mechanism)
    };
}

/// Values of the bound parameters at build time; also checks geometry and inertia.
fn fill_values(
    table: &mut ParameterTable,
    values: &[f64],
    mechanism: &Mechanism,
    collected: &Collected,
    problems: &mut Problems,
) {
    for (slot, value) in table.slots.iter_mut().zip(values) {
        slot.value = *value;
    }
    if let Err(ImpossibleParameter::Inertia { component, fault }) = mechanism.check_inertias(&table.slots, values) {
        let reason = fault.to_string();
        problems.add_at(collected, &component.clone(), StructureProblem::Geometry { component, reason });
    }
    if let Err(error) = Constants::new(mechanism, values) {
        if let (true, Some(entry)) = (error.is_zero_direction(), zero_vector(&error.component, values, collected)) {
            return problems.add(entry.span.as_ref(), LibraryProblem::zero_direction(&entry.name));
        }
        let (component, reason) = (error.component, error.error.to_string());
        problems.add_at(collected, &component.clone(), StructureProblem::Geometry { component, reason });
    }
}

/// A vector of a component that the model sets to zero length.
fn zero_vector<'a>(component: &str, values: &[f64], collected: &'a Collected) -> Option<&'a ParameterEntry> {
    let is_own = |name: &str| name.strip_prefix(component).is_some_and(|rest| rest.starts_with('.'));
    collected.parameters.iter().find(|entry| {
        let elements = values.get(entry.first..entry.first + entry.shape.size());
        entry.span.is_some()
            && is_own(&entry.name)
            && elements.is_some_and(|elements| elements.len() == 3 && elements.iter().all(|x| *x == 0.0))
    })
}

fn motions(collected: &Collected, spanned: &Spanned, sets: &Sets) -> Motions {
    let reference = |joint: JointId| {
        let source = spanned.prescriber(joint, collected)?;
        let (flange, support) = (source.flange, source.support);
        Some((joint, StartReference { signal: source.start_reference()?, flange, support }))
    };
    let follower = |(_, number): &(usize, usize)| {
        let source = &collected.elements.prescribed_flanges[*number];
        let (followed, is_speed) = source.followed()?;
        let (flange, support) = (source.flange, source.support);
        Some(Follower { flange, support, signal: sets.drivers[followed.first], is_speed })
    };
    Motions {
        starts: spanned.starts.clone(),
        references: (0..spanned.mechanism.joints.len()).filter_map(reference).collect(),
        law_starts: collected.elements.states.iter().map(|s| s.start).collect(),
        followers: spanned.prescribed.iter().filter_map(follower).collect(),
    }
}

fn state_layout(collected: &Collected, spanned: &Spanned) -> StateLayout {
    let mut layout = StateLayout { laws: collected.elements.states.len(), ..StateLayout::default() };
    let elements = collected.elements.angle_states.iter();
    let elements: HashMap<usize, &AngleStatesElement> = elements.rev().map(|e| (e.component, e)).collect();
    for (i, joint) in spanned.mechanism.tree.joints.iter().enumerate() {
        let level = spanned.prescriber(i, collected).map(|source| source.level);
        let angles = spanned.components[i].and_then(|component| angle_states(i, elements.get(&component)?, spanned));
        // The angular part of a motion comes last.
        let less = angles.map_or([0, 0], |_| [4, 3]);
        if level != Some(PrescribedLevel::Position) {
            layout.positions.extend(joint.q..joint.q + joint.kind.nq() - less[0]);
        }
        let gives_speed = matches!(level, Some(PrescribedLevel::Position | PrescribedLevel::Speed));
        if !gives_speed && !joint.kind.is_massless() {
            layout.speeds.extend(joint.v..joint.v + joint.kind.nv() - less[1]);
        }
        layout.angles.extend(angles);
    }
    layout
}

/// The angles of a joint that are states.
fn angle_states(joint: JointId, element: &AngleStatesElement, spanned: &Spanned) -> Option<AngleStates> {
    let (tree_joint, info) = (spanned.mechanism.tree.joints[joint], &spanned.mechanism.joints[joint]);
    let first = tree_joint.kind.quaternion()?;
    Some(AngleStates {
        joint,
        quaternion: tree_joint.q + first,
        speed: tree_joint.v + first,
        reversed: info.reversed,
        sequence: element.sequence,
        near: element.near,
    })
}

/// Lays out the discrete states of the laws.
fn discrete_layout(collected: &Collected, sets: &Sets, schedule: &Schedule) -> DiscreteLayout {
    let elements = &collected.elements;
    let mut layout = DiscreteLayout { frictions: elements.frictions.clone(), ..DiscreteLayout::default() };
    for law in &elements.laws {
        let first = layout.held_count;
        layout.held_count += law.held();
        layout.held.push(first..layout.held_count);
    }
    let mut remembered: Vec<_> =
        elements.laws.iter().enumerate().filter_map(|(law, any)| Some((law, any.remembered()?))).collect();
    remembered.sort_by_key(|(_, (number, _))| *number);
    layout.remembered = remembered.into_iter().map(|(law, (_, remembered))| (law, remembered)).collect();
    let of_friction: Vec<usize> = elements.frictions.iter().map(|element| element.law).collect();
    for &law in &schedule.order {
        let (held, relations) = (elements.laws[law].held(), elements.laws[law].relations());
        if held + relations > 0 {
            let first = layout.law_indicators;
            layout.law_indicators += relations;
            let name = collected.components.get(elements.law_components[law]).map_or("", |component| &component.name);
            let indicators = first..layout.law_indicators;
            layout.relational.push(RelationalLaw { name: name.to_owned(), law, indicators });
            layout.stage = layout.stage.max(schedule.stages[law]);
            let sampled = elements.laws[law].sampled();
            let signals = sampled.iter().flat_map(|input| &sets.drivers[input.first..input.first + input.size]);
            layout.stage = signals.map(|signal| schedule.signal_stages[*signal]).fold(layout.stage, Stage::max);
        } else if !of_friction.contains(&law) {
            layout.timed.push(law);
        }
    }
    layout
}
