//! Solves the initial conditions (fixed start values of any variable) for free start values and parameters with `fixed
//! = false`.
//!
//! Conditions on positions are solved for positions first, then conditions on speeds for speeds. If that is not
//! sufficient, all conditions are solved for all unknowns at once. If the conditions are underdetermined, the unknowns
//! change as little as possible from their start values, in the Euclidean norm of lengths divided by the model's size
//! (the diagonal of the box around all frames at the start, or the largest position among the conditions), angles in
//! rad, speeds accordingly per second, and parameters relative to their guesses.

mod assemblies;
mod factors;
mod point;
mod residual;
mod search;
mod structure;

use super::jets::Jets;
use super::pipeline::Pipeline;
use super::{Evaluation, EvaluationError, EvaluationFault, InitialResidual, Result};
use crate::model::{InitialCondition, Level, Model, Unknown};
use mechanism::Stage;
pub(super) use point::Point;
use point::Quantity;
pub(super) use residual::sides;
use search::{ACCEPTED, Outcome, Search, Task};

/// Sets coordinates, speeds and the solved parameters of `pipeline` to the initial state. Its parameters are those of
/// the host with the guesses of the solved ones; time, inputs and modes are known.
///
/// # Errors
/// [`EvaluationFault::ContradictoryConditions`], [`EvaluationFault::InitialConditions`],
/// [`EvaluationFault::SolvedParameter`]; errors of an evaluation.
pub(super) fn solve(model: &Model, pipeline: &mut Pipeline<f64>, jets: &'static Jets) -> Result<()> {
    pipeline.start(model, |_| {})?;
    if !model.initialization.has_equations() {
        return Ok(());
    }
    let unknowns = &model.initialization.unknowns;
    let mut point = Point::of(unknowns, &pipeline.base);
    let mut search = Search::new(model, unknowns, pipeline, jets)?;
    assemblies::assemble(&mut search, &mut point)?;
    begin(&mut search, &mut point)?;
    assemblies::assemble(&mut search, &mut point)?;
    let origin = point.clone();
    stage(&mut search, &mut point, &origin, Level::Position)?;
    assemblies::assemble(&mut search, &mut point)?;
    take_distances(&mut search, &mut point)?;
    stage(&mut search, &mut point, &origin, Level::Velocity)?;
    let all = Task::whole(model);
    if !holds(&mut search, &point, &all)? {
        let outcome = search.solve(&mut point, &all)?;
        if outcome != Outcome::Solved {
            return Err(failure(search, &point, &all, outcome)?);
        }
        search.approach(&mut point, &origin, &all)?;
    }
    point.place(model, unknowns, pipeline, |_| 0.0)?;
    check_bounds(model, &pipeline.base)
}

/// Returns true if the initial conditions hold at the present coordinates in modes that have changed since they were
/// solved.
pub(super) fn still_holds(model: &Model, pipeline: &mut Pipeline<f64>, jets: &'static Jets) -> Result<bool> {
    if !model.initialization.has_equations() {
        return Ok(true);
    }
    let unknowns = &model.initialization.unknowns;
    let point = Point::of(unknowns, &pipeline.base);
    let mut search = Search::new(model, unknowns, pipeline, jets)?;
    holds(&mut search, &point, &Task::whole(model))
}

/// Moves the unknowns to preferred start values as far as these are consistent.
fn begin(search: &mut Search<'_, '_>, point: &mut Point) -> Result<()> {
    for level in [Level::Position, Level::Velocity] {
        if let Some(task) = Task::of_level(search.model, &search.model.initialization.preferences, level) {
            search.solve(point, &task)?;
        }
    }
    Ok(())
}

/// Computes distances that are measured at the present positions.
fn take_distances(search: &mut Search<'_, '_>, point: &mut Point) -> Result<()> {
    let initialization = &search.model.initialization;
    if initialization.distances.is_empty() {
        return Ok(());
    }
    search.sides(point, &[])?;
    search.real.reach(search.model, Stage::Motion)?;
    search.real.base.know_residuals(search.model);
    let evaluation = &search.real.base;
    for distance in &initialization.distances {
        let residual = evaluation.row_value(distance.cluster, distance.row, false);
        let now = evaluation.parameters[distance.address];
        // The residual is (d^2 - L^2)/(2 L).
        let length = (now * (now + 2.0 * residual)).sqrt();
        point.set(&initialization.unknowns, Quantity::Parameter(distance.address), length);
    }
    Ok(())
}

/// Solves the conditions of one level for the unknowns of that level; leaves `point` unchanged if it fails.
fn stage(search: &mut Search<'_, '_>, point: &mut Point, origin: &Point, level: Level) -> Result<()> {
    let conditions = &search.model.initialization.conditions;
    let Some(task) = Task::of_level(search.model, conditions, level) else { return Ok(()) };
    let mut next = point.clone();
    if search.solve(&mut next, &task)? == Outcome::Solved {
        search.approach(&mut next, origin, &task)?;
        *point = next;
    }
    Ok(())
}

