//! Derivatives: of inputs and outputs in time, and of unknowns along a direction of knowns.

use super::access::same_length;
use super::calls::Function;
use super::{Instance, InstanceError, MAXIMUM_DERIVATIVE_ORDER, Mode};
use mechanism::Source;
use simulation::dynamics::{EvaluationError, Known, Point};
use simulation::variables::{Causality, Target, Variability, Variable};

impl Instance {
    /// Sets time derivatives of inputs: `u(t) = u + u' (t - tc) + u'' (t - tc)^2/2` from the communication point `tc` on, for the next
    /// step only (fmi2SetRealInputDerivatives). At its end the inputs keep the values that they have reached.
    ///
    /// All are set or, when one is refused, none.
    ///
    /// # Errors
    /// No co-simulation, a variable that is no real input, an order other than 1 and 2, or a value that is not finite.
    pub fn set_input_derivatives(
        &mut self,
        references: &[u32],
        orders: &[i32],
        values: &[f64],
    ) -> Result<(), InstanceError> {
        self.require(Function::SetRealInputDerivatives)?;
        same_length(references.len(), orders.len())?;
        same_length(references.len(), values.len())?;
        for ((&reference, &order), &value) in references.iter().zip(orders).zip(values) {
            let variable = self.input(reference)?.0;
            check_order(&variable, reference, order)?;
            if !value.is_finite() {
                let variable = format!("derivative of {}", variable.name);
                return Err(InstanceError::NotFinite { variable, reference, value });
            }
        }
        for ((&reference, &order), &value) in references.iter().zip(orders).zip(values) {
            let (_, input) = self.input(reference)?;
            // The order has been checked.
            self.next_input_rates[input][usize::from(order == 2)] = value;
            self.apply_input_rates(input);
        }
        Ok(())
    }

    /// Lets an input go on with the derivatives that the host has given for the next step.
    pub(super) fn apply_input_rates(&mut self, input: usize) {
        let rates = self.next_input_rates[input];
        if self.system.input_rates(input).map(f64::to_bits) != rates.map(f64::to_bits) {
            self.system.set_input_rates(input, rates);
            if self.model.depends_on_input_rates() {
                self.changes.jump = true;
            } else {
                self.solution.bend();
                self.rhythm.change(self.elapsed);
            }
        }
    }

    /// Time derivatives of variables at the present time, exact to rounding (fmi2GetRealOutputDerivatives).
    ///
    /// Inputs change as the host has said for the last or the next step.
    ///
    /// # Errors
    /// No co-simulation, before the first communication point, a variable that is not Real, an order other than 1 and 2, or a failed evaluation.
    pub fn output_derivatives(
        &mut self,
        references: &[u32],
        orders: &[i32],
        values: &mut [f64],
    ) -> Result<(), InstanceError> {
        self.require(Function::GetRealOutputDerivatives)?;
        same_length(references.len(), orders.len())?;
        same_length(references.len(), values.len())?;
        for (&reference, &order) in references.iter().zip(orders) {
            self.check_readable::<f64>(reference)?;
            check_order(&self.variable::<f64>(reference)?, reference, order)?;
        }
        self.settle()?;
        self.ensure_memory_for_derivatives()?;
        for ((&reference, &order), value) in references.iter().zip(orders).zip(values) {
            let parts = self.parts(reference as usize).unwrap_or_else(|| vec![(reference as usize, 1.0)]);
            let derivative = parts.into_iter().try_fold(0.0, |sum, (part, factor)| {
                let source = self.model.catalogue.variables.at(part).source;
                let derivatives = self.system.time_derivatives(self.elapsed, &self.state, source)?;
                Ok(sum + factor * derivatives[usize::from(order == 2)])
            });
            *value = self.derivative(derivative, reference)?;
        }
        Ok(())
    }

