//! The Jacobian of the state derivatives.

use super::{Known, Linearized, System};
use crate::dynamics::Result;
use crate::dynamics::linearized::{Evaluated, row_of};
use mechanism::{Source, Stage};

impl System {
    /// Exact derivatives of the state derivatives at `t`, s, and `x`: by the states into `by_state`, one column for each state, one after the
    /// other, and by time into `by_time`.
    pub fn jacobian(&mut self, t: f64, x: &[f64], by_state: &mut [f64], by_time: &mut [f64]) -> Result<()> {
        if x.is_empty() {
            return Ok(());
        }
        let Some((at, linearized)) = self.linearize(t, x)? else {
            return self.jacobian_of_jets(t, x, by_state, by_time);
        };
        linearized.jacobian(at, by_state, by_time);
        if linearized.needs_jets_for_time() { self.jacobian_of_jets(t, x, &mut [], by_time) } else { Ok(()) }
    }

    /// [`System::directional_derivatives`] by columns, for those of the unknowns that they give; none where all need
    /// jets.
    pub(super) fn columns_along(
        &mut self,
        t: f64,
        x: &[f64],
        direction: &[(Known, f64)],
        unknowns: &[&Source],
    ) -> Result<Option<Vec<f64>>> {
        let has = |is: fn(&Known) -> bool| direction.iter().any(|(known, _)| is(known));
        if x.is_empty() || has(|known| matches!(known, Known::Parameter(_))) {
            return Ok(None);
        }
        let Some((at, linearized)) = self.linearize(t, x)? else { return Ok(None) };
        if linearized.needs_jets_for_time() && has(|known| matches!(known, Known::Input(_))) {
            return Ok(None);
        }
        let (model, evaluation) = at;
        let given = |linearized: &Linearized, unknown: &Source| linearized.gives(model, &evaluation.modes, unknown);
        let is_output = |unknown: &&Source| row_of(model, unknown).is_none() && given(linearized, unknown);
        if !unknowns.iter().any(is_output) {
            let column = linearized.column_along(at, direction);
            let derivative = |unknown: &&Source| row_of(model, unknown).map_or(f64::NAN, |row| column[row]);
            return Ok(Some(unknowns.iter().map(derivative).collect()));
        }
        let (lane, length) = linearized.move_along(at, direction)?;
        let mut derivatives = vec![f64::NAN; unknowns.len()];
        for (derivative, unknown) in derivatives.iter_mut().zip(unknowns) {
            if given(linearized, unknown) {
                *derivative = length * linearized.value_along(model, unknown, lane)?;
            }
        }
        Ok(Some(derivatives))
    }

    /// True when columns give derivatives of this variable, where they were asked for last.
    pub fn is_given_by_columns(&self, unknown: &Source) -> bool {
        matches!(&self.linearized, Some(Some(linearized)) if linearized.gives(&self.model, &self.modes, unknown))
    }

    /// Derivatives without jets at `t`, s, and `x`, with what they are derivatives of; none where the model, or what it does there, needs jets.
    pub(super) fn linearize(&mut self, t: f64, x: &[f64]) -> Result<Option<(Evaluated<'_>, &mut Linearized)>> {
        #[cfg(feature = "live")]
        if self.pull.is_some() {
            return Ok(None);
        }
        if !self.is_linearized()? {
            return Ok(None);
        }
        self.reach(t, x, Stage::Acceleration)?;
        let (Some(Some(linearized)), Some(pipeline)) = (&mut self.linearized, &mut self.pipeline) else {
            return Ok(None);
        };
        let rates = self.inputs.all_at(t).map(|(_, [once, _])| once);
        let is_known = linearized.prepare(&self.model, &mut pipeline.base, rates);
        Ok(is_known.then_some(((&*self.model, &pipeline.base), &mut **linearized)))
    }

    /// True when the model has derivatives without jets.
    pub fn is_linearized(&mut self) -> Result<bool> {
        self.require_prepared()?;
        if self.linearized.is_none() {
            let made = Linearized::new(&self.model, &self.parameters, &self.jets.evaluation)?;
            self.linearized = Some(made.map(Box::new));
        }
        Ok(matches!(self.linearized, Some(Some(_))))
    }
}
