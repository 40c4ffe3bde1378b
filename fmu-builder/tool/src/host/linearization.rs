//! Linearisation of an FMU at its present state.

use std::io;

use simulation::variables::Causality;

use super::description::{Kind, ModelDescription};
use super::error::{HostError, SimulationError};
use super::instance::Instance;
use super::simulation::{Progress, Simulation};
use crate::plan::Plan;

/// A state, a derivative, an input or an output.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    /// Name of the variable.
    pub name: String,
    /// Unit.
    pub unit: Option<String>,
    /// Value where the system is linear.
    pub value: f64,
    value_reference: u32,
}

/// `dx/dt - f0 = A (x - x0) + B (u - u0)`, `y - y0 = C (x - x0) + D (u - u0)`. Matrices are lists of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Linearization {
    /// Time, s.
    pub time: f64,
    /// Continuous states x.
    pub states: Vec<Signal>,
    /// Their derivatives; the values are f0.
    pub derivatives: Vec<Signal>,
    /// Real inputs u.
    pub inputs: Vec<Signal>,
    /// Real outputs y.
    pub outputs: Vec<Signal>,
    /// df/dx.
    pub a: Vec<Vec<f64>>,
    /// df/du.
    pub b: Vec<Vec<f64>>,
    /// dy/dx.
    pub c: Vec<Vec<f64>>,
    /// dy/du.
    pub d: Vec<Vec<f64>>,
}

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
        let mut system = system(description);
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
        system.read(&instance)?;
        system.differentiate(&instance)?;
        instance.terminate()?;
        Ok(system)
    }
}

fn provides_derivatives(description: &ModelDescription) -> bool {
    let mut capabilities = description.co_simulation.iter().flat_map(|interface| &interface.capabilities);
    capabilities
        .any(|capability| ["providesDirectionalDerivative", "providesDirectionalDerivatives"].contains(&&**capability))
}

/// The variables of the system, without values.
fn system(description: &ModelDescription) -> Linearization {
    let signal = |index: usize| {
        let variable = description.variables.get(index)?;
        let (name, unit) = (variable.name.clone(), variable.unit.clone());
        Some(Signal { name, unit, value: 0.0, value_reference: variable.value_reference })
    };
    let with = |causality: Causality| {
        let variables = description.variables.iter().enumerate();
        let chosen = variables.filter(move |(_, v)| v.causality == causality && v.kind == Kind::Real);
        chosen.filter_map(|(index, _)| signal(index)).collect::<Vec<_>>()
    };
    let derivatives = description.derivatives.iter().map(|unknown| unknown.index);
    let pairs: Vec<(usize, usize)> =
        derivatives.filter_map(|index| Some((index, description.variables.get(index)?.derivative?))).collect();
    Linearization {
        time: 0.0,
        states: pairs.iter().filter_map(|pair| signal(pair.1)).collect(),
        derivatives: pairs.iter().filter_map(|pair| signal(pair.0)).collect(),
        inputs: with(Causality::Input),
        outputs: with(Causality::Output),
        a: Vec::new(),
        b: Vec::new(),
        c: Vec::new(),
        d: Vec::new(),
    }
}

impl Linearization {
    /// Values of all variables.
    fn read(&mut self, instance: &Instance) -> Result<(), HostError> {
        for signals in [&mut self.states, &mut self.derivatives, &mut self.inputs, &mut self.outputs] {
            if signals.is_empty() {
                continue;
            }
            let references: Vec<u32> = signals.iter().map(|signal| signal.value_reference).collect();
            let mut values = vec![0.0; references.len()];
            instance.get_real(&references, &mut values)?;
            signals.iter_mut().zip(values).for_each(|(signal, value)| signal.value = value);
        }
        Ok(())
    }

    /// The matrices, a column with each call.
    fn differentiate(&mut self, instance: &Instance) -> Result<(), HostError> {
        let unknowns: Vec<u32> =
            self.derivatives.iter().chain(&self.outputs).map(|signal| signal.value_reference).collect();
        let columns = |knowns: &[Signal]| -> Result<Vec<Vec<f64>>, HostError> {
            let column = |known: &Signal| {
                let mut column = vec![0.0; unknowns.len()];
                instance.directional_derivative(&unknowns, &[known.value_reference], &[1.0], &mut column)?;
                Ok(column)
            };
            knowns.iter().map(column).collect()
        };
        let (by_state, by_input) = (columns(&self.states)?, columns(&self.inputs)?);
        let rows = |columns: &[Vec<f64>], rows: std::ops::Range<usize>| -> Vec<Vec<f64>> {
            rows.map(|row| columns.iter().filter_map(|column| column.get(row).copied()).collect()).collect()
        };
        let (states, all) = (0..self.states.len(), self.states.len()..unknowns.len());
        (self.a, self.c) = (rows(&by_state, states.clone()), rows(&by_state, all.clone()));
        (self.b, self.d) = (rows(&by_input, states), rows(&by_input, all));
        Ok(())
    }
}
