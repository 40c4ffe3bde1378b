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
use super::{Evaluation, EvaluationError, EvaluationFault, InitialResidual};
use crate::model::{InitialCondition, Level, Model, Unknown};
use mechanism::Stage;
pub(super) use point::Point;
pub(super) use residual::sides;
use search::{ACCEPTED, Outcome, Search, Task};

/// Sets coordinates, speeds and the solved parameters of `pipeline` to the initial state. Its parameters are those of
/// the host with the guesses of the solved ones; time, inputs and modes are known.
///
/// # Errors
/// [`EvaluationFault::ContradictoryConditions`], [`EvaluationFault::InitialConditions`],
/// [`EvaluationFault::SolvedParameter`]; errors of an evaluation.
pub(super) fn solve(model: &Model, pipeline: &mut Pipeline<f64>, jets: &'static Jets) -> Result<(), EvaluationError> {
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
    let all = Task { conditions: model.initialization.conditions.iter().collect(), columns: columns(model, |_| true) };
    if !holds(&mut search, &point, &all)? {
        let outcome = search.solve(&mut point, &all)?;
        if outcome != Outcome::Solved {
            let residuals = residuals(&mut search, &point, &all)?;
            return Err(failure(model, (pipeline, jets), &residuals, outcome)?);
        }
        search.approach(&mut point, &origin, &all)?;
    }
    point.place(model, unknowns, pipeline, |_| 0.0)?;
    check_bounds(model, &pipeline.base)
}

/// Returns true if the initial conditions hold at the present coordinates in modes that have changed since they were
/// solved.
pub(super) fn still_holds(
    model: &Model,
    pipeline: &mut Pipeline<f64>,
    jets: &'static Jets,
) -> Result<bool, EvaluationError> {
    if !model.initialization.has_equations() {
        return Ok(true);
    }
    let unknowns = &model.initialization.unknowns;
    let point = Point::of(unknowns, &pipeline.base);
    let mut search = Search::new(model, unknowns, pipeline, jets)?;
    let all = Task { conditions: model.initialization.conditions.iter().collect(), columns: columns(model, |_| true) };
    holds(&mut search, &point, &all)
}

/// Moves the unknowns to preferred start values as far as these are consistent.
fn begin(search: &mut Search<'_, '_>, point: &mut Point) -> Result<(), EvaluationError> {
    for level in [Level::Position, Level::Velocity] {
        let conditions = at_level(&search.model.initialization.preferences, level);
        let columns = columns_of(search.model, level);
        if !conditions.is_empty() {
            search.solve(point, &Task { conditions, columns })?;
        }
    }
    Ok(())
}

/// Computes distances that are measured at the present positions.
fn take_distances(search: &mut Search<'_, '_>, point: &mut Point) -> Result<(), EvaluationError> {
    let distances = &search.model.initialization.distances;
    if distances.is_empty() {
        return Ok(());
    }
    search.sides(point, &[])?;
    search.real.reach(search.model, Stage::Motion)?;
    search.real.base.know_residuals(search.model);
    let evaluation = &search.real.base;
    for distance in distances {
        let residual = evaluation.row_value(distance.cluster, distance.row, false);
        let now = evaluation.parameters[distance.address];
        // The residual is (d^2 - L^2)/(2 L).
        point.set_parameter(
            &search.model.initialization.unknowns,
            distance.address,
            (now * (now + 2.0 * residual)).sqrt(),
        );
    }
    Ok(())
}

/// Solves the conditions of one level for the unknowns of that level; leaves `point` unchanged if it fails.
fn stage(search: &mut Search<'_, '_>, point: &mut Point, origin: &Point, level: Level) -> Result<(), EvaluationError> {
    let conditions = at_level(&search.model.initialization.conditions, level);
    if conditions.is_empty() {
        return Ok(());
    }
    let task = Task { conditions, columns: columns_of(search.model, level) };
    let mut next = point.clone();
    if search.solve(&mut next, &task)? == Outcome::Solved {
        search.approach(&mut next, origin, &task)?;
        *point = next;
    }
    Ok(())
}

