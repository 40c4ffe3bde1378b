//! Reading and setting variables.

use super::calls::Function;
use super::value::{check_finite, check_range, getter};
use super::{FmiValue, Instance, InstanceError, Mode, Version, settable};
use simulation::dynamics::{EvaluationError, EvaluationFault};
use simulation::variables::{Causality, DataType, Target, Variability, Variable};

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

    /// Sets variables: all of them or, when one is refused, none. Of several values for one variable the last counts. In Continuous-Time
    /// Mode continuous states can be set, too, and an input that is not continuous keeps its value until Event Mode is entered.
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
            self.store(reference as usize, value.number());
        }
        Ok(())
    }

    /// An input that was set in Continuous-Time Mode and takes its value in Event Mode.
    pub fn waiting_input(&self) -> Option<&str> {
        self.waiting.first().map(|(variable, _)| self.name(*variable))
    }

    /// Reads or sets variables of type String, which no variable is.
    ///
    /// # Errors
    /// A state in which `function` may not be called, and the first reference.
    pub fn strings(&self, function: Function, references: &[u32]) -> Result<(), InstanceError> {
        self.require(function)?;
        let Some(&reference) = references.first() else { return Ok(()) };
        let variable = self.referred(reference)?;
        Err(wrong_type(variable.name, variable.data_type, reference, "String"))
    }

    /// The variable with this value reference, which must be of the type `T`.
    #[inline(always)]
    pub(super) fn variable<T: FmiValue>(&self, reference: u32) -> Result<Variable<'_>, InstanceError> {
        let variable = self.referred(reference)?;
        if getter(variable.data_type).0 == T::GETTER {
            return Ok(variable);
        }
        Err(wrong_type(variable.name, variable.data_type, reference, T::TYPE))
    }

    /// The variable with this value reference.
    #[inline(always)]
    fn referred(&self, reference: u32) -> Result<Variable<'_>, InstanceError> {
        let catalogue = &self.model.catalogue;
        let unknown = || InstanceError::UnknownReference { reference, count: catalogue.variables.len() };
        catalogue.referred(reference as usize).ok_or_else(unknown)
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
        if self.mode == Mode::ContinuousTime && self.state_of(&variable, reference as usize).is_some() {
            return check_finite(&variable, reference, value.number());
        }
        if let Some(reason) = settable::obstacle(&variable, self.mode) {
            let name = variable.name.to_owned();
            return Err(InstanceError::NotSettable { variable: name, reference, mode: self.mode, reason });
        }
        check_range(&variable, reference, value.number())
    }

    /// Number of the continuous state that a variable is.
    pub(super) fn state_of(&self, variable: &Variable<'_>, index: usize) -> Option<usize> {
        if variable.causality == Causality::Input {
            return None;
        }
        self.model.catalogue.exchanged()[0].iter().position(|&state| state == index)
    }

    /// Stores a checked value, where it belongs in this mode.
    fn store(&mut self, index: usize, value: f64) {
        if self.mode != Mode::ContinuousTime {
            return self.apply(index, value);
        }
        let variable = self.model.catalogue.variables.at(index);
        let (target, variability) = (variable.target, variable.variability);
        match (self.state_of(&variable, index), target) {
            (Some(state), _) => match &mut self.minimal {
                Some(minimal) => {
                    minimal.states[state] = value;
                    self.have_moved();
                }
                None => self.state[state] = value,
            },
            (None, Some(Target::Input(input))) if variability != Variability::Continuous => {
                self.waiting.retain(|(other, _)| *other != index);
                if self.system.input(input).to_bits() != value.to_bits() {
                    self.waiting.push((index, value));
                }
            }
            _ => self.apply(index, value),
        }
    }

    /// Gives a checked value to the system.
    pub(super) fn apply(&mut self, index: usize, value: f64) {
        let Some(target) = self.model.catalogue.variables.get(index).and_then(|v| v.target) else {
            return;
        };
        match target {
            // A host that sets the same value at every step must not cost the integrator its step.
            Target::Input(input) if self.system.input(input).to_bits() == value.to_bits() => return,
            Target::Parameter(parameter) if self.system.parameter(parameter).to_bits() == value.to_bits() => return,
            Target::Input(input) => {
                self.system.set_input(input, value);
                // Joints may follow it.
                self.have_moved();
            }
            Target::Parameter(parameter) => {
                self.system.set_parameter(parameter, value);
                self.changes.parameters = true;
            }
        }
        self.changes.initial |= self.mode == Mode::Initialization;
        self.changes.jump = true;
    }

    /// Value of a variable as a number. `is_evaluated`: one was evaluated in the same call before, so that time and state need not be
    /// compared again.
    fn read<T: FmiValue>(&mut self, reference: u32, is_evaluated: &mut bool) -> Result<f64, InstanceError> {
        let variable = match self.variable::<T>(reference) {
            Ok(variable) => variable,
            Err(error) => return self.indicator::<T>(reference, error),
        };
        // A number that is not finite, as a damaged model may have it, is found out below.
        if let Some(number) = self.stored(&variable).filter(|number| number.is_finite()) {
            return Ok(number);
        }
        let index = reference as usize;
        let parts = if self.minimal.is_some() { self.parts(index) } else { None };
        let result = if let Some(parts) = parts {
            self.check_readable::<T>(reference)?;
            self.settle()?;
            self.sum(&parts)
        } else if *is_evaluated {
            self.system.value_again(self.elapsed, self.model.catalogue.variables.at(index).source)
        } else {
            self.check_readable::<T>(reference)?;
            self.settle()?;
            self.system.value(self.elapsed, &self.state, self.model.catalogue.variables.at(index).source)
        };
        *is_evaluated = true;
        self.finite(result, "its value").map_err(|cause| self.evaluation_error(self.name(index), cause))
    }

    /// A number of an evaluation, which must be finite.
    #[inline(always)]
    pub(super) fn finite(&self, number: Result<f64, EvaluationError>, quantity: &str) -> Result<f64, EvaluationError> {
        match number {
            Ok(number) if !number.is_finite() => {
                Err(EvaluationFault::NotFinite { quantity: quantity.to_owned(), time: self.time() }.into())
            }
            number => number,
        }
    }

    /// Value of an event indicator, which in FMI 3.0 is a variable behind those of the catalogue; what else is there is `error`.
    #[cold]
    fn indicator<T: FmiValue>(&mut self, reference: u32, error: InstanceError) -> Result<f64, InstanceError> {
        let number = (reference as usize).checked_sub(self.model.catalogue.variables.len());
        let mut indicators = vec![0.0; self.indicator_count()];
        let are_variables = self.version == Version::Fmi3 && T::GETTER == f64::GETTER;
        let Some(number) = number.filter(|number| are_variables && *number < indicators.len()) else {
            return Err(error);
        };
        let variable = || format!("event indicator {}", number + 1);
        if !self.initialized {
            return Err(InstanceError::NotReadable { variable: variable(), reference });
        }
        self.settle()?;
        let result = self.system.indicators(self.elapsed, &self.state, &mut indicators);
        let indicator = self.finite(result.map(|()| indicators[number]), "its value");
        indicator.map_err(|cause| self.evaluation_error(&variable(), cause))
    }

    pub(super) fn name(&self, index: usize) -> &str {
        self.model.catalogue.variables.get(index).map_or("", |variable| variable.name)
    }

    /// Error for a variable without a value; a host's integrator that tries states can go on after it.
    pub(super) fn evaluation_error(&self, variable: &str, cause: EvaluationError) -> InstanceError {
        if self.mode == Mode::ContinuousTime {
            return self.trial(variable, cause);
        }
        InstanceError::Evaluation { variable: variable.to_owned(), time: self.time(), cause }
    }

    /// Error for a state that the host's integrator has tried.
    pub(super) fn trial(&self, what: &str, cause: EvaluationError) -> InstanceError {
        let meaningless = self.system.zero_quaternion(&self.state);
        let meaningless = meaningless.and_then(|state| self.model.catalogue.states.get(state));
        let cause = match meaningless {
            Some(&variable) => EvaluationFault::NoOrientation { quaternion: self.name(variable).to_owned() }.into(),
            None => cause,
        };
        InstanceError::Trial { what: what.to_owned(), time: self.time(), cause }
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
            Target::Input(input) => Some(self.system.input(input)),
            Target::Parameter(p) if variable.causality == Causality::Parameter || !self.initialized => {
                Some(self.system.parameter(p))
            }
            Target::Parameter(_) => None,
        }
    }
}

/// Error for a variable that was used as one of another type. It gets no [`Variable`], which would then be made in
/// memory at each reading.
#[cold]
fn wrong_type(name: &str, data_type: &DataType, reference: u32, used: &'static str) -> InstanceError {
    let (_, declared) = getter(data_type);
    InstanceError::WrongType { variable: name.to_owned(), reference, declared, used }
}

pub(super) fn same_length(references: usize, values: usize) -> Result<(), InstanceError> {
    if references == values {
        return Ok(());
    }
    Err(InstanceError::LengthMismatch { references, values })
}
