//! Residuals of the initial conditions, generic over the scalar.

use crate::assembly::{Equation, InitialCondition, Model};
use crate::dynamics::{Evaluation, EvaluationError};
use crate::frames::quaternions::{self, Quaternion};
use crate::mechanism::{FrameId, Source, Stage};
use crate::scalar::{Scalar, Vector3};
use std::f64::consts::PI;

/// Evaluates as many stages as `conditions` need. Parameters, time, inputs, modes, `q` and `v` are given.
///
/// # Errors
/// A joint that moves no mass.
pub(super) fn evaluate<'c, T: Scalar>(
    model: &Model,
    evaluation: &mut Evaluation<T>,
    conditions: impl Iterator<Item = &'c InitialCondition> + Clone,
) -> Result<(), EvaluationError> {
    let stage = conditions.clone().filter_map(|c| c.equation.source()).map(Source::stage).max();
    let stage = stage.unwrap_or(Stage::Motion);
    evaluation.motion(model);
    if stage >= Stage::Force {
        evaluation.accelerate(model)?;
    } else if conditions.filter_map(|c| c.equation.source()).any(|s| matches!(s, Source::Signal(..) | Source::Law(..)))
    {
        evaluation.laws(model, &model.schedule.motion);
    }
    evaluation.output_laws(model, Stage::Motion);
    if stage >= Stage::Force {
        evaluation.output_laws(model, Stage::Acceleration);
    }
    if stage >= Stage::Reaction {
        evaluation.reactions(model);
        evaluation.output_laws(model, Stage::Reaction);
    }
    Ok(())
}

/// Both sides of a condition: what is, and what should be.
pub(super) fn sides<T: Scalar>(model: &Model, evaluation: &mut Evaluation<T>, condition: &InitialCondition) -> (T, T) {
    match &condition.equation {
        Equation::Start { source, start, wraps } => {
            let (value, start) = (evaluation.value(model, source), evaluation.parameters[*start]);
            let turns = if *wraps { ((value.value() - start.value()) / (2.0 * PI)).round() } else { 0.0 };
            (value - T::constant(2.0 * PI * turns), start)
        }
        Equation::Turned { source, start, vector, element } => {
            let value = evaluation.value(model, source);
            let angles = start.angles.map(|address| evaluation.parameters[address]);
            let vector: Vector3<T> = vector.get(&evaluation.parameters);
            (value, (start.sequence.matrix(angles) * vector)[*element])
        }
        Equation::Orientation { frame_a, frame_b, start, element } => {
            let angles = start.angles.map(|address| evaluation.parameters[address]);
            let expected = start.sequence.quaternion(angles);
            let actual = relative_quaternion(model, evaluation, *frame_a, *frame_b);
            let difference = quaternions::relative_rotation(&expected, &actual);
            let sign = if difference.0[3].value() < 0.0 { -2.0 } else { 2.0 };
            (difference.0[*element] * T::constant(sign), T::zero())
        }
    }
}

fn relative_quaternion<T: Scalar>(
    model: &Model,
    evaluation: &mut Evaluation<T>,
    frame_a: Option<FrameId>,
    frame_b: FrameId,
) -> Quaternion<T> {
    let q_b = evaluation.quaternion(model, frame_b);
    match frame_a {
        Some(frame_a) => quaternions::relative_rotation(&evaluation.quaternion(model, frame_a), &q_b),
        None => q_b,
    }
}
