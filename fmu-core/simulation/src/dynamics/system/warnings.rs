//! Warnings of laws.

use super::System;
use crate::dynamics::EvaluationError;
use mechanism::Stage;

impl System {
    /// Hands over the warnings that have come up at time `t`, s, and state `x` since the last call: the component and what is wrong, once
    /// until it has been right again.
    ///
    /// # Errors
    /// As [`Self::prepare`].
    pub fn warnings(&mut self, t: f64, x: &[f64], mut hand_over: impl FnMut(String)) -> Result<(), EvaluationError> {
        if self.warned.is_empty() {
            return Ok(());
        }
        let mut warned = std::mem::take(&mut self.warned);
        let result = self.look_for_warnings(t, x, &mut warned, &mut hand_over);
        self.warned = warned;
        result
    }

    fn look_for_warnings(
        &mut self,
        t: f64,
        x: &[f64],
        warned: &mut [bool],
        hand_over: &mut dyn FnMut(String),
    ) -> Result<(), EvaluationError> {
        let time = self.start + t;
        let (model, pipeline) = self.at(t, x)?;
        pipeline.reach(model, Stage::Motion)?;
        for (warned, watched) in warned.iter_mut().zip(&model.watched) {
            let warning = model.laws[watched.law].warning(&pipeline.evaluation_mut().view(model));
            if let (Some(warning), false) = (warning, *warned) {
                hand_over(format!("{} at {time} s: {warning}", watched.component));
            }
            *warned = warning.is_some();
        }
        Ok(())
    }

    /// For each warning that may come up: it has been handed over, and what it says still holds.
    pub fn standing_warnings(&self) -> &[bool] {
        &self.warned
    }

    /// Takes back what [`Self::standing_warnings`] gave; of another length it is ignored.
    pub fn set_standing_warnings(&mut self, standing: &[bool]) {
        if standing.len() == self.warned.len() {
            self.warned.copy_from_slice(standing);
        }
    }
}
