//! An evaluation together with the time derivatives of signals that it needs. The stages always run inside a pipeline.
//!
//! Time derivatives come from a second evaluation over jets, the expansion, which is created on demand. It provides the
//! signals that joints follow exactly, and derivatives of signals that drive the mechanism, before the stage that needs
//! them.

mod expansion;

use super::jets::JetEvaluations;
use super::massless::SAME;
use super::{Chart, Evaluation, Result};
use crate::model::{Model, Need};
use mechanism::scalar::{Jet, RankLimit, Scalar};
use mechanism::{FrictionElement, History, STUCK, Source, Stage};
use std::sync::Arc;

/// [`Pipeline::new`].
pub(super) type New<T> = fn(&Model, Vec<T>, &'static JetEvaluations) -> Result<Pipeline<T>>;

/// The stages over one scalar, for the arguments that were set last. Setting an argument invalidates the results that
/// depend on it.
#[derive(Clone, Debug)]
pub(super) struct Pipeline<T: Scalar> {
    /// The data of the stages that were reached.
    pub base: Evaluation<T>,
    expansion: Option<Box<Evaluation<Jet>>>,
    jets: &'static JetEvaluations,
    /// The expansion is valid along the motion; otherwise as far as the base needed it.
    is_expanded: bool,
    /// First two time derivatives of the inputs.
    input_rates: Vec<[T; 2]>,
    /// State array.
    state: Vec<T>,
    /// The coordinates are those of the state array.
    is_at_state: bool,
}

impl<T: Scalar> Pipeline<T> {
    /// See [`Evaluation::new`].
    pub fn new(model: &Model, parameters: Vec<T>, jets: &'static JetEvaluations) -> Result<Self> {
        Ok(Self {
            base: Evaluation::new(model, parameters)?,
            expansion: None,
            jets,
            is_expanded: false,
            input_rates: vec![[T::zero(); 2]; model.catalogue.inputs.len()],
            state: vec![T::zero(); model.states.dimension()],
            is_at_state: false,
        })
    }

    /// The state array that was set last, if the coordinates have not changed since.
    pub fn state(&self) -> Option<&[T]> {
        self.is_at_state.then_some(&self.state)
    }

    /// Sets independent parameters by `change`, then evaluates their dependents.
    pub fn set_parameters(&mut self, model: &Model, change: impl FnOnce(&mut [T])) -> Result<()> {
        change(&mut self.base.parameters);
        self.expansion = None;
        self.back_to(Stage::Parameters);
        self.base.prepare(model)
    }

    /// Sets the discrete state of each law, and the held values.
    pub fn set_discrete(&mut self, modes: &[i32], held: &[f64]) {
        if self.base.modes != modes || self.base.held != held {
            self.base.modes.copy_from_slice(modes);
            self.base.held.copy_from_slice(held);
            self.back_to(Stage::Parameters);
        }
    }

    /// Sets the past of signals.
    pub fn set_histories(&mut self, histories: &Arc<Vec<History>>) {
        if !Arc::ptr_eq(&self.base.histories, histories) {
            self.base.histories.clone_from(histories);
            if let Some(expansion) = &mut self.expansion {
                expansion.histories.clone_from(histories);
            }
            self.back_to(Stage::Parameters);
        }
    }

    /// Time since the start of the simulation, s, and the inputs with their first two time derivatives, as set last.
    pub fn time_and_inputs(&self, model: &Model) -> (&T, impl Iterator<Item = (&T, &[T; 2])>) {
        (&self.base.elapsed, self.base.signals[model.first_input_signal..].iter().zip(&self.input_rates))
    }

    /// Sets the rank of each cluster of constraints, and the rate, 1/s, at which residuals of constraints decay.
    pub fn treat_rows(&mut self, limits: &[RankLimit], rate: f64) {
        self.base.treat_rows(limits, rate);
        self.back_to(Stage::Parameters);
    }

    /// Sets or takes away the spring that drags a link.
    #[cfg(feature = "live")]
    pub fn set_pull(&mut self, pull: Option<super::pull::Pull>) {
        self.base.pull = pull;
        self.expansion = None;
        self.back_to(Stage::Parameters);
    }

    /// Sets the start time and the time since the start, s, and the inputs with their first two time derivatives.
    pub fn set_time(&mut self, model: &Model, (start, elapsed): (f64, T), inputs: impl Iterator<Item = (T, [T; 2])>) {
        (self.base.start, self.base.elapsed) = (start, elapsed);
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

    /// Sets coordinates, speeds and states of laws to the start values, then applies `place`, then sets the positions
    /// given by signals.
    ///
    /// # Errors
    /// [`super::EvaluationFault::InitialPosition`], [`super::EvaluationFault::Unbalanced`].
    pub fn start(&mut self, model: &Model, place: impl FnOnce(&mut Evaluation<T>)) -> Result<()> {
        self.is_at_state = false;
        self.expand_time(model)?;
        self.base.start_values(model);
        place(&mut self.base);
        // Sensors may depend on massless points, and these on the positions of joints that follow signals.
        let mut result = if model.motions.references.is_empty() { Ok(()) } else { self.base.start_massless(model) };
        result = result.and_then(|()| self.base.start_at_references(model));
        result = result.and_then(|()| self.base.start_massless(model));
        self.back_to(Stage::Parameters);
        result
    }

    fn back_to(&mut self, stage: Stage) {
        self.is_expanded = false;
        self.base.back_to(stage);
        if let Some(expansion) = &mut self.expansion {
            expansion.back_to(stage);
        }
    }

    /// Evaluates up to `stage`; see [`Evaluation::reach`].
    pub fn reach(&mut self, model: &Model, stage: Stage) -> Result<()> {
        self.expand_before(model, stage)?;
        self.base.reach(model, stage)
    }

    /// Evaluates until the relations of all laws are known in their present modes.
    pub fn reach_relations(&mut self, model: &Model) -> Result<()> {
        let layout = &model.discrete;
        let needs_torques = |e: &FrictionElement| self.base.modes[e.law] == STUCK || e.mesh.is_some();
        let sticks = layout.frictions.iter().any(needs_torques);
        let stage = layout.stage.max(if sticks { Stage::Acceleration } else { Stage::Signals });
        self.expand_before(model, stage)?;
        if layout.relational.is_empty() { self.base.reach(model, stage) } else { self.base.reach_outputs(model, stage) }
    }

    /// State derivatives, in the order of the state array.
    pub fn state_derivatives(&mut self, model: &Model, derivatives: &mut [T]) -> Result<()> {
        self.reach(model, Stage::Acceleration)?;
        self.base.find_angle_derivatives(model)?;
        let Evaluation { qdot, vdot, angle_derivatives, state_derivatives, .. } = &self.base;
        model.states.pack(qdot, vdot, angle_derivatives, state_derivatives, derivatives);
        Ok(())
    }

    /// Value of a variable.
    pub fn value(&mut self, model: &Model, source: &Source) -> Result<T> {
        // Most outputs are signals.
        if let Source::Signal(signal, _) = *source
            && model.schedule.signal_needs[signal].is_some_and(|need| self.base.knows(need))
        {
            return Ok(self.base.signals[signal]);
        }
        let Some(need) = model.schedule.need(source) else {
            return Ok(T::rates(self.expansion(model, source)?)[0]);
        };
        if !self.base.knows(need) {
            self.reach_need(model, need)?;
        }
        Ok(self.base.value(model, source))
    }

    #[inline(never)]
    fn reach_need(&mut self, model: &Model, need: Need) -> Result<()> {
        self.expand_before(model, need.stage)?;
        self.base.reach_need(model, need)
    }
}

impl Pipeline<Jet> {
    /// Number of directions that one evaluation of the state derivatives can carry: one if time derivatives are needed,
    /// as jets carry these in place of further directions.
    pub fn directions(&self, model: &Model) -> usize {
        if model.depends_on_input_rates() { 1 } else { Jet::DIRECTIONS }
    }
}

impl Pipeline<f64> {
    /// Determines the rank of each cluster of constraints at the present coordinates, and sets it.
    pub fn find_ranks(&mut self, model: &Model) -> Vec<RankLimit> {
        if !model.mechanism.tree.clusters.is_empty() {
            self.base.find_ranks(model);
            self.back_to(Stage::Parameters);
        }
        self.base.work.clusters.iter().map(|work| work.limit).collect()
    }

    /// Projects the state array that was set last, which is `x`, onto the constraints; returns false if nothing
    /// changed. Its orientations are unit quaternions.
    pub fn project(&mut self, model: &Model, x: &mut [f64]) -> bool {
        // Joints that follow a signal must be at its position.
        if self.reach(model, Stage::Motion).is_err() {
            return false;
        }
        let settled = self.base.take_balance(model, SAME);
        let moved = !self.base.work.clusters.is_empty() && self.project_constraints(model);
        if settled || moved {
            self.move_state(model, x);
        }
        settled || moved
    }

    /// Writes the state array for coordinates that have changed.
    fn move_state(&mut self, model: &Model, x: &mut [f64]) {
        self.base.write_state(model, x);
        self.is_at_state = false;
        self.back_to(Stage::Time);
    }

    /// Removes the residual speeds of sticking contacts from the state array that was set last, which is `x`; returns
    /// false if there were none.
    pub fn stop_slipping(&mut self, model: &Model, x: &mut [f64]) -> Result<bool> {
        self.reach(model, Stage::Acceleration)?;
        let slipped = self.base.stop_slipping(model)?;
        if slipped {
            self.base.follow_angles(model);
            self.move_state(model, x);
        }
        Ok(slipped)
    }

    /// Projects the coordinates onto the constraints; returns false if nothing changed.
    fn project_constraints(&mut self, model: &Model) -> bool {
        if self.base.is_on_constraints(model) {
            return false;
        }
        // At the end of a step accelerations are known, and with them the inertia of the clusters and the factors of
        // the rows.
        let by_impulses = self.reach(model, Stage::Acceleration).is_ok();
        if by_impulses {
            self.base.know_clusters(model);
        } else {
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

    /// Makes the state array that was set last, which is `x` and on the constraints, the one with the independent coordinates `y`; the
    /// cluster that cannot follow is the inner error.
    pub fn follow_chart(
        &mut self,
        model: &Model,
        chart: &mut Chart,
        y: &[f64],
        x: &mut [f64],
    ) -> Result<Result<(), usize>> {
        self.reach(model, Stage::Motion)?;
        let reached = self.base.follow_chart(model, chart, y);
        self.move_state(model, x);
        Ok(reached)
    }

    /// The larger of [`Evaluation::largest_residual`] and [`Evaluation::massless_drift`].
    pub fn residual(&mut self, model: &Model) -> Result<f64> {
        self.reach(model, Stage::Motion)?;
        self.base.know_residuals(model);
        Ok(self.base.largest_residual().max(self.base.massless_drift(model)))
    }

    /// A pipeline over jets with the same parameters, modes, time and inputs, all of them constants.
    pub fn over_jets(&self, model: &Model, new: New<Jet>) -> Result<Pipeline<Jet>> {
        let base = &self.base;
        let mut constants = new(model, base.parameters.iter().map(|x| Jet::constant(*x)).collect(), self.jets)?;
        constants.set_discrete(&base.modes, &base.held);
        constants.set_histories(&base.histories);
        constants.base.treat_rows_as(base);
        let inputs = base.signals[model.first_input_signal..].iter().zip(&self.input_rates);
        let inputs = inputs.map(|(value, rates)| (Jet::constant(*value), rates.map(Jet::constant)));
        constants.set_time(model, (base.start, Jet::constant(base.elapsed)), inputs);
        Ok(constants)
    }
}
