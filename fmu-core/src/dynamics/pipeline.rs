//! One evaluation with the time derivatives that it needs of signals: every instance of the stages is one of these.
//!
//! Time derivatives come from a second evaluation over Taylor numbers, the expansion, which is made when something asks for it. Signals
//! that joints follow exactly, and derivatives of signals that drive the mechanism, come from it before the stage that needs them.

use super::{Evaluation, EvaluationError};
use crate::assembly::Model;
use crate::mechanism::{Source, Stage};
use crate::scalar::{RankLimit, Scalar, Taylor};

/// The stages over one kind of number, for the arguments that were set last. What depends on an argument is forgotten when it is set.
#[derive(Clone, Debug)]
pub(super) struct Pipeline<T: Scalar> {
    base: Evaluation<T>,
    expansion: Option<Box<Evaluation<Taylor<T>>>>,
    /// The expansion holds along the motion; otherwise up to what the base needed of it.
    is_expanded: bool,
    /// First two time derivatives of the inputs.
    input_rates: Vec<[T; 2]>,
    /// State array.
    state: Vec<T>,
    /// The coordinates are those of the state array.
    is_at_state: bool,
}

impl<T: Scalar> Pipeline<T> {
    /// For `model` with the given parameter array.
    ///
    /// # Errors
    /// As [`Evaluation::new`].
    pub fn new(model: &Model, parameters: Vec<T>) -> Result<Self, EvaluationError> {
        Ok(Self {
            base: Evaluation::new(model, parameters)?,
            expansion: None,
            is_expanded: false,
            input_rates: vec![[T::zero(); 2]; model.catalogue.inputs.len()],
            state: vec![T::zero(); model.states.dimension()],
            is_at_state: false,
        })
    }

    /// The data of the stages that were reached.
    pub fn evaluation(&self) -> &Evaluation<T> {
        &self.base
    }

    /// The same, for views of laws.
    pub fn evaluation_mut(&mut self) -> &mut Evaluation<T> {
        &mut self.base
    }

    /// The state array that was set last, if the coordinates are still those.
    pub fn state(&self) -> Option<&[T]> {
        self.is_at_state.then_some(&self.state)
    }

    /// Sets parameters, independent ones, by `change`; what they decide once is evaluated again.
    ///
    /// # Errors
    /// As [`Evaluation::new`].
    pub fn set_parameters(&mut self, model: &Model, change: impl FnOnce(&mut [T])) -> Result<(), EvaluationError> {
        change(&mut self.base.parameters);
        self.expansion = None;
        self.back_to(Stage::Parameters);
        self.base.prepare(model)
    }

    /// Sets the discrete state of each law.
    pub fn set_modes(&mut self, modes: &[i32]) {
        if self.base.modes != modes {
            self.base.modes.copy_from_slice(modes);
            self.back_to(Stage::Parameters);
        }
    }

    /// Sets how many rows of each cluster of constraints count; where nothing is given for a cluster, it stays as it is.
    pub fn set_limits(&mut self, limits: &[RankLimit]) {
        self.base.set_limits(limits);
        self.back_to(Stage::Parameters);
    }

    /// Sets the rate, 1/s, at which residuals of constraints die away.
    pub fn set_stabilization(&mut self, rate: f64) {
        self.base.set_stabilization(rate);
        self.back_to(Stage::Parameters);
    }

    /// Sets the time, s, and the inputs at that time with their first two time derivatives.
    pub fn set_time(&mut self, model: &Model, time: T, inputs: impl Iterator<Item = (T, [T; 2])>) {
        self.base.time = time;
        let signals = &mut self.base.signals[model.first_input_signal..];
        for ((signal, rates), (value, given)) in signals.iter_mut().zip(&mut self.input_rates).zip(inputs) {
            (*signal, *rates) = (value, given);
        }
        self.back_to(Stage::Parameters);
    }

    /// Sets the state array.
    pub fn set_state(&mut self, model: &Model, values: impl Iterator<Item = T>) {
        self.state.iter_mut().zip(values).for_each(|(x, value)| *x = value);
        self.base.take_state(model, &self.state);
        self.is_at_state = true;
        self.back_to(Stage::Time);
    }

