//! Residuals of the initial conditions, generic over the scalar.

use crate::dynamics::pipeline::Pipeline;
use crate::dynamics::{Evaluation, EvaluationError};
use crate::model::{Equation, InitialCondition, Model};
use mechanism::frames::quaternions::{self, Quaternion};
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{FrameId, Stage};
use std::f64::consts::PI;

/// Both sides of a condition: actual and required value.
pub(in crate::dynamics) fn sides<T: Scalar>(
    model: &Model,
    pipeline: &mut Pipeline<T>,
    condition: &InitialCondition,
) -> Result<(T, T), EvaluationError> {
    let angles =
        |pipeline: &Pipeline<T>, start: [usize; 3]| start.map(|address| pipeline.evaluation().parameters[address]);
    Ok(match &condition.equation {
        Equation::Start { source, start, wraps } => {
            let (value, start) = (pipeline.value(model, source)?, pipeline.evaluation().parameters[*start]);
            let turns = if *wraps { ((value.value() - start.value()) / (2.0 * PI)).round() } else { 0.0 };
            (value - T::constant(2.0 * PI * turns), start)
        }
        Equation::Turned { source, start, vector, element } => {
            let value = pipeline.value(model, source)?;
            let vector: Vector3<T> = vector.get(&pipeline.evaluation().parameters);
            (value, (start.sequence.matrix(angles(pipeline, start.angles)) * vector)[*element])
        }
        Equation::Constraint { cluster, row, rate } => {
            pipeline.reach(model, Stage::Motion)?;
            pipeline.evaluation_mut().know_residuals(model);
            (pipeline.evaluation().row_value(*cluster, *row, *rate), T::zero())
        }
        Equation::Direction { n_a, n_b, frames, element } => {
            pipeline.reach(model, Stage::Motion)?;
            let n_a: Vector3<T> = n_a.get(&pipeline.evaluation().parameters);
            let n_b: Vector3<T> = n_b.get(&pipeline.evaluation().parameters);
            let carried = pipeline.evaluation_mut().view(model).relative_orientation(frames[0], frames[1]) * n_a;
            (carried[*element], n_b[*element])
        }
        Equation::Orientation { frame_a, frame_b, start, element } => {
            let expected = start.sequence.quaternion(angles(pipeline, start.angles));
            pipeline.reach(model, Stage::Motion)?;
            let actual = relative_quaternion(model, pipeline.evaluation_mut(), *frame_a, *frame_b);
            let difference = quaternions::relative_rotation(&expected, &actual);
            let sign = if difference.0[3].value() < 0.0 { -2.0 } else { 2.0 };
            (difference.0[*element] * T::constant(sign), T::zero())
        }
    })
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
