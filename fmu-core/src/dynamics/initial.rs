//! Coordinates and speeds from start values.

use super::{Evaluation, EvaluationError};
use crate::assembly::{JointStart, Model};
use crate::frames::Sequence;
use crate::frames::quaternions::{self, Quaternion};
use crate::frames::transformation_matrices::{resolve1, resolve2};
use crate::library::{FreeStart, RotationStart};
use crate::mechanism::{JointKind, TreeJoint};
use crate::scalar::{Matrix3, Scalar, Vector3};

impl<T: Scalar> Evaluation<T> {
    /// Sets `q`, `v` and the states of laws to the start values, but for positions that signals decide. Time, inputs and modes are known.
    pub(super) fn start_values(&mut self, model: &Model) {
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
                JointStart::Rotation { start, reversed } => self.start_rotation(tree_joint, &start, reversed),
            }
        }
    }

    /// Sets the positions that a signal decides. A signal from a sensor may depend on other such positions, so they are read until
    /// they stay: each pass settles at least one more of them, unless one depends on itself.
    ///
    /// # Errors
    /// [`EvaluationError::InitialPosition`].
    pub(super) fn start_at_references(&mut self, model: &Model) -> Result<(), EvaluationError> {
        let starts = || model.motions.starts.iter().enumerate();
        let count = starts().filter(|(_, start)| start.reference().is_some()).count();
        let mut unsettled = None;
        for _ in 0..=count {
            if count > 0 {
                self.motion(model);
                self.laws(model, &model.schedule.motion);
            }
            unsettled = None;
            for (joint, reference) in starts().filter_map(|(joint, start)| Some((joint, start.reference()?))) {
                let coordinate = model.mechanism.tree.joints[joint].q;
                let before = self.q[coordinate].value().to_bits();
                let mut view = self.view(model, 0);
                let support = reference.support.map_or_else(T::zero, |support| view.flange_position(support));
                let position = view.input(reference.signal, 0) + support;
                view.prescribe_position(reference.flange, position);
                if self.q[coordinate].value().to_bits() != before {
                    unsettled = Some(joint);
                }
            }
            if unsettled.is_none() {
                break;
            }
        }
        let error =
            |joint: usize| EvaluationError::InitialPosition { joint: model.mechanism.joints[joint].name.clone() };
        unsettled.map_or(Ok(()), |joint| Err(error(joint)))
    }

    /// Start of a rotation; see [`Self::start_free`].
    fn start_rotation(&mut self, joint: TreeJoint, start: &RotationStart, reversed: bool) {
        let (p, RotationStart { angles, sequence, w }) = (&self.parameters, *start);
        let (mut q, w_a) = (start_quaternion(sequence, angles.get(p).into()), w.get(p));
        let w = if reversed { -w_a } else { resolve2(&sequence.matrix(angles.get(p).into()), w_a) };
        if reversed {
            q = quaternions::inverse_rotation(&q);
        }
        self.q[joint.q..joint.q + 4].copy_from_slice(&q.0);
        self.v[joint.v..joint.v + 3].copy_from_slice(w.as_slice());
    }

    /// Start of a free motion. Its start values say how frame_b moves relative to frame_a (for the root of a cluster: relative to the
    /// world); the coordinates say how the child moves relative to the parent.
    fn start_free(&mut self, joint: TreeJoint, start: &FreeStart, reversed: bool) {
        let p = &self.parameters;
        let (mut r, mut v) = (start.r.get(p), start.v.get(p));
        let t: Matrix3<T> = start.angles.map_or_else(Matrix3::identity, |a| start.sequence.matrix(a.get(p).into()));
        let w_a = start.w.map_or_else(Vector3::zeros, |w| w.get(p));
        let mut q = start
            .angles
            .map_or_else(quaternions::null_rotation, |angles| start_quaternion(start.sequence, angles.get(p).into()));
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
pub(super) fn start_quaternion<T: Scalar>(sequence: Sequence, angles: [T; 3]) -> Quaternion<T> {
    let mut q = quaternions::null_rotation();
    for (k, axis) in sequence.axes().into_iter().enumerate() {
        q = quaternions::absolute_rotation(&q, &quaternions::planar_rotation_unit(axis.unit(), angles[k]));
    }
    q
}