    /// Sets coordinates, speeds and states of laws to the start values, then as `place` does, then to the positions that signals decide.
    ///
    /// # Errors
    /// [`EvaluationError::InitialPosition`], [`EvaluationError::Unbalanced`].
    pub fn start(&mut self, model: &Model, place: impl FnOnce(&mut Evaluation<T>)) -> Result<(), EvaluationError> {
        self.is_at_state = false;
        self.expand_time(model)?;
        self.base.start_values(model);
        place(&mut self.base);
        // Sensors may look at points without mass, which look at where the references lead.
        let mut result = if model.motions.references.is_empty() { Ok(()) } else { self.base.start_massless(model) };
        result = result.and_then(|()| self.base.start_at_references(model));
        result = result.and_then(|()| self.base.start_massless(model));
        self.back_to(Stage::Parameters);
        result
    }

    /// Finds the angles that are states from the coordinates and speeds.
    ///
    /// # Errors
    /// [`EvaluationError::SingularAngles`].
    pub fn find_angles(&mut self, model: &Model) -> Result<(), EvaluationError> {
        self.base.find_angles(model)
    }

    /// Writes the state array for the present coordinates, speeds and states of laws.
    ///
    /// # Errors
    /// As [`Self::find_angles`].
    pub fn pack_state(&mut self, model: &Model, x: &mut [T]) -> Result<(), EvaluationError> {
        self.find_angles(model)?;
        let Evaluation { q, v, angles, states, .. } = &self.base;
        model.states.pack(q, v, angles, states, x);
        Ok(())
    }

    fn back_to(&mut self, stage: Stage) {
        self.is_expanded = false;
        self.base.back_to(stage);
        if let Some(expansion) = &mut self.expansion {
            expansion.back_to(stage);
        }
    }

    /// Goes on to `stage`; see [`Evaluation::reach`].
    ///
    /// # Errors
    /// As [`Evaluation::reach`].
    pub fn reach(&mut self, model: &Model, stage: Stage) -> Result<(), EvaluationError> {
        self.expand_before(model, stage)?;
        self.base.reach(model, stage)
    }

    /// State derivatives, in the order of the state array.
    ///
    /// # Errors
    /// As [`Evaluation::reach`]; [`EvaluationError::SingularAngles`].
    pub fn state_derivatives(&mut self, model: &Model, derivatives: &mut [T]) -> Result<(), EvaluationError> {
        self.reach(model, Stage::Acceleration)?;
        self.base.find_angle_derivatives(model)?;
        let Evaluation { qdot, vdot, angle_derivatives, state_derivatives, .. } = &self.base;
        model.states.pack(qdot, vdot, angle_derivatives, state_derivatives, derivatives);
        Ok(())
    }

    /// Value of a variable.
    ///
    /// # Errors
    /// As [`Evaluation::reach`]; [`EvaluationError::SingularAngles`].
    pub fn value(&mut self, model: &Model, source: &Source) -> Result<T, EvaluationError> {
        if model.schedule.derivatives_before(source) > 0 {
            return Ok(self.along_motion(model)?.value(model, source).value);
        }
        // A signal may be known one stage after the one that its law needs.
        let is_signal = |source: &Source| matches!(source, Source::Signal(..));
        let has_signal = match source {
            Source::Derived(derived) => derived.sources.iter().any(is_signal),
            source => is_signal(source),
        };
        let needed = if has_signal { Stage::Signals } else { source.stage() };
        self.expand_before(model, needed.max(source.stage()))?;
        self.base.reach_source(model, source)?;
        Ok(self.base.value(model, source))
    }

    /// A variable with its first two time derivatives along the motion, exact to rounding.
    ///
    /// # Errors
    /// As [`Self::state_derivatives`].
    pub fn expansion(&mut self, model: &Model, source: &Source) -> Result<Taylor<T>, EvaluationError> {
        Ok(self.along_motion(model)?.value(model, source))
    }

    /// Gives the base what it needs from the expansion to go on to `stage`.
    fn expand_before(&mut self, model: &Model, stage: Stage) -> Result<(), EvaluationError> {
        if self.base.reached < Stage::Time && stage >= Stage::Time {
            self.expand_time(model)?;
            self.base.reach(model, Stage::Time)?;
        }
        let [_, given] = &model.schedule.given_derivatives;
        if self.base.reached < Stage::Signals && stage >= Stage::Signals && !given.is_empty() {
            self.base.reach(model, Stage::Motion)?;
            self.expand_positions(model)?;
        }
        Ok(())
    }

