//! Evaluation with time derivatives: every signal with its first two derivatives along the motion.

use super::{Evaluation, EvaluationError};
use crate::assembly::Model;
use crate::mechanism::{Law, Stage};
use crate::scalar::{Scalar, Taylor};

/// An evaluation over Taylor numbers that goes with a plain one, its base.
#[derive(Clone, Debug)]
pub(super) struct Rates<T: Scalar> {
    pub evaluation: Evaluation<Taylor<T>>,
}

impl<T: Scalar> Rates<T> {
    /// Data for `model` with the parameter array of the base; parameters do not change in time.
    ///
    /// # Errors
    /// As [`Evaluation::new`].
    pub fn new(model: &Model, parameters: &[T]) -> Result<Self, EvaluationError> {
        let parameters = parameters.iter().map(|p| Taylor::new(*p, T::zero(), T::zero())).collect();
        Ok(Self { evaluation: Evaluation::new(model, parameters)? })
    }

    /// Takes over time, discrete state and inputs of the base; `input_rates` are the first two time derivatives of the inputs.
    pub fn seed_time(&mut self, model: &Model, base: &Evaluation<T>, input_rates: impl Iterator<Item = [T; 2]>) {
        let rates = &mut self.evaluation;
        rates.modes.copy_from_slice(&base.modes);
        rates.set_limits(base);
        rates.time = Taylor::new(base.time, T::one(), T::zero());
        let first = model.first_input_signal;
        let inputs = base.signals[first..].iter().zip(input_rates);
        for (signal, (input, [once, twice])) in rates.signals[first..].iter_mut().zip(inputs) {
            *signal = Taylor::new(*input, once, twice);
        }
    }

    /// Position, speed and acceleration of joints that follow a signal, from its Taylor expansion. Higher derivatives of the signal
    /// count as zero.
    pub fn follow(&mut self, model: &Model, base: &mut Evaluation<T>) {
        let (rates, zero) = (&mut self.evaluation, T::zero());
        rates.laws(model, &model.schedule.time);
        for (i, follower) in model.motions.followers.iter().enumerate() {
            let signal = rates.signals[follower.signal];
            base.followed[i] = [signal.value, signal.first, signal.second];
            let speed = Taylor::new(signal.first, signal.second, zero);
            rates.followed[i] = [signal, speed, Taylor::new(signal.second, zero, zero)];
        }
        self.give(model, base, &model.schedule.given_derivatives[0]);
    }

    /// Gives the base the time derivatives of signals that depend on positions, before there are accelerations: positions change with the
    /// speeds, and what speeds do to these signals is nothing.
    pub fn give_before_forces(&mut self, model: &Model, base: &mut Evaluation<T>) {
        base.position_derivatives(model);
        let (rates, zero) = (&mut self.evaluation, T::zero());
        let seed = |to: &mut [Taylor<T>], value: &[T], first: Option<&[T]>| {
            for (i, (to, value)) in to.iter_mut().zip(value).enumerate() {
                *to = Taylor::new(*value, first.map_or(zero, |first| first[i]), zero);
            }
        };
        seed(&mut rates.q, &base.q, Some(&base.qdot));
        seed(&mut rates.v, &base.v, None);
        seed(&mut rates.states, &base.states, None);
        rates.motion(model);
        rates.laws(model, &model.schedule.motion);
        self.give(model, base, &model.schedule.given_derivatives[1]);
    }

    fn give(&self, model: &Model, base: &mut Evaluation<T>, laws: &[usize]) {
        for output in laws.iter().filter_map(|law| model.laws[*law].output()) {
            for signal in output.first..output.first + output.size {
                base.signals[signal] = self.evaluation.signals[signal].value;
            }
        }
    }

    /// Evaluates all stages with time derivatives; the base has been evaluated up to the accelerations. A first pass with the first
    /// derivatives of the state gives the second ones, a second pass with both gives two derivatives of every signal.
    ///
    /// # Errors
    /// As [`Evaluation::accelerate`].
    pub fn reach(&mut self, model: &Model, base: &mut Evaluation<T>) -> Result<(), EvaluationError> {
        let rates = &mut self.evaluation;
        base.position_derivatives(model);
        base.find_angle_derivatives(model)?;
        let seed = |to: &mut [Taylor<T>], value: &[T], first: &[T]| {
            to.iter_mut().zip(value.iter().zip(first)).for_each(|(t, (x, dx))| *t = Taylor::new(*x, *dx, t.second));
        };
        // Forces that follow from derivatives of positions see the second ones a pass later.
        let passes = if model.schedule.given_derivatives[1].is_empty() { 2 } else { 3 };
        for pass in 1..=passes {
            seed(&mut rates.q, &base.q, &base.qdot);
            seed(&mut rates.v, &base.v, &base.vdot);
            seed(&mut rates.angles, &base.angles, &base.angle_derivatives);
            seed(&mut rates.states, &base.states, &base.state_derivatives);
            rates.motion(model);
            rates.accelerate(model)?;
            if pass < passes {
                rates.position_derivatives(model);
                rates.find_angle_derivatives(model)?;
                rates.take_second_derivatives();
            }
        }
        rates.reactions(model);
        for stage in [Stage::Motion, Stage::Acceleration, Stage::Reaction] {
            rates.output_laws(model, stage);
        }
        Ok(())
    }
}
