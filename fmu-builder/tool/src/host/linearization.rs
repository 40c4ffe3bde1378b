//! Linearisation of an FMU at its present state.

use std::io;

use nalgebra::DMatrix;
use simulation::variables::Causality;

use super::description::{Kind, ModelDescription, ScalarVariable, Unknown};
use super::error::HostError;
use super::instance::{Instance, StepOutcome};
use super::simulation::Simulation;
use crate::linear::{LinearError, Linearization, Signal};
use crate::plan::Plan;

impl Simulation<'_> {
    /// Simulates to `time`, s (the start time where there is none), and finds the linear system there by directional derivatives.
    /// `progress` gets the times in between.
    ///
    /// # Errors
    /// When the FMU has no directional derivatives, or a call fails.
    pub fn linearize(&self, time: Option<f64>, progress: &mut dyn FnMut(f64)) -> Result<Linearization, LinearError> {
        let description = self.package.description();
        if !provides_derivatives(description) {
            return Err(LinearError::NoDerivatives);
        }
        let (mut system, references) = system(description);
        if system.states.is_empty() && system.outputs.is_empty() {
            return Err(LinearError::Nothing { of: "FMU" });
        }
        let start = self.start_time();
        let time = time.unwrap_or(start);
        if time.is_nan() || time < start || time.is_infinite() {
            return Err(LinearError::Time { time, start });
        }
        system.time = time;
        let plan = Plan { start, stop: time.max(self.experiment.stop), ..self.experiment };
        let instance = self.initialize(plan)?;
        {
            let mut ignored = |_: f64, _: &[f64]| io::Result::Ok(());
            let mut run = self.begin(&instance, start, &mut ignored)?;
            let to = Plan { stop: time, ..plan };
            for point in to.times().filter(|_| time > start) {
                if run.step_to(point)? != StepOutcome::Done {
                    return Err(LinearError::Ended(time));
                }
                progress(point);
            }
        }
        read(&mut system, &references, &instance)?;
        differentiate(&mut system, &references, &instance)?;
        instance.terminate()?;
        Ok(system)
    }
}

fn provides_derivatives(description: &ModelDescription) -> bool {
    ["providesDirectionalDerivative", "providesDirectionalDerivatives"].iter().any(|name| description.can(name))
}

/// Value references of states, derivatives, inputs and outputs.
type References = [Vec<u32>; 4];

/// The variables of the system, without values.
fn system(description: &ModelDescription) -> (Linearization, References) {
    let with = |causality: Causality| -> Vec<&ScalarVariable> {
        description.variables.iter().filter(|v| v.causality == causality && v.kind == Kind::Real).collect()
    };
    let pair = |unknown: &Unknown| {
        let derivative = description.variables.get(unknown.index)?;
        Some((description.variables.get(derivative.derivative?)?, derivative))
    };
    let (states, derivatives) = description.derivatives.iter().filter_map(pair).unzip();
    let lists: [Vec<&ScalarVariable>; 4] = [states, derivatives, with(Causality::Input), with(Causality::Output)];
    let references = lists.each_ref().map(|list| list.iter().map(|variable| variable.value_reference).collect());
    let signal = |v: &ScalarVariable| Signal { name: v.name.clone(), unit: v.unit.clone(), value: 0.0 };
    let [states, derivatives, inputs, outputs] = lists.map(|list| list.into_iter().map(signal).collect());
    (Linearization { states, derivatives, inputs, outputs, ..Linearization::default() }, references)
}

/// Values of all variables.
fn read(system: &mut Linearization, references: &References, instance: &Instance) -> Result<(), HostError> {
    let Linearization { states, derivatives, inputs, outputs, .. } = system;
    for (signals, references) in [states, derivatives, inputs, outputs].into_iter().zip(references) {
        if signals.is_empty() {
            continue;
        }
        let mut values = vec![0.0; references.len()];
        instance.get_real(references, &mut values)?;
        signals.iter_mut().zip(values).for_each(|(signal, value)| signal.value = value);
    }
    Ok(())
}

/// The matrices, a column with each call.
fn differentiate(system: &mut Linearization, references: &References, instance: &Instance) -> Result<(), HostError> {
    let [states, derivatives, inputs, outputs] = references;
    let unknowns: Vec<u32> = derivatives.iter().chain(outputs).copied().collect();
    let by = |knowns: &[u32]| -> Result<DMatrix<f64>, HostError> {
        let mut matrix = DMatrix::zeros(unknowns.len(), knowns.len());
        for (known, mut column) in knowns.iter().zip(matrix.column_iter_mut()) {
            instance.directional_derivative(&unknowns, &[*known], &[1.0], column.as_mut_slice())?;
        }
        Ok(matrix)
    };
    let (by_state, by_input) = (by(states)?, by(inputs)?);
    let (n, others) = (derivatives.len(), outputs.len());
    [system.a, system.b] = [&by_state, &by_input].map(|columns| columns.rows(0, n).into_owned());
    [system.c, system.d] = [&by_state, &by_input].map(|columns| columns.rows(n, others).into_owned());
    Ok(())
}
