//! Coordinates and speeds from start values.

use super::{Evaluation, EvaluationFault, Result};
use crate::model::Model;
use mechanism::scalar::Scalar;

impl<T: Scalar> Evaluation<T> {
    /// Sets `q`, `v` and the states of laws to the start values, except positions given by signals. Time, inputs and
    /// modes are known.
    pub(super) fn start_values(&mut self, model: &Model) {
        self.laws(model, &model.schedule.time);
        for (state, start) in self.states.iter_mut().zip(&model.motions.law_starts) {
            *state = self.parameters[*start];
        }
        let mechanism = &model.mechanism;
        for (start, (joint, info)) in
            model.motions.starts.iter().zip(mechanism.tree.joints.iter().zip(&mechanism.joints))
        {
            start.begin(info.sense(), &self.parameters, &mut self.q[joint.q..], &mut self.v[joint.v..]);
        }
    }

    /// Sets the positions that are given by signals. A signal from a sensor may depend on other such positions, so this
    /// is repeated until they are constant: each pass settles at least one more of them, unless one depends on itself.
    ///
    /// # Errors
    /// [`EvaluationFault::InitialPosition`], [`EvaluationFault::Unbalanced`].
    pub(super) fn start_at_references(&mut self, model: &Model) -> Result<()> {
        let references = &model.motions.references;
        let mut unsettled = None;
        for _ in 0..=references.len() {
            if !references.is_empty() {
                self.motion(model)?;
                self.laws(model, &model.schedule.motion);
            }
            unsettled = None;
            for (joint, reference) in references {
                let coordinate = model.mechanism.tree.joints[*joint].q;
                let before = self.q[coordinate].value().to_bits();
                let (mut view, signals) = self.views(model, None);
                let position = signals.element(reference.signal, 0);
                view.time_only().prescribe_position(reference.flange, reference.support, position);
                if self.q[coordinate].value().to_bits() != before {
                    unsettled = Some(*joint);
                }
            }
            if unsettled.is_none() {
                break;
            }
        }
        let Some(joint) = unsettled else { return Ok(()) };
        Err(EvaluationFault::InitialPosition { joint: model.mechanism.joints[joint].name.clone() }.into())
    }
}
