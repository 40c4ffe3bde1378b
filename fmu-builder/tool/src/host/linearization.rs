//! Linearisation of an FMU at its present state.

use std::io;

use simulation::variables::Causality;

use super::description::{Kind, ModelDescription, ScalarVariable, Unknown};
use super::error::{HostError, SimulationError};
use super::instance::Instance;
use super::simulation::{Progress, Simulation};
use crate::linear::{Linearization, Signal};
use crate::plan::Plan;

/// Why an FMU cannot be made linear.
#[derive(Debug, thiserror::Error)]
pub enum LinearizationError {
    /// The FMU has no exact derivatives.
    #[error(
        "the FMU does not provide directional derivatives for co-simulation (providesDirectionalDerivative), which exact matrices need"
    )]
    NoDerivatives,
    /// There are neither states nor outputs.
    #[error("the FMU has neither continuous states nor real outputs: there is nothing to make linear")]
    Nothing,
    /// The time is before the start.
    #[error("the time is {time} s, before the start at {start} s")]
    Time {
        /// Time asked for, s.
        time: f64,
        /// Start time, s.
        start: f64,
    },
    /// The FMU ended before.
    #[error("the FMU ended the simulation before {0} s")]
    Ended(f64),
    /// Loading, simulating or calling failed.
    #[error(transparent)]
    Simulation(#[from] SimulationError),
}

impl From<HostError> for LinearizationError {
    fn from(error: HostError) -> Self {
        Self::Simulation(error.into())
    }
}

impl Simulation<'_> {
    /// Simulates to `time`, s (the start time where there is none), and finds the linear system there by directional derivatives.
    /// `progress` gets the times in between.
    ///
    /// # Errors
    /// When the FMU has no directional derivatives, or a call fails.
    pub fn linearize(
        &self,
        time: Option<f64>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Linearization, LinearizationError> {
        let description = self.package.description();
        if !provides_derivatives(description) {
            return Err(LinearizationError::NoDerivatives);
        }
        let (mut system, references) = system(description);
        if system.states.is_empty() && system.outputs.is_empty() {
            return Err(LinearizationError::Nothing);
        }
        let start = self.start_time();
        let time = time.unwrap_or(start);
        if time.is_nan() || time < start || time.is_infinite() {
            return Err(LinearizationError::Time { time, start });
        }
        system.time = time;
        let plan = Plan { start, stop: time.max(self.experiment.stop), ..self.experiment };
        let instance = self.initialize(plan)?;
        {
            let mut ignored = |_: f64, _: &[f64]| io::Result::Ok(());
            let mut run = self.begin(&instance, start, &mut ignored)?;
            let to = Plan { stop: time, ..plan };
            for point in to.times().filter(|_| time > start) {
                if run.step_to(point)? == Progress::Ended {
                    return Err(LinearizationError::Ended(time));
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
    let columns = |knowns: &[u32]| -> Result<Vec<Vec<f64>>, HostError> {
        let column = |known: &u32| {
            let mut column = vec![0.0; unknowns.len()];
            instance.directional_derivative(&unknowns, &[*known], &[1.0], &mut column)?;
            Ok(column)
        };
        knowns.iter().map(column).collect()
    };
    let (by_state, by_input) = (columns(states)?, columns(inputs)?);
    let rows = |columns: &[Vec<f64>], rows: std::ops::Range<usize>| -> Vec<Vec<f64>> {
        rows.map(|row| columns.iter().filter_map(|column| column.get(row).copied()).collect()).collect()
    };
    let (states, all) = (0..states.len(), states.len()..unknowns.len());
    (system.a, system.c) = (rows(&by_state, states.clone()), rows(&by_state, all.clone()));
    (system.b, system.d) = (rows(&by_input, states), rows(&by_input, all));
    Ok(())
}
