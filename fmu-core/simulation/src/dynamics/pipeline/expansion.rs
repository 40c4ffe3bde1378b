//! The evaluation over jets, and the data that the base takes from it.

use super::{Evaluation, Pipeline, Result};
use crate::model::Model;
use mechanism::scalar::{Jet, Scalar};
use mechanism::{SignalOut, Source, Stage};

impl<T: Scalar> Pipeline<T> {
    /// A variable with its first two time derivatives along the motion, exact to rounding.
    pub fn expansion(&mut self, model: &Model, source: &Source) -> Result<Jet> {
        if !self.is_expanded {
            self.expand_motion(model)?;
            self.is_expanded = true;
        }
        let value = self.jets.value;
        Ok(value(self.both(model)?.1, model, source))
    }

    /// Provides the results of the expansion that the base needs for `stage`.
    pub(super) fn expand_before(&mut self, model: &Model, stage: Stage) -> Result<()> {
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

    /// Signals that joints follow, with their derivatives, and derivatives of signals that depend on time and inputs
    /// only. Third and higher derivatives of a signal are taken as zero.
    pub(super) fn expand_time(&mut self, model: &Model) -> Result<()> {
        if !model.needs_rates_before_motion() {
            return Ok(());
        }
        let laws = self.jets.laws;
        let (base, expansion) = self.both(model)?;
        laws(expansion, model, &model.schedule.time);
        for (i, follower) in model.motions.followers.iter().enumerate() {
            let signal = expansion.signals[follower.signal];
            base.followed[i] = T::rates(signal);
            let speed = signal.time_derivative();
            expansion.followed[i] = [signal, speed, speed.time_derivative()];
        }
        give(expansion, base, &model.schedule.given_derivatives[0]);
        Ok(())
    }

    /// Derivatives of signals that depend on positions, before accelerations are known: these signals do not depend on
    /// speeds.
    fn expand_positions(&mut self, model: &Model) -> Result<()> {
        let reach = self.jets.reach;
        let (base, expansion) = self.both(model)?;
        let zero = T::zero();
        let seed = |to: &mut [Jet], value: &[T], first: Option<&[T]>| {
            for (i, (to, value)) in to.iter_mut().zip(value).enumerate() {
                *to = value.with_rates(first.map_or(zero, |first| first[i]), zero);
            }
        };
        seed(&mut expansion.q, &base.q, Some(&base.qdot));
        seed(&mut expansion.v, &base.v, None);
        seed(&mut expansion.states, &base.states, None);
        expansion.back_to(Stage::Time);
        reach(expansion, model, Stage::Signals)?;
        give(expansion, base, &model.schedule.given_derivatives[1]);
        Ok(())
    }

    /// All stages with time derivatives. A first pass with the first derivatives of the state computes the second ones,
    /// a second pass with both computes two derivatives of every signal.
    fn expand_motion(&mut self, model: &Model) -> Result<()> {
        self.reach(model, Stage::Acceleration)?;
        self.base.find_angle_derivatives(model)?;
        let jets = self.jets;
        let (base, expansion) = self.both(model)?;
        // Forces that depend on derivatives of positions get the second ones one pass later.
        let passes = if model.schedule.given_derivatives[1].is_empty() { 2 } else { 3 };
        for pass in 1..=passes {
            expansion.take_motion(base);
            (jets.reach)(expansion, model, Stage::Acceleration)?;
            (jets.find_angle_derivatives)(expansion, model)?;
            if pass < passes {
                expansion.take_second_derivatives();
            }
        }
        (jets.reach_outputs)(expansion, model, Stage::Reaction)
    }

    /// The base, and the expansion at the same parameters, modes, time and inputs. Parameters are constant in time.
    fn both(&mut self, model: &Model) -> Result<(&mut Evaluation<T>, &mut Evaluation<Jet>)> {
        let (base, jets, zero) = (&mut self.base, self.jets, T::zero());
        let expansion = match self.expansion.take() {
            Some(expansion) => expansion,
            None => {
                let parameters = base.parameters.iter().map(|p| p.with_rates(zero, zero)).collect();
                let mut expansion = Box::new((jets.new)(model, parameters)?);
                expansion.knows_rates = true;
                expansion
            }
        };
        let expansion = self.expansion.insert(expansion);
        if expansion.reached < Stage::Time {
            expansion.take_discrete(base);
            expansion.treat_rows_as(base);
            expansion.elapsed = base.elapsed.with_rates(T::one(), zero);
            let inputs = base.signals[model.first_input_signal..].iter().zip(&self.input_rates);
            let signals = &mut expansion.signals[model.first_input_signal..];
            for (signal, (input, [once, twice])) in signals.iter_mut().zip(inputs) {
                *signal = input.with_rates(*once, *twice);
            }
            (jets.reach)(expansion, model, Stage::Time)?;
        }
        Ok((base, expansion))
    }
}

/// Copies the signals of laws that `base` cannot evaluate itself.
fn give<T: Scalar>(expansion: &Evaluation<Jet>, base: &mut Evaluation<T>, given: &[(usize, SignalOut)]) {
    for (_, output) in given {
        for signal in output.first..output.first + output.size {
            base.signals[signal] = T::rates(expansion.signals[signal])[0];
        }
    }
}

impl Evaluation<Jet> {
    /// Copies the state of `base` and its derivatives; second derivatives are kept.
    fn take_motion<T: Scalar>(&mut self, base: &Evaluation<T>) {
        let take = |to: &mut [Jet], value: &[T], first: &[T]| {
            for (to, (x, dx)) in to.iter_mut().zip(value.iter().zip(first)) {
                let [_, _, second] = T::rates(*to);
                *to = x.with_rates(*dx, second);
            }
        };
        take(&mut self.q, &base.q, &base.qdot);
        take(&mut self.v, &base.v, &base.vdot);
        take(&mut self.angles, &base.angles, &base.angle_derivatives);
        take(&mut self.states, &base.states, &base.state_derivatives);
        self.back_to(Stage::Time);
    }

    /// Sets the second derivatives of the state to the derivatives of the state derivatives.
    fn take_second_derivatives(&mut self) {
        let take = |state: &mut [Jet], derivative: &[Jet]| {
            for (x, dx) in state.iter_mut().zip(derivative) {
                (x.second, x.along[2]) = (dx.first, dx.along[1]);
            }
        };
        take(&mut self.q, &self.qdot);
        take(&mut self.v, &self.vdot);
        take(&mut self.angles, &self.angle_derivatives);
        take(&mut self.states, &self.state_derivatives);
    }
}