    /// Position, speed and acceleration of joints that follow a signal, and derivatives of signals that depend on time and inputs only.
    /// Third and higher derivatives of a signal count as zero.
    fn expand_time(&mut self, model: &Model) -> Result<(), EvaluationError> {
        if !model.needs_rates_before_motion() {
            return Ok(());
        }
        let (base, expansion) = self.both(model)?;
        let zero = T::zero();
        expansion.laws(model, &model.schedule.time);
        for (i, follower) in model.motions.followers.iter().enumerate() {
            let signal = expansion.signals[follower.signal];
            base.followed[i] = [signal.value, signal.first, signal.second];
            let speed = Taylor::new(signal.first, signal.second, zero);
            expansion.followed[i] = [signal, speed, Taylor::new(signal.second, zero, zero)];
        }
        give(model, expansion, base, &model.schedule.given_derivatives[0]);
        Ok(())
    }

    /// Derivatives of signals that depend on positions, before there are accelerations: positions change with the speeds, and what speeds
    /// do to these signals is nothing.
    fn expand_positions(&mut self, model: &Model) -> Result<(), EvaluationError> {
        let (base, expansion) = self.both(model)?;
        let zero = T::zero();
        let seed = |to: &mut [Taylor<T>], value: &[T], first: Option<&[T]>| {
            for (i, (to, value)) in to.iter_mut().zip(value).enumerate() {
                *to = Taylor::new(*value, first.map_or(zero, |first| first[i]), zero);
            }
        };
        seed(&mut expansion.q, &base.q, Some(&base.qdot));
        seed(&mut expansion.v, &base.v, None);
        seed(&mut expansion.states, &base.states, None);
        expansion.back_to(Stage::Time);
        expansion.reach(model, Stage::Signals)?;
        give(model, expansion, base, &model.schedule.given_derivatives[1]);
        Ok(())
    }

    /// All stages with time derivatives. A first pass with the first derivatives of the state gives the second ones, a second pass with
    /// both gives two derivatives of every signal.
    fn along_motion(&mut self, model: &Model) -> Result<&mut Evaluation<Taylor<T>>, EvaluationError> {
        if !self.is_expanded {
            self.expand_motion(model)?;
            self.is_expanded = true;
        }
        Ok(self.both(model)?.1)
    }

    fn expand_motion(&mut self, model: &Model) -> Result<(), EvaluationError> {
        self.reach(model, Stage::Acceleration)?;
        self.base.find_angle_derivatives(model)?;
        let (base, expansion) = self.both(model)?;
        // Forces that follow from derivatives of positions see the second ones a pass later.
        let passes = if model.schedule.given_derivatives[1].is_empty() { 2 } else { 3 };
        for pass in 1..=passes {
            expansion.take_motion(base);
            expansion.reach(model, Stage::Acceleration)?;
            expansion.find_angle_derivatives(model)?;
            if pass < passes {
                expansion.take_second_derivatives();
            }
        }
        expansion.reach_outputs(model, Stage::Reaction)
    }

    /// The base, and the expansion at the same parameters, modes, time and inputs. Parameters do not change in time.
    fn both(&mut self, model: &Model) -> Result<(&mut Evaluation<T>, &mut Evaluation<Taylor<T>>), EvaluationError> {
        let (base, zero) = (&mut self.base, T::zero());
        let expansion = match self.expansion.take() {
            Some(expansion) => expansion,
            None => {
                let parameters = base.parameters.iter().map(|p| Taylor::new(*p, zero, zero)).collect();
                Box::new(Evaluation::new(model, parameters)?)
            }
        };
        let expansion = self.expansion.insert(expansion);
        if expansion.reached < Stage::Time {
            expansion.modes.copy_from_slice(&base.modes);
            expansion.treat_rows_as(base);
            expansion.time = Taylor::new(base.time, T::one(), zero);
            let inputs = base.signals[model.first_input_signal..].iter().zip(&self.input_rates);
            let signals = &mut expansion.signals[model.first_input_signal..];
            for (signal, (input, [once, twice])) in signals.iter_mut().zip(inputs) {
                *signal = Taylor::new(*input, *once, *twice);
            }
            expansion.reach(model, Stage::Time)?;
        }
        Ok((base, expansion))
    }
}

