//! Values of variables.

use super::super::EvaluationError;
use super::System;
use crate::mechanism::Source;

impl System {
    /// Value of a variable at time `t` and state `x`; what is known for the same arguments is not evaluated again.
    ///
    /// # Errors
    /// As [`Self::derivatives`].
    pub fn value(&mut self, t: f64, x: &[f64], source: &Source) -> Result<f64, EvaluationError> {
        match self.known(t, source) {
            Some(value) => Ok(value),
            None => {
                let (model, pipeline) = self.at(t, x)?;
                pipeline.value(model, source)
            }
        }
    }

    /// Values of several variables: the state is compared with the one that is known once, which for many states costs more than a value.
    ///
    /// # Errors
    /// The number of the first one without value, and why, as [`Self::derivatives`].
    pub(crate) fn values<'s>(
        &mut self,
        t: f64,
        x: &[f64],
        sources: impl Iterator<Item = Result<&'s Source, EvaluationError>>,
        values: &mut [f64],
    ) -> Result<(), (usize, EvaluationError)> {
        let mut is_there = false;
        for (number, (source, value)) in sources.zip(values).enumerate() {
            let failed = |cause| (number, cause);
            let source = source.map_err(failed)?;
            *value = match (self.known(t, source), self.pipeline.as_deref_mut().filter(|_| is_there)) {
                (Some(value), _) => value,
                (None, Some(pipeline)) => pipeline.value(&self.model, source).map_err(failed)?,
                (None, None) => self.value(t, x, source).map_err(failed)?,
            };
            is_there |= self.known(t, source).is_none();
        }
        Ok(())
    }

    /// The value of a variable at time `t` that needs no evaluation.
    fn known(&self, t: f64, source: &Source) -> Option<f64> {
        match source {
            Source::Parameter(i) => Some(self.parameter(*i)),
            Source::Input(i) if *i < self.inputs.values.len() => Some(self.inputs.at(*i, t).0),
            Source::Time => Some(t),
            Source::Constant(x) => Some(*x),
            _ => None,
        }
    }
}
