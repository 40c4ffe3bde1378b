//! Initial state from initial conditions: start values that are fixed, on any variable, solved for the free start values and the
//! parameters with `fixed = false`.
//!
//! Conditions that only positions can fulfil are solved for positions first, those that need speeds then for speeds; if that is not
//! enough, all conditions are solved for all unknowns at once. Where conditions leave a choice, the unknowns move as little as
//! possible from their start values, in the Euclidean norm of lengths divided by the model's size (the diagonal of the box around
//! all frames), angles in rad, speeds accordingly per second, and parameters relative to their guesses.

mod point;
mod residual;
mod search;

use super::{Evaluation, EvaluationError, InitialResidual};
use crate::assembly::{InitialCondition, Level, Model, Unknown};
use point::Point;
use search::{ACCEPTED, Outcome, Search, Task};

/// Sets `q`, `v` and the solved parameters of an evaluation to the initial state. Its parameters are those of the host with the
/// guesses of the solved ones; time, inputs and modes are known.
///
/// # Errors
/// [`EvaluationError::ContradictoryConditions`], [`EvaluationError::InitialConditions`], [`EvaluationError::SolvedParameter`]; what an
/// evaluation may fail with.
pub(super) fn solve(model: &Model, evaluation: &mut Evaluation<f64>) -> Result<(), EvaluationError> {
    evaluation.start(model);
    if !model.initialization.has_equations() {
        return Ok(());
    }
    let mut point = Point::of(model, evaluation);
    let mut search = Search::new(model, evaluation)?;
    begin(&mut search, &mut point)?;
    let origin = point.clone();
    stage(&mut search, &mut point, &origin, Level::Position)?;
    stage(&mut search, &mut point, &origin, Level::Velocity)?;
    let all = Task { conditions: model.initialization.conditions.iter().collect(), columns: columns(model, |_| true) };
    if !holds(&mut search, &point, &all)? {
        let outcome = search.solve(&mut point, &all)?;
        if outcome != Outcome::Solved {
            return Err(failure(&mut search, &point, &all, outcome));
        }
        search.approach(&mut point, &origin, &all)?;
    }
    point.place(model, evaluation, |_| 0.0)?;
    check_bounds(model, evaluation)
}

/// Moves the start values to those that are preferred, as far as they agree.
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

/// Solves the conditions of one level for the unknowns of that level; leaves `point` as it is when that does not succeed.
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
        Unknown::Parameter { .. } => false,
    })
}

/// True when all conditions of a task hold.
fn holds(search: &mut Search<'_, '_>, point: &Point, task: &Task<'_>) -> Result<bool, EvaluationError> {
    let nothing_moves = Task { columns: Vec::new(), ..task.clone() };
    Ok(search.solve(&mut point.clone(), &nothing_moves)? == Outcome::Solved)
}

/// The error with every condition that does not hold.
fn failure(search: &mut Search<'_, '_>, point: &Point, task: &Task<'_>, outcome: Outcome) -> EvaluationError {
    let sides = match search.sides(point, &task.conditions) {
        Ok(sides) => sides,
        Err(error) => return error,
    };
    let conditions = task.conditions.iter().zip(sides).filter(|(_, (value, start))| {
        let scale = value.abs().max(start.abs()).max(1e-3);
        (value - start).abs() > ACCEPTED * scale
    });
    let conditions = conditions
        .map(|(condition, (value, start))| InitialResidual { name: condition.name.clone(), value, start })
        .collect();
    match outcome {
        Outcome::Contradiction => EvaluationError::ContradictoryConditions { conditions },
        _ => EvaluationError::InitialConditions { conditions },
    }
}

/// Solved parameters must lie within their bounds.
fn check_bounds(model: &Model, evaluation: &Evaluation<f64>) -> Result<(), EvaluationError> {
    for solved in &model.parameters.solved {
        let (slot, value) = (&model.parameters.slots[solved.address], evaluation.parameters[solved.address]);
        if slot.min.is_some_and(|min| value < min) || slot.max.is_some_and(|max| value > max) {
            let (parameter, min, max) = (slot.name.clone(), slot.min, slot.max);
            return Err(EvaluationError::SolvedParameter { parameter, value, min, max });
        }
    }
    Ok(())
}
