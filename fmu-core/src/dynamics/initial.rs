//! Coordinates and speeds from start values.

use super::{Evaluation, EvaluationError};
use crate::assembly::{JointStart, Model};
use crate::frames::quaternions::{self, Quaternion};
use crate::frames::transformation_matrices::{resolve1, resolve2};
use crate::library::FreeStart;
use crate::mechanism::{JointKind, TreeJoint};
use crate::scalar::{Matrix3, Scalar, Vector3};

impl<T: Scalar> Evaluation<T> {
    /// Sets `q` and `v` to the start values. Time, inputs and modes are known.
    ///
    /// # Errors
    /// [`EvaluationError::InitialPosition`].
    pub fn start(&mut self, model: &Model) -> Result<(), EvaluationError> {
        self.laws(model, &model.schedule.time);
        for (state, start) in self.states.iter_mut().zip(&model.motions.law_starts) {
            *state = self.parameters[*start];
        }
        for (joint, start) in model.motions.starts.iter().enumerate() {
            let tree_joint = model.mechanism.tree.joints[joint];
            match *start {
                JointStart::One { position, speed, .. } => {
                    self.q[tree_joint.q] = self.parameters[position];
                    self.v[tree_joint.v] = self.parameters[speed];
                }
                JointStart::Free { start, reversed } => self.start_free(tree_joint, &start, reversed),
            }
        }
        self.start_at_references(model)
    }

    /// Sets the positions that a signal decides. A signal from a sensor may depend on other such positions, so they are read until
    /// they stay: each pass settles at least one more of them, unless one depends on itself.
    fn start_at_references(&mut self, model: &Model) -> Result<(), EvaluationError> {
        let starts = || model.motions.starts.iter().enumerate();
        let count = starts().filter(|(_, start)| start.reference().is_some()).count();
        let mut unsettled = None;
        for _ in 0..=count {
            if count > 0 {
                self.motion(model);
                self.laws(model, &model.schedule.motion);
            }
            unsettled = None;
            for (joint, signal) in starts().filter_map(|(joint, start)| start.reference().map(|signal| (joint, signal)))
            {
                let position = self.signals[model.mechanism.drivers[signal.first]];
                let coordinate = &mut self.q[model.mechanism.tree.joints[joint].q];
                if coordinate.value().to_bits() != position.value().to_bits() {
                    unsettled = Some(joint);
                }
                *coordinate = position;
            }
            if unsettled.is_none() {
                break;
            }
        }
        let error =
            |joint: usize| EvaluationError::InitialPosition { joint: model.mechanism.joints[joint].name.clone() };
        unsettled.map_or(Ok(()), |joint| Err(error(joint)))
    }

    /// Start of a free motion. Its start values say how frame_b moves relative to frame_a (for the root of a cluster: relative to the
    /// world); the coordinates say how the child moves relative to the parent.
    fn start_free(&mut self, joint: TreeJoint, start: &FreeStart, reversed: bool) {
        let p = &self.parameters;
        let (mut r, mut v) = (start.r.get(p), start.v.get(p));
        let t: Matrix3<T> = start.angles.map_or_else(Matrix3::identity, |a| start.sequence.matrix(a.get(p).into()));
        let w_a = start.w.map_or_else(Vector3::zeros, |w| w.get(p));
        let mut q = start_quaternion(start, p);
        let mut w = resolve2(&t, w_a);
        if reversed {
            // Seen from frame_b: the opposite motion, resolved there; the position vector turns with it.
            (r, v, w) = (-resolve2(&t, r), -resolve2(&t, v - w_a.cross(&r)), -w_a);
            q = quaternions::inverse_rotation(&q);
            debug_assert!(resolve1(&t, r).x.value().is_finite() || !r.x.value().is_finite());
        }
        for k in 0..3 {
            self.q[joint.q + k] = r[k];
            self.v[joint.v + k] = v[k];
        }
        if joint.kind == JointKind::Free {
            self.q[joint.q + 3..joint.q + 7].copy_from_slice(&q.0);
            (0..3).for_each(|k| self.v[joint.v + 3 + k] = w[k]);
        }
    }
}

/// The product of the three start rotations.
fn start_quaternion<T: Scalar>(start: &FreeStart, parameters: &[T]) -> Quaternion<T> {
    let Some(angles) = start.angles else { return quaternions::null_rotation() };
    let angles = angles.get(parameters);
    let mut q = quaternions::null_rotation();
    for (k, axis) in start.sequence.axes().into_iter().enumerate() {
        q = quaternions::absolute_rotation(&q, &quaternions::planar_rotation_unit(axis.unit(), angles[k]));
    }
    q
}
