//! Values of variables.

use super::super::Result;
use super::{System, no_parameters};
use mechanism::Source;

impl System {
    /// Value of a variable at time `t` and state `x`; results for the same arguments are reused.
    pub fn value(&mut self, t: f64, x: &[f64], source: &Source) -> Result<f64> {
        self.at(t, x)?;
        self.value_again(t, source)
    }

    /// Value of another variable right after a call of [`Self::value`] for the same time and state. These are not
    /// compared again, which costs more than a value if there are many states.
    pub fn value_again(&mut self, t: f64, source: &Source) -> Result<f64> {
        match source {
            Source::Parameter(i) => Ok(self.parameter(*i)),
            Source::Input(i) if *i < self.inputs.values.len() => Ok(self.inputs.at(*i, t).0),
            Source::Time => Ok(self.start + t),
            Source::Constant(x) => Ok(*x),
            _ => {
                let pipeline = self.pipeline.as_deref_mut().ok_or_else(|| no_parameters(self.start + t))?;
                pipeline.value(&self.model, source)
            }
        }
    }
}
