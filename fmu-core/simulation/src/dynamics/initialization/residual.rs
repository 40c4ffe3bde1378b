//! Residuals of the initial conditions, generic over the scalar.

use crate::dynamics::Result;
use crate::dynamics::pipeline::Pipeline;
use crate::model::{Equation, InitialCondition, Model};
use mechanism::Stage;
use mechanism::frames::quaternions;
use mechanism::scalar::{Scalar, Vector3};
use std::f64::consts::PI;

/// Both sides of a condition: actual and required value.
pub(in crate::dynamics) fn sides<T: Scalar>(
    model: &Model,
    pipeline: &mut Pipeline<T>,
    condition: &InitialCondition,
) -> Result<(T, T)> {
    let angles = |pipeline: &Pipeline<T>, start: [usize; 3]| start.map(|address| pipeline.base.parameters[address]);
    Ok(match &condition.equation {
        Equation::Start { source, start, wraps } => {
            let (value, start) = (pipeline.value(model, source)?, pipeline.base.parameters[*start]);
            let turns = if *wraps { ((value.value() - start.value()) / (2.0 * PI)).round() } else { 0.0 };
            (value - T::constant(2.0 * PI * turns), start)
        }
        Equation::Turned { source, start, vector, element } => {
            let value = pipeline.value(model, source)?;
            let vector: Vector3<T> = vector.get(&pipeline.base.parameters);
            (value, (start.sequence.matrix(angles(pipeline, start.angles)) * vector)[*element])
        }
        Equation::Constraint { cluster, row, rate } => {
            pipeline.reach(model, Stage::Motion)?;
            pipeline.base.know_residuals(model);
            (pipeline.base.row_value(*cluster, *row, *rate), T::zero())
        }
        Equation::Direction { n_a, n_b, frames, element } => {
            pipeline.reach(model, Stage::Motion)?;
            let n_a: Vector3<T> = n_a.get(&pipeline.base.parameters);
            let n_b: Vector3<T> = n_b.get(&pipeline.base.parameters);
            let carried = pipeline.base.view(model).relative_orientation(frames[0], frames[1]) * n_a;
            (carried[*element], n_b[*element])
        }
        Equation::Orientation { frame_a, frame_b, start, element } => {
            let expected = start.sequence.quaternion(angles(pipeline, start.angles));
            pipeline.reach(model, Stage::Motion)?;
            let evaluation = &mut pipeline.base;
            let actual = match frame_a {
                Some(frame_a) => evaluation.relative_quaternion(model, *frame_a, *frame_b),
                None => evaluation.quaternion(model, *frame_b),
            };
            let difference = quaternions::relative_rotation(&expected, &actual);
            let sign = if difference.0[3].value() < 0.0 { -2.0 } else { 2.0 };
            (difference.0[*element] * T::constant(sign), T::zero())
        }
    })
}
