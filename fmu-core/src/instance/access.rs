//! Reading and setting variables.

use super::value::{check_range, getter, type_name};
use super::{FmiValue, Instance, InstanceError, Mode, settable};
use crate::dynamics::EvaluationError;
use crate::variables::{Causality, Target, Variability, Variable};

impl Instance {
    /// Reads variables into `values`. What was set before is already taken into account, in Initialization Mode and between steps.
    ///
    /// In the state instantiated parameters and start values have a value, nothing else.
    ///
    /// # Errors
    /// An unknown reference, another type, no value yet, or an evaluation that fails; `values` then hold nothing of use.
    pub fn get<T: FmiValue>(&mut self, references: &[u32], values: &mut [T]) -> Result<(), InstanceError> {
        self.require(T::GETTER)?;
        same_length(references.len(), values.len())?;
        let mut is_evaluated = false;
        for (&reference, value) in references.iter().zip(values) {
            *value = T::from_number(self.read::<T>(reference, &mut is_evaluated)?);
        }
        Ok(())
    }

    /// Sets variables: all of them or, when one is refused, none. Of several values for one variable the last counts.
    ///
    /// # Errors
    /// A state in which nothing of this type can be set, an unknown reference, another type, a variable that cannot be set now, a value that is not finite or out of range.
    pub fn set<T: FmiValue>(&mut self, references: &[u32], values: &[T]) -> Result<(), InstanceError> {
        self.require(T::SETTER)?;
        same_length(references.len(), values.len())?;
        for (&reference, &value) in references.iter().zip(values) {
            self.check_settable(reference, value)?;
        }
        for (&reference, &value) in references.iter().zip(values) {
            self.apply(reference as usize, value.to_value().number());
        }
        Ok(())
    }

    /// The variable with this value reference, which must be of the type `T`.
    #[inline(always)]
    pub(super) fn variable<T: FmiValue>(&self, reference: u32) -> Result<Variable<'_>, InstanceError> {
        let catalogue = self.plant.catalogue();
        let unknown = || InstanceError::UnknownReference { reference, count: catalogue.variables.len() };
        let variable = catalogue.referred(reference as usize).ok_or_else(unknown)?;
        if getter(variable.data_type) == T::GETTER {
            return Ok(variable);
        }
        let declared = type_name(variable.data_type);
        Err(InstanceError::WrongType { variable: variable.name.to_owned(), reference, declared, used: T::TYPE })
    }

    pub(super) fn check_readable<T: FmiValue>(&self, reference: u32) -> Result<(), InstanceError> {
        let variable = self.variable::<T>(reference)?;
        if self.initialized || self.stored(&variable).is_some() {
            return Ok(());
        }
        Err(InstanceError::NotReadable { variable: variable.name.to_owned(), reference })
    }

    fn check_settable<T: FmiValue>(&self, reference: u32, value: T) -> Result<(), InstanceError> {
        let variable = self.variable::<T>(reference)?;
        if let Some(reason) = settable::obstacle(&variable, self.mode) {
            let name = variable.name.to_owned();
            return Err(InstanceError::NotSettable { variable: name, reference, mode: self.mode, reason });
        }
        check_range(&variable, reference, value.to_value())
    }

    /// Stores a checked value.
    fn apply(&mut self, index: usize, value: f64) {
        let Some(target) = self.plant.catalogue().variables.get(index).and_then(|v| v.target) else {
            return;
        };
        match target {
            // A host that sets the same value at every step must not cost the integrator its step.
            Target::Input(input) if self.plant.input(input).to_bits() == value.to_bits() => return,
            Target::Parameter(parameter) if self.plant.parameter(parameter).to_bits() == value.to_bits() => return,
            Target::Input(input) => self.plant.set_input(input, value),
            Target::Parameter(parameter) => {
                self.plant.set_parameter(parameter, value);
                self.changes.parameters = true;
            }
        }
        self.changes.initial |= self.mode == Mode::Initialization;
        self.changes.jump = true;
    }

    /// Value of a variable as a number. `is_evaluated`: one was evaluated in the same call before, so that time and state need not be
    /// compared again.
    fn read<T: FmiValue>(&mut self, reference: u32, is_evaluated: &mut bool) -> Result<f64, InstanceError> {
        let variable = self.variable::<T>(reference)?;
        if let Some(number) = self.stored(&variable) {
            return Ok(number);
        }
        let index = reference as usize;
        let result = if *is_evaluated {
            self.plant.value_again(self.elapsed, &self.state, index)
        } else {
            self.check_readable::<T>(reference)?;
            self.settle()?;
            self.plant.value(self.elapsed, &self.state, index)
        };
        *is_evaluated = true;
        match result {
            Ok(number) if number.is_finite() => Ok(number),
            Ok(_) => {
                let quantity = self.name(index).to_owned();
                let cause = EvaluationError::NotFinite { quantity, time: self.time() };
                Err(self.evaluation_error(self.name(index), cause))
            }
            Err(cause) => Err(self.evaluation_error(self.name(index), cause)),
        }
    }

    fn name(&self, index: usize) -> &str {
        self.plant.catalogue().variables.get(index).map_or("", |variable| variable.name)
    }

    /// That a variable has no value. Where the host's integrator tries states, that is no reason to give up.
    pub(super) fn evaluation_error(&self, variable: &str, cause: EvaluationError) -> InstanceError {
        let (variable, time, cause) = (variable.to_owned(), self.time(), Box::new(cause));
        match self.mode {
            Mode::ContinuousTime => InstanceError::Trial { what: variable, time, cause },
            _ => InstanceError::Evaluation { variable, time, cause },
        }
    }

    /// Value of a variable that needs no evaluation: constants, inputs, parameters, and start values before initialization.
    #[inline(always)]
    fn stored(&self, variable: &Variable<'_>) -> Option<f64> {
        if variable.variability == Variability::Constant
            && let Some(value) = variable.start
        {
            return Some(value.number());
        }
        match variable.target? {
            Target::Input(input) => Some(self.plant.input(input)),
            Target::Parameter(p) if variable.causality == Causality::Parameter || !self.initialized => {
                Some(self.plant.parameter(p))
            }
            Target::Parameter(_) => None,
        }
    }
}

fn same_length(references: usize, values: usize) -> Result<(), InstanceError> {
    if references == values {
        return Ok(());
    }
    Err(InstanceError::LengthMismatch { references, values })
}