impl<'m> Task<'m> {
    /// All conditions of a model for all unknowns.
    fn whole(model: &'m Model) -> Self {
        let columns = point::columns(&model.initialization.unknowns).flat_map(|(columns, _)| columns);
        Self { conditions: model.initialization.conditions.iter().collect(), columns: columns.collect() }
    }

    /// Those of one level for the unknowns of that level; none without any conditions.
    fn of_level(model: &'m Model, conditions: &'m [InitialCondition], level: Level) -> Option<Self> {
        let conditions: Vec<_> = conditions.iter().filter(|condition| condition.level == level).collect();
        let is_wanted = |unknown: &Unknown| match unknown {
            Unknown::Position { .. } | Unknown::Orientation { .. } => level == Level::Position,
            Unknown::Speed { .. } => level == Level::Velocity,
            Unknown::LawState { .. } | Unknown::Parameter { .. } => false,
        };
        let columns = point::columns(&model.initialization.unknowns).filter(|(_, unknown)| is_wanted(unknown));
        let columns = columns.flat_map(|(columns, _)| columns).collect();
        (!conditions.is_empty()).then_some(Self { conditions, columns })
    }
}

/// Returns true if all conditions of a task hold.
fn holds(search: &mut Search<'_, '_>, point: &Point, task: &Task<'_>) -> Result<bool> {
    let nothing_moves = Task { columns: Vec::new(), ..task.clone() };
    Ok(search.solve(&mut point.clone(), &nothing_moves)? == Outcome::Solved)
}

/// The error for a task of which conditions do not hold at `point`.
fn failure(mut search: Search<'_, '_>, point: &Point, task: &Task<'_>, outcome: Outcome) -> Result<EvaluationError> {
    let sides = search.sides(point, &task.conditions)?;
    let (mut violated, mut conditions) = (Vec::new(), Vec::new());
    for (condition, (value, start)) in task.conditions.iter().zip(sides) {
        // As in the search, except for accelerations and forces, whose scale is not known.
        let size = match condition.level {
            Level::Position | Level::Velocity => search.dimension(condition.dimension),
            _ => value.abs().max(1e-3),
        };
        if (value - start).abs() > ACCEPTED * start.abs().max(size) {
            violated.push(*condition);
            conditions.push(InitialResidual { name: condition.subject.to_string(), value, start });
        }
    }
    let fixed = fixed_coordinates(search, violated)?;
    Ok(match outcome {
        Outcome::Contradiction => EvaluationFault::ContradictoryConditions { conditions, fixed }.into(),
        _ => EvaluationFault::InitialConditions { conditions, fixed }.into(),
    })
}

/// Names of the fixed coordinates that conditions depend on, where a search is.
fn fixed_coordinates(search: Search<'_, '_>, conditions: Vec<&InitialCondition>) -> Result<Vec<String>> {
    let Search { model, real, functions, .. } = search;
    let fixed = &model.initialization.decided;
    let all: Vec<Unknown> = fixed.iter().chain(&model.initialization.unknowns).copied().collect();
    let point = Point::of(&all, &real.base);
    let columns = point::columns(fixed).flat_map(|(columns, _)| columns).collect();
    let found = Search::new(model, &all, real, functions)?.influences(&point, &Task { conditions, columns })?;
    let named = point::columns(fixed).filter(|(columns, _)| found.iter().any(|column| columns.contains(column)));
    Ok(named.filter_map(|(_, unknown)| name(model, unknown)).collect())
}

/// Name of a coordinate; for an orientation the component's start angles.
fn name(model: &Model, unknown: &Unknown) -> Option<String> {
    let states = &model.states;
    let (state, is_orientation) = match unknown {
        Unknown::Position { coordinate, .. } => (states.position_state(*coordinate)?, false),
        Unknown::Orientation { quaternion } => (states.position_state(*quaternion)?, true),
        Unknown::Speed { coordinate, .. } => (states.speed_state(*coordinate)?, false),
        Unknown::LawState { state } => (states.first_law() + state, false),
        Unknown::Parameter { .. } => return None,
    };
    let name = model.catalogue.variables.get(*model.catalogue.states.get(state)?)?.name;
    let component = name.rsplit_once('.').map_or(name, |(component, _)| component);
    Some(if is_orientation { format!("{component}.angles_start") } else { name.to_owned() })
}

/// Checks that solved parameters are within their limits.
fn check_bounds(model: &Model, evaluation: &Evaluation<f64>) -> Result<()> {
    for solved in &model.parameters.solved {
        let (slot, value) = (&model.parameters.slots[solved.address], evaluation.parameters[solved.address]);
        if slot.excludes(value) {
            let (parameter, bounds) = (slot.name(), slot.limits());
            return Err(EvaluationFault::SolvedParameter { parameter, value, bounds }.into());
        }
    }
    Ok(())
}