    /// The derivatives of `unknowns` along the direction that has the components `direction` for `knowns`
    /// (fmi2GetDirectionalDerivative), exact to rounding.
    ///
    /// Knowns are inputs and continuous states and, more than the standard asks for, tunable parameters; in Initialization Mode inputs,
    /// parameters and start values. Unknowns are outputs, derivatives and all other variables that are calculated.
    ///
    /// # Errors
    /// Before Initialization Mode, a variable that is no known or no unknown, a direction that is not finite, or a failed evaluation.
    pub fn directional_derivatives(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        direction: &[f64],
        derivatives: &mut [f64],
    ) -> Result<(), InstanceError> {
        self.require(Function::GetDirectionalDerivative)?;
        same_length(knowns.len(), direction.len())?;
        same_length(unknowns.len(), derivatives.len())?;
        let mut seeds = Vec::with_capacity(knowns.len());
        for (&reference, &component) in knowns.iter().zip(direction) {
            let known = self.known(reference)?;
            if !component.is_finite() {
                let variable = format!("direction of {}", self.variable::<f64>(reference)?.name);
                return Err(InstanceError::NotFinite { variable, reference, value: component });
            }
            seeds.push((known, component));
        }
        for &reference in unknowns {
            self.check_unknown(reference)?;
        }
        if seeds.is_empty() {
            derivatives.fill(0.0);
            return Ok(());
        }
        self.settle()?;
        self.ensure_memory_for_derivatives()?;
        let seeds = self.lifted(seeds).map_err(|cause| self.evaluation_error("a directional derivative", cause))?;
        let parts = |reference: &u32| {
            let index = *reference as usize;
            self.parts(index).unwrap_or_else(|| vec![(index, 1.0)])
        };
        let parts: Vec<Vec<(usize, f64)>> = unknowns.iter().map(parts).collect();
        let variables = &self.model.catalogue.variables;
        let sources: Vec<&Source> = parts.iter().flatten().map(|(part, _)| variables.at(*part).source).collect();
        let point = if self.mode == Mode::Initialization { Point::Initial } else { Point::State(&self.state) };
        let of_parts = self.system.directional_derivatives(self.elapsed, point, &seeds, &sources);
        let of_parts = of_parts.map_err(|cause| self.evaluation_error("a directional derivative", cause))?;
        let mut of_parts = of_parts.into_iter();
        for ((derivative, parts), &reference) in derivatives.iter_mut().zip(&parts).zip(unknowns) {
            let sum = parts.iter().zip(&mut of_parts).map(|((_, factor), part)| factor * part).sum();
            *derivative = self.derivative(Ok(sum), reference)?;
        }
        Ok(())
    }

    /// The derivatives of a sum of `unknowns` with the factors `weights`, with respect to each of `knowns` (fmi3GetAdjointDerivative): all
    /// columns of [`Self::directional_derivatives`], and their products.
    ///
    /// # Errors
    /// As [`Self::directional_derivatives`].
    pub fn adjoint_derivatives(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        weights: &[f64],
        derivatives: &mut [f64],
    ) -> Result<(), InstanceError> {
        same_length(unknowns.len(), weights.len())?;
        same_length(knowns.len(), derivatives.len())?;
        if let Some((&reference, &value)) = unknowns.iter().zip(weights).find(|(_, weight)| !weight.is_finite()) {
            let variable = format!("weight of {}", self.variable::<f64>(reference)?.name);
            return Err(InstanceError::NotFinite { variable, reference, value });
        }
        let mut column = vec![0.0; unknowns.len()];
        for (&known, derivative) in knowns.iter().zip(derivatives) {
            self.directional_derivatives(unknowns, &[known], &[1.0], &mut column)?;
            *derivative = weights.iter().zip(&column).map(|(weight, element)| weight * element).sum();
        }
        Ok(())
    }

    /// Derivatives need data of their own, which are made when they are asked for first.
    fn ensure_memory_for_derivatives(&mut self) -> Result<(), InstanceError> {
        if !self.derivatives_made {
            self.ensure_memory()?;
            self.derivatives_made = true;
        }
        Ok(())
    }

    /// The real input with this value reference, and its number.
    fn input(&self, reference: u32) -> Result<(Variable<'_>, usize), InstanceError> {
        let variable = self.variable::<f64>(reference)?;
        match variable.target {
            Some(Target::Input(input)) => Ok((variable, input)),
            _ => Err(InstanceError::NotAnInput { variable: variable.name.to_owned(), reference }),
        }
    }

    /// The element of a direction that a known is.
    fn known(&self, reference: u32) -> Result<Known, InstanceError> {
        let variable = self.variable::<f64>(reference)?;
        let initializing = self.mode == Mode::Initialization;
        match (variable.target, self.state_of(&variable, reference as usize)) {
            (Some(Target::Input(input)), _) => Ok(Known::Input(input)),
            (Some(Target::Parameter(parameter)), _) if initializing => Ok(Known::Parameter(parameter)),
            (_, Some(state)) if !initializing => Ok(Known::State(state)),
            (Some(Target::Parameter(parameter)), None) if variable.variability == Variability::Tunable => {
                Ok(Known::Parameter(parameter))
            }
            _ => Err(InstanceError::NotAKnown { variable: variable.name.to_owned(), reference, mode: self.mode }),
        }
    }

    fn check_unknown(&self, reference: u32) -> Result<(), InstanceError> {
        let variable = self.variable::<f64>(reference)?;
        let is_known = matches!(variable.causality, Causality::Input | Causality::Parameter | Causality::Independent);
        if is_known || variable.variability == Variability::Constant {
            return Err(InstanceError::NotAnUnknown { variable: variable.name.to_owned(), reference });
        }
        Ok(())
    }

    /// A derivative of the variable with this value reference, which must be finite.
    fn derivative(&self, number: Result<f64, EvaluationError>, reference: u32) -> Result<f64, InstanceError> {
        let number = self.finite(number, "its derivative");
        number.map_err(|cause| self.evaluation_error(self.name(reference as usize), cause))
    }
}

fn check_order(variable: &Variable, reference: u32, order: i32) -> Result<(), InstanceError> {
    if (1..=MAXIMUM_DERIVATIVE_ORDER).contains(&order) {
        return Ok(());
    }
    Err(InstanceError::DerivativeOrder { variable: variable.name.to_owned(), reference, order })
}
