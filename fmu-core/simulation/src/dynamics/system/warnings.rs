//! Warnings of laws.

use super::System;
use mechanism::Stage;

impl System {
    /// Collects new warnings at time `t`, s, and state `x`: the component and the problem. A warning is repeated only
    /// after its condition has been false.
    pub fn look_for_warnings(&mut self, t: f64, x: &[f64]) {
        if self.warned.is_empty() {
            return;
        }
        let time = self.start + t;
        // A failed evaluation is an error of the call that needs it.
        if self.reach(t, x, Stage::Motion).is_err() {
            return;
        }
        let Some(pipeline) = &mut self.pipeline else { return };
        for (warned, watched) in self.warned.iter_mut().zip(&self.model.watched) {
            let warning = self.model.laws[watched.law].warning(&pipeline.base.view(&self.model));
            if let (Some(warning), false) = (warning, *warned) {
                self.warnings.push(format!("{} at {time} s: {warning}", watched.component));
            }
            *warned = warning.is_some();
        }
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
