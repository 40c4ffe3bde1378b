//! Assessment of models that are integrated in fixed steps: stability, and how much smaller steps would change the results.

use std::sync::Arc;

use fmu_core::instance::{Experiment, Instance, InstanceError};
use mechanism::digits::four_digits;
use nalgebra::DMatrix;
use simulation::model::Model;
use simulation::solver::Method;

use super::freedom::name;
use crate::in_process;

/// Steps are stable while the product of their length and the largest eigenvalue is below about 2.8 (Hairer, Wanner, Solving Ordinary
/// Differential Equations II, IV.2); eigenvalues between the times that are looked at may be larger.
const STABLE: f64 = 2.5;
/// A product up to which errors are small.
const ACCURATE: f64 = 0.25;
/// Evaluations of a step.
const EVALUATIONS: u64 = 4;
/// One more looks for events inside of it.
const EVALUATIONS_WITH_EVENTS: u64 = 5;
/// Models with more states are integrated, but their eigenvalues are not looked at: the time grows with the cube of their number.
const MOST_STATES: usize = 200;
/// Eigenvalues are looked at so often in a run.
const LOOKS: usize = 100;
/// Largest number of communication steps of a run.
const MOST_STEPS: usize = 20_000;

/// Fixed steps of a model in the run of its experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedSteps {
    /// Steps in each communication step.
    pub substeps: u64,
    /// Communication step, s.
    pub step: f64,
    /// The model has state events, which are looked for in each step.
    pub has_events: bool,
    /// The largest eigenvalue; none where there are no states, or too many.
    pub fastest: Option<Fastest>,
    /// Change of the results with twice as many steps.
    pub change: Option<Change>,
}

/// The eigenvalue of the largest magnitude in a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fastest {
    /// Magnitude, rad/s.
    pub magnitude: f64,
    /// When it was so large, s.
    pub time: f64,
}

impl Fastest {
    /// The least number of steps in a communication step of `step`, s, with at most this product of length and magnitude.
    fn steps(self, step: f64, most: f64) -> u64 {
        (step * self.magnitude / most).ceil().max(1.0) as u64
    }
}

/// A difference of two runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The largest difference of a state, relative to its magnitude or to 1, whichever is more.
    pub size: f64,
    /// Name of the state.
    pub state: String,
    /// When, s.
    pub time: f64,
}

/// Why a model cannot be integrated in its fixed steps.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FixedStepsFault {
    /// Errors would grow from step to step.
    #[error(
        "fixed steps of {} s are unstable: the fastest motion has {} rad/s at {} s: expected `substeps = {needed}` or more ({accurate} follow \
         that motion closely), a smaller `step_size`, or another `method`",
        four_digits(step / *substeps as f64), four_digits(fastest.magnitude), four_digits(fastest.time)
    )]
    Unstable {
        /// Steps in each communication step.
        substeps: u64,
        /// Communication step, s.
        step: f64,
        /// Eigenvalue that makes the steps unstable.
        fastest: Fastest,
        /// The least number that is stable.
        needed: u64,
        /// A number with small errors.
        accurate: u64,
    },
    /// The run ended.
    #[error("a run in fixed steps fails: {0}")]
    Fails(#[from] InstanceError),
}

impl FixedSteps {
    /// Runs the model's experiment; none where its method is another one.
    ///
    /// # Errors
    /// Why it cannot be integrated so.
    pub fn of(model: &Arc<Model>) -> Result<Option<Self>, FixedStepsFault> {
        let Some(length) = model.experiment.fixed_step() else { return Ok(None) };
        let step = model.experiment.step();
        let substeps = model.experiment.substeps.unwrap_or(1);
        let fastest = fastest(model)?;
        if let Some(fastest) = fastest.filter(|fastest| length * fastest.magnitude > STABLE) {
            let [needed, accurate] = [STABLE, ACCURATE].map(|most| fastest.steps(step, most));
            return Err(FixedStepsFault::Unstable { substeps, step, fastest, needed, accurate });
        }
        let has_events = model.discrete.indicators() > 0;
        Ok(Some(Self { substeps, step, has_events, fastest, change: change(model, length)? }))
    }

    /// Evaluations that a communication step costs, events apart.
    pub fn evaluations(&self) -> u64 {
        self.substeps * if self.has_events { EVALUATIONS_WITH_EVENTS } else { EVALUATIONS }
    }

