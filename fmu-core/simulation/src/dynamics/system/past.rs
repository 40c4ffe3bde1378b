//! The past of signals that laws read with a delay.

use super::System;
use crate::dynamics::{EvaluationFault, Result};
use crate::solver::{OrdinaryDifferentialEquations, Piece, Tolerance};
use mechanism::{History, ScalarIn, SignalIn, Source};
use std::sync::Arc;

/// Least and most entries for a step.
const ENTRIES: [usize; 2] = [4, 256];
/// First step after an event, relative to the longest delay, where a variable delay may be shorter than the step.
const FIRST: f64 = 1e-3;
/// Largest factor of the next ones.
const GROWTH: f64 = 2.0;
/// The error of a polynomial between the past and the end of a step grows with this power of the step.
const ORDER: f64 = 5.0;
const SAFETY: f64 = 0.5;
/// A step shorter than this, relative to the time if that is larger than 1, gets one entry, s.
const SHORT: f64 = 1e-12;

impl System {
    /// The past of each remembered signal.
    pub fn histories(&self) -> &[History] {
        &self.histories
    }

    /// Restores [`Self::histories`]; another number of them is ignored.
    pub fn set_histories(&mut self, histories: Vec<History>) {
        if histories.len() == self.histories.len() {
            self.change_past(|own| own.clone_from_slice(&histories));
        }
    }

    /// Lets the next step be no longer than the delays now, or than `precise` for each variable delay that is shorter.
    fn limit_step(&mut self, t: f64, x: &[f64], precise: &[f64]) -> Result<()> {
        let model = Arc::clone(&self.model);
        let mut steps = Vec::with_capacity(precise.len());
        for ((_, remembered), precise) in model.discrete.remembered.iter().zip(precise) {
            let longest = self.parameters[remembered.longest.address()];
            steps.push(match remembered.delay {
                None => longest,
                Some(delay) => precise.max(SAFETY * self.signal(t, x, delay)?),
            });
        }
        self.change_past(|all| all.iter_mut().zip(steps).for_each(|(history, step)| history.step = step));
        Ok(())
    }

    /// Precise steps after an event.
    fn first_steps(&self) -> Vec<f64> {
        let remembered = self.model.discrete.remembered.iter();
        remembered.map(|(_, remembered)| FIRST * self.parameters[remembered.longest.address()]).collect()
    }

    /// Evaluations share the histories: those that are current let go first, so that nothing is copied.
    pub(super) fn change_past(&mut self, change: impl FnOnce(&mut [History])) {
        if !self.remembers() {
            return;
        }
        if let Some(pipeline) = &mut self.pipeline {
            pipeline.set_histories(&Arc::default());
        }
        let histories: &mut Vec<History> = Arc::make_mut(&mut self.histories);
        change(histories);
        if let Some(pipeline) = &mut self.pipeline {
            pipeline.set_histories(&self.histories);
        }
    }

    /// The remembered signals at time `t` and state `x`.
    fn present(&mut self, t: f64, x: &[f64]) -> Result<Vec<f64>> {
        let model = Arc::clone(&self.model);
        model.discrete.remembered.iter().map(|(_, remembered)| self.signal(t, x, remembered.signal)).collect()
    }

    /// Value at an input of a law.
    fn signal(&mut self, t: f64, x: &[f64], input: ScalarIn) -> Result<f64> {
        let (signal, time) = (self.model.mechanism.drivers[SignalIn::from(input).first], self.start + t);
        let source = Source::Signal(signal, self.model.schedule.signal_stages[signal]);
        let value = self.value(t, x, &source)?;
        if value.is_finite() {
            return Ok(value);
        }
        let quantity = self.signal_name(signal).unwrap_or_else(|| "a delayed signal".to_owned());
        Err(EvaluationFault::NotFinite { quantity, time }.into())
    }

    /// Begins the past with the initial state.
    pub(super) fn begin_past(&mut self, t: f64, x: &[f64]) -> Result<()> {
        let values = self.present(t, x)?;
        self.change_past(|all| all.iter_mut().zip(values).for_each(|(history, value)| history.begin(t, value)));
        self.limit_step(t, x, &self.first_steps())
    }