fn at_level(conditions: &[InitialCondition], level: Level) -> Vec<&InitialCondition> {
    conditions.iter().filter(|c| c.level == level).collect()
}

fn columns(model: &Model, wanted: impl Fn(&Unknown) -> bool) -> Vec<usize> {
    point::columns(&model.initialization.unknowns).filter(|(_, unknown)| wanted(unknown)).flat_map(|(c, _)| c).collect()
}

fn columns_of(model: &Model, level: Level) -> Vec<usize> {
    columns(model, |unknown| match unknown {
        Unknown::Position { .. } | Unknown::Orientation { .. } => level == Level::Position,
        Unknown::Speed { .. } => level == Level::Velocity,
        Unknown::LawState { .. } | Unknown::Parameter { .. } => false,
    })
}

/// Returns true if all conditions of a task hold.
fn holds(search: &mut Search<'_, '_>, point: &Point, task: &Task<'_>) -> Result<bool, EvaluationError> {
    let nothing_moves = Task { columns: Vec::new(), ..task.clone() };
    Ok(search.solve(&mut point.clone(), &nothing_moves)? == Outcome::Solved)
}

/// A condition that does not hold, with its actual and its required value.
type Residual<'m> = (&'m InitialCondition, (f64, f64));

/// Every violated condition of a task at `point`, where the search then is.
fn residuals<'m>(
    search: &mut Search<'_, '_>,
    point: &Point,
    task: &Task<'m>,
) -> Result<Vec<Residual<'m>>, EvaluationError> {
    let sides = search.sides(point, &task.conditions)?;
    let residuals = task.conditions.iter().copied().zip(sides).filter(|(condition, (value, start))| {
        // As in the search, except for accelerations and forces, whose scale is not known.
        let size = match condition.level {
            Level::Position | Level::Velocity => search.dimension(condition.dimension),
            _ => value.abs().max(1e-3),
        };
        (value - start).abs() > ACCEPTED * start.abs().max(size)
    });
    Ok(residuals.collect())
}

/// The error for conditions that do not hold.
fn failure(
    model: &Model,
    (pipeline, jets): (&mut Pipeline<f64>, &'static Jets),
    residuals: &[Residual<'_>],
    outcome: Outcome,
) -> Result<EvaluationError, EvaluationError> {
    let fixed = fixed_coordinates(model, pipeline, jets, residuals)?;
    let residual = |(condition, (value, start)): &Residual<'_>| InitialResidual {
        name: condition.subject.to_string(),
        value: *value,
        start: *start,
    };
    let conditions = residuals.iter().map(residual).collect();
    Ok(match outcome {
        Outcome::Contradiction => EvaluationFault::ContradictoryConditions { conditions, fixed }.into(),
        _ => EvaluationFault::InitialConditions { conditions, fixed }.into(),
    })
}

/// Names of the fixed coordinates that the conditions depend on.
fn fixed_coordinates(
    model: &Model,
    pipeline: &mut Pipeline<f64>,
    jets: &'static Jets,
    residuals: &[Residual<'_>],
) -> Result<Vec<String>, EvaluationError> {
    let fixed = &model.initialization.decided;
    let all: Vec<Unknown> = fixed.iter().chain(&model.initialization.unknowns).copied().collect();
    let point = Point::of(&all, &pipeline.base);
    let conditions = residuals.iter().map(|(condition, _)| *condition).collect();
    let columns = point::columns(fixed).flat_map(|(columns, _)| columns).collect();
    let found = Search::new(model, &all, pipeline, jets)?.influences(&point, &Task { conditions, columns })?;
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
fn check_bounds(model: &Model, evaluation: &Evaluation<f64>) -> Result<(), EvaluationError> {
    for solved in &model.parameters.solved {
        let (slot, value) = (&model.parameters.slots[solved.address], evaluation.parameters[solved.address]);
        if slot.excludes(value) {
            let (parameter, bounds) = (slot.name(), slot.limits());
            return Err(EvaluationFault::SolvedParameter { parameter, value, bounds }.into());
        }
    }
    Ok(())
}
