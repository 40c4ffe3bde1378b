//! The Jacobian of the state derivatives.

use super::{Known, Linearized, System, no_parameters};
use crate::dynamics::linearized::row_of;
use crate::dynamics::{Evaluation, EvaluationError};
use crate::model::Model;
use mechanism::{Source, Stage};

impl System {
    /// Exact derivatives of the state derivatives at `t`, s, and `x`: by the states into `by_state`, one column for each state, one after the
    /// other, and by time into `by_time`.
    pub fn jacobian(
        &mut self,
        t: f64,
        x: &[f64],
        by_state: &mut [f64],
        by_time: &mut [f64],
    ) -> Result<(), EvaluationError> {
        if x.is_empty() {
            return Ok(());
        }
        let Some(mut linearized) = self.linearize(t, x)? else {
            return self.jacobian_of_jets(t, x, by_state, by_time);
        };
        if let Some(pipeline) = &self.pipeline {
            linearized.jacobian((&self.model, &pipeline.base), by_state, by_time);
        }
        let needs_jets_for_time = linearized.needs_jets_for_time();
        self.linearized = Some(Some(linearized));
        if needs_jets_for_time { self.jacobian_of_jets(t, x, &mut [], by_time) } else { Ok(()) }
    }

    /// [`System::directional_derivatives`] by columns, for those of the unknowns that they give; false, and nothing done, where all need jets.
    pub(super) fn columns_along(
        &mut self,
        t: f64,
        x: &[f64],
        direction: &[(Known, f64)],
        unknowns: &[&Source],
        derivatives: &mut [f64],
    ) -> Result<bool, EvaluationError> {
        let has = |is: fn(&Known) -> bool| direction.iter().any(|(known, _)| is(known));
        if x.is_empty() || has(|known| matches!(known, Known::Parameter(_))) {
            return Ok(false);
        }
        let Some(mut linearized) = self.linearize(t, x)? else { return Ok(false) };
        let needs_jets = linearized.needs_jets_for_time() && has(|known| matches!(known, Known::Input(_)));
        let result = match &self.pipeline {
            Some(pipeline) if !needs_jets => {
                let at = (&*self.model, &pipeline.base);
                rows_along(&mut linearized, at, direction, unknowns, derivatives).map(|()| true)
            }
            _ => Ok(false),
        };
        self.linearized = Some(Some(linearized));
        result
    }

    /// True when columns give derivatives of this variable, where they were asked for last.
    pub fn is_given_by_columns(&self, unknown: &Source) -> bool {
        matches!(&self.linearized, Some(Some(linearized)) if linearized.gives(&self.model, &self.modes, unknown))
    }

    /// Derivatives without jets at `t`, s, and `x`; none where the model, or what it does there, needs jets. Goes back to `self.linearized`.
    pub(super) fn linearize(&mut self, t: f64, x: &[f64]) -> Result<Option<Box<Linearized>>, EvaluationError> {
        self.require_prepared()?;
        #[cfg(feature = "live")]
        if self.pull.is_some() {
            return Ok(None);
        }
        let Some(mut linearized) = self.take_linearized()? else {
            self.linearized = Some(None);
            return Ok(None);
        };
        let (model, pipeline) = self.at(t, x)?;
        pipeline.reach(model, Stage::Acceleration)?;
        let pipeline = self.pipeline.as_deref_mut().ok_or_else(|| no_parameters(self.start + t))?;
        let rates = self.inputs.all_at(t).map(|(_, [once, _])| once);
        if linearized.prepare(&self.model, &mut pipeline.base, rates) {
            return Ok(Some(linearized));
        }
        self.linearized = Some(Some(linearized));
        Ok(None)
    }

    fn take_linearized(&mut self) -> Result<Option<Box<Linearized>>, EvaluationError> {
        match self.linearized.take() {
            Some(made) => Ok(made),
            None => Ok(Linearized::new(&self.model, &self.parameters, &self.jets.evaluation)?.map(Box::new)),
        }
    }

    /// True when the model has derivatives without jets.
    pub fn is_linearized(&mut self) -> Result<bool, EvaluationError> {
        self.require_prepared()?;
        let made = self.take_linearized()?;
        Ok(self.linearized.insert(made).is_some())
    }
}

/// Derivatives of the unknowns that columns give.
fn rows_along(
    linearized: &mut Linearized,
    (model, evaluation): (&Model, &Evaluation<f64>),
    direction: &[(Known, f64)],
    unknowns: &[&Source],
    derivatives: &mut [f64],
) -> Result<(), EvaluationError> {
    let given = |linearized: &Linearized, unknown: &Source| linearized.gives(model, &evaluation.modes, unknown);
    let is_output = |unknown: &&Source| row_of(model, unknown).is_none() && given(linearized, unknown);
    if !unknowns.iter().any(is_output) {
        let column = linearized.column_along((model, evaluation), direction);
        for (derivative, unknown) in derivatives.iter_mut().zip(unknowns) {
            *derivative = row_of(model, unknown).map_or(f64::NAN, |row| column[row]);
        }
        return Ok(());
    }
    let (lane, length) = linearized.move_along((model, evaluation), direction)?;
    for (derivative, unknown) in derivatives.iter_mut().zip(unknowns) {
        if given(linearized, unknown) {
            *derivative = length * linearized.value_along(model, unknown, lane)?;
        }
    }
    Ok(())
}
