//! Warnings of laws.

use super::System;
use crate::dynamics::EvaluationError;
use mechanism::Stage;

impl System {
    /// Collects new warnings at time `t`, s, and state `x`: the component and the problem. A warning is repeated only
    /// after its condition has been false.
    pub fn look_for_warnings(&mut self, t: f64, x: &[f64]) {
        if self.warned.is_empty() {
            return;
        }
        let (mut warned, mut warnings) = (std::mem::take(&mut self.warned), std::mem::take(&mut self.warnings));
        // A failed evaluation is an error of the call that needs it.
        let _ = self.collect_warnings(t, x, &mut warned, &mut warnings);
        (self.warned, self.warnings) = (warned, warnings);
    }

    fn collect_warnings(
        &mut self,
        t: f64,
        x: &[f64],
        warned: &mut [bool],
        warnings: &mut Vec<String>,
    ) -> Result<(), EvaluationError> {
        let time = self.start + t;
        let (model, pipeline) = self.at(t, x)?;
        pipeline.reach(model, Stage::Motion)?;
        for (warned, watched) in warned.iter_mut().zip(&model.watched) {
            let warning = model.laws[watched.law].warning(&pipeline.base.view(model));
            if let (Some(warning), false) = (warning, *warned) {
                warnings.push(format!("{} at {time} s: {warning}", watched.component));
            }
            *warned = warning.is_some();
        }
        Ok(())
    }

    /// Returns and clears the collected warnings.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// For each possible warning: it has been given, and its condition still holds.
    pub fn standing_warnings(&self) -> &[bool] {
        &self.warned
    }

    /// Restores [`Self::standing_warnings`]; data of another length are ignored.
    pub fn set_standing_warnings(&mut self, standing: &[bool]) {
        if standing.len() == self.warned.len() {
            self.warned.copy_from_slice(standing);
        }
    }
}