    /// Adds the state at the end of a step of the host's integrator.
    pub fn remember_state(&mut self, t: f64, x: &[f64]) -> Result<()> {
        if self.histories.iter().any(|history| history.end().is_none_or(|end| end < t)) {
            let values = self.present(t, x)?;
            self.append(t, |history, k| history.push(t, values[k]));
        }
        Ok(())
    }

    /// Adds the right limits of an event that `bends` signals or makes them jump.
    pub fn remember_event(&mut self, t: f64, x: &[f64], bends: bool) -> Result<()> {
        if self.remembers() {
            let values = self.present(t, x)?;
            self.append(t, |history, k| {
                history.cut(t);
                history.pass_event(t, values[k], bends);
            });
            self.limit_step(t, x, &self.first_steps())?;
        }
        Ok(())
    }

    /// Adds what an accepted step has passed. Between entries a polynomial is as precise as the step.
    pub(super) fn remember_step(&mut self, past: &Piece<'_>, tolerance: &Tolerance) -> Result<()> {
        let [start, end] = past.interval;
        if !(self.remembers() && end > start) {
            return Ok(());
        }
        let [least, most] = ENTRIES;
        self.change_past(|all| all.iter_mut().for_each(|history| history.cut(start)));
        let mut state = past.end.to_vec();
        let mut count = if end - start > SHORT * end.abs().max(1.0) { least } else { 1 };
        loop {
            let time = |k: f64| start + (end - start) * (k / count as f64);
            let mut values = Vec::with_capacity(count);
            for k in 1..count {
                let t = time(k as f64);
                (past.interpolate)(t, &mut state);
                self.project(t, &mut state);
                values.push((t, self.present(t, &state)?));
            }
            values.push((end, self.present(end, past.end)?));
            let mut checks = Vec::new();
            if (least..most).contains(&count) {
                for k in [0, count / 2, count - 1] {
                    let t = time(k as f64 + 0.5);
                    (past.interpolate)(t, &mut state);
                    self.project(t, &mut state);
                    checks.push((t, self.present(t, &state)?));
                }
            }
            let bounds = bounds(&values, tolerance);
            let precise = self.precise_steps([start, end], &values, &bounds);
            // The next attempt reads the past at the start again.
            self.append(start, |history, k| {
                history.cut(start);
                history.split(start);
                values.iter().for_each(|(t, values)| history.push(*t, values[k]));
            });
            let is_near = |k: usize, history: &History| {
                checks.iter().all(|(t, values)| (history.at(*t, start, None) - values[k]).abs() <= bounds[k])
            };
            if self.histories.iter().enumerate().all(|(k, history)| is_near(k, history)) {
                return self.limit_step(end, past.end, &precise);
            }
            count *= 2;
        }
    }

    /// Next steps in which the polynomial from the past to the end is precise, judged by this one.
    fn precise_steps(&self, [start, end]: [f64; 2], values: &[(f64, Vec<f64>)], bounds: &[f64]) -> Vec<f64> {
        let precise = |(k, history): (usize, &History)| {
            let now = values.last().map(|(_, values)| (end, values[k]));
            let error = |(t, values): &(f64, Vec<f64>)| (history.at(*t, start, now) - values[k]).abs();
            let largest = values.iter().map(error).fold(0.0, f64::max);
            (end - start) * (SAFETY * bounds[k] / largest).powf(1.0 / ORDER).clamp(1.0 / GROWTH, GROWTH)
        };
        self.histories.iter().enumerate().map(precise).collect()
    }

    /// Appends to all histories at time `t`, and forgets what no delay reads any more.
    fn append(&mut self, t: f64, change: impl Fn(&mut History, usize)) {
        let longest = |k: usize| self.parameters[self.model.discrete.remembered[k].1.longest.address()];
        let longest: Vec<f64> = (0..self.histories.len()).map(longest).collect();
        self.change_past(|all| {
            for (k, history) in all.iter_mut().enumerate() {
                change(history, k);
                history.forget(t, longest[k]);
            }
        });
    }
}

/// Largest error of each signal in a step.
fn bounds(values: &[(f64, Vec<f64>)], tolerance: &Tolerance) -> Vec<f64> {
    let count = values.first().map_or(0, |(_, values)| values.len());
    let largest = |k: usize| values.iter().fold(0.0, |largest: f64, (_, values)| largest.max(values[k].abs()));
    (0..count).map(|k| tolerance.relative * largest(k) + tolerance.absolute).collect()
}