impl Pipeline<f64> {
    /// Finds how many rows of each cluster of constraints count, at the present coordinates, and takes that over.
    pub fn find_ranks(&mut self, model: &Model) -> Vec<RankLimit> {
        if !model.mechanism.tree.clusters.is_empty() {
            self.base.find_ranks(model);
            self.back_to(Stage::Parameters);
        }
        self.base.limits()
    }

    /// Moves the state array that was set last, which is `x`, onto the constraints; false when nothing moved. Its orientations are unit
    /// quaternions.
    pub fn project(&mut self, model: &Model, x: &mut [f64]) -> bool {
        // Joints that follow a signal are where it says.
        if self.reach(model, Stage::Motion).is_err() {
            return false;
        }
        let settled = self.base.project_massless(model);
        let moved = !self.base.work.clusters.is_empty() && self.project_constraints(model);
        if settled || moved {
            let Evaluation { q, v, angles, states, .. } = &self.base;
            model.states.pack(q, v, angles, states, x);
            self.is_at_state = false;
            self.back_to(Stage::Time);
        }
        settled || moved
    }

    /// Moves the coordinates onto the constraints; false when nothing moved.
    fn project_constraints(&mut self, model: &Model) -> bool {
        // At the end of a step accelerations have been found, and with them the inertia of the clusters and the factors of the rows.
        let by_impulses = self.reach(model, Stage::Acceleration).is_ok();
        if !by_impulses {
            self.base.factor_rows(model);
        }
        let moved = self.base.project_constraints(model, by_impulses);
        if moved {
            self.base.follow_angles(model);
        }
        self.is_at_state = false;
        self.back_to(Stage::Time);
        moved
    }

    /// The larger of [`Evaluation::largest_residual`] and [`Evaluation::massless_drift`].
    ///
    /// # Errors
    /// As [`Self::reach`].
    pub fn residual(&mut self, model: &Model) -> Result<f64, EvaluationError> {
        self.reach(model, Stage::Motion)?;
        Ok(self.base.largest_residual().max(self.base.massless_drift(model)))
    }

    /// A pipeline over other numbers with the same parameters, modes, time and inputs, all of them constants.
    ///
    /// # Errors
    /// As [`Evaluation::new`].
    pub fn with_constants<T: Scalar>(&self, model: &Model) -> Result<Pipeline<T>, EvaluationError> {
        let base = &self.base;
        let mut constants = Pipeline::new(model, base.parameters.iter().map(|x| T::constant(*x)).collect())?;
        constants.set_modes(&base.modes);
        constants.base.treat_rows_as(base);
        let inputs = base.signals[model.first_input_signal..].iter().zip(&self.input_rates);
        let inputs = inputs.map(|(value, rates)| (T::constant(*value), rates.map(T::constant)));
        constants.set_time(model, T::constant(base.time), inputs);
        Ok(constants)
    }
}

/// Gives `base` the signals of laws that it cannot evaluate itself.
fn give<T: Scalar>(model: &Model, expansion: &Evaluation<Taylor<T>>, base: &mut Evaluation<T>, laws: &[usize]) {
    for output in laws.iter().filter_map(|law| model.laws[*law].output()) {
        for signal in output.first..output.first + output.size {
            base.signals[signal] = expansion.signals[signal].value;
        }
    }
}

impl<T: Scalar> Evaluation<Taylor<T>> {
    /// Takes the state of `base` and its derivatives; second derivatives stay.
    fn take_motion(&mut self, base: &Evaluation<T>) {
        let take = |to: &mut [Taylor<T>], value: &[T], first: &[T]| {
            to.iter_mut().zip(value.iter().zip(first)).for_each(|(t, (x, dx))| *t = Taylor::new(*x, *dx, t.second));
        };
        take(&mut self.q, &base.q, &base.qdot);
        take(&mut self.v, &base.v, &base.vdot);
        take(&mut self.angles, &base.angles, &base.angle_derivatives);
        take(&mut self.states, &base.states, &base.state_derivatives);
        self.back_to(Stage::Time);
    }

    /// Takes the derivatives of the state derivatives as second derivatives of the state.
    fn take_second_derivatives(&mut self) {
        let take = |state: &mut [Taylor<T>], derivative: &[Taylor<T>]| {
            state.iter_mut().zip(derivative).for_each(|(x, dx)| x.second = dx.first);
        };
        take(&mut self.q, &self.qdot);
        take(&mut self.v, &self.vdot);
        take(&mut self.angles, &self.angle_derivatives);
        take(&mut self.states, &self.state_derivatives);
    }
}