    /// The number of steps that follows the fastest motion closely.
    pub fn accurate(&self) -> u64 {
        self.fastest.map_or(1, |fastest| fastest.steps(self.step, ACCURATE))
    }
}

/// An initialised instance with a method, and its run.
struct Run {
    instance: Instance,
    states: Vec<u32>,
    derivatives: Vec<u32>,
    step: f64,
    steps: usize,
}

impl Run {
    fn new(model: &Arc<Model>, method: Method, fixed_step: Option<f64>) -> Result<Self, InstanceError> {
        let (start_time, stop, step) = (model.experiment.start(), model.experiment.stop(), model.experiment.step());
        let instance = Instance::new(Arc::clone(model)).with_method(method, fixed_step);
        let experiment = Experiment { start_time, ..Experiment::default() };
        let instance = in_process::initialize(instance, experiment, &[], None)?;
        let references = |indices: &[usize]| -> Vec<u32> {
            let reference = |index: &usize| u32::try_from(model.catalogue.reference(*index)).ok();
            indices.iter().filter_map(reference).collect()
        };
        let steps = ((stop - start_time) / step).round().clamp(1.0, MOST_STEPS as f64) as usize;
        let (states, derivatives) = (references(&model.catalogue.states), references(&model.catalogue.derivatives));
        Ok(Self { instance, states, derivatives, step, steps })
    }

    /// Makes a communication step; false where the model ends the simulation.
    fn go_on(&mut self) -> Result<bool, InstanceError> {
        match self.instance.do_step(self.instance.time(), self.step) {
            Ok(_) => Ok(true),
            Err(InstanceError::Terminated { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn state(&mut self) -> Result<Vec<f64>, InstanceError> {
        let mut state = vec![0.0; self.states.len()];
        self.instance.get(&self.states, &mut state)?;
        Ok(state)
    }

    /// The magnitude of the largest eigenvalue of the derivatives of the states by the states, 1/s, if it can be found.
    fn largest_eigenvalue(&mut self) -> Result<Option<f64>, InstanceError> {
        let n = self.states.len();
        let mut matrix = DMatrix::zeros(n, n);
        for (mut column, state) in matrix.column_iter_mut().zip(&self.states) {
            self.instance.directional_derivatives(&self.derivatives, &[*state], &[1.0], column.as_mut_slice())?;
        }
        if !matrix.iter().all(|element| element.is_finite()) {
            return Ok(None);
        }
        Ok(matrices::largest_eigenvalue(matrix))
    }
}

/// The largest eigenvalue in a run with error control.
fn fastest(model: &Arc<Model>) -> Result<Option<Fastest>, InstanceError> {
    let mut run = Run::new(model, Method::Automatic, None)?;
    if run.states.is_empty() || run.states.len() > MOST_STATES {
        return Ok(None);
    }
    let between = run.steps.div_ceil(LOOKS);
    let mut fastest: Option<Fastest> = None;
    for step in 0..=run.steps {
        if step % between == 0
            && let Some(magnitude) = run.largest_eigenvalue()?
            && fastest.is_none_or(|fastest| magnitude > fastest.magnitude)
        {
            fastest = Some(Fastest { magnitude, time: run.instance.time() });
        }
        if !run.go_on()? {
            break;
        }
    }
    Ok(fastest)
}

/// Compares runs with steps of `length`, s, and of half that length.
fn change(model: &Arc<Model>, length: f64) -> Result<Option<Change>, InstanceError> {
    let mut coarse = Run::new(model, Method::Fixed, Some(length))?;
    let mut fine = Run::new(model, Method::Fixed, Some(0.5 * length))?;
    let mut change: Option<Change> = None;
    for _ in 0..coarse.steps {
        if !(coarse.go_on()? && fine.go_on()?) {
            break;
        }
        for (index, (a, b)) in coarse.state()?.into_iter().zip(fine.state()?).enumerate() {
            let size = (a - b).abs() / b.abs().max(1.0);
            if change.as_ref().is_none_or(|change| size > change.size) {
                let state = name(model, index).unwrap_or_default().to_owned();
                change = Some(Change { size, state, time: fine.instance.time() });
            }
        }
    }
    Ok(change)
}
