//! Directional derivatives, exact to rounding: one evaluation over dual numbers (Griewank and Walther, Evaluating Derivatives, 2008,
//! chapter 3) gives the derivative of every variable along one direction of knowns.

use super::rates::Rates;
use super::{Evaluation, EvaluationError, System};
use crate::assembly::Model;
use crate::mechanism::{Source, Stage};
use crate::scalar::{Dual, Scalar};
use std::sync::Arc;

/// A number along one direction.
type Number = Dual<1>;

/// What a derivative is taken with respect to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Independent element of the parameter array.
    Parameter(usize),
    /// Element of the input array.
    Input(usize),
    /// Element of the state array.
    State(usize),
}

/// Where derivatives are taken.
#[derive(Clone, Copy, Debug)]
pub enum Point<'a> {
    /// At this state; states are knowns.
    State(&'a [f64]),
    /// At the initial state, a function of the parameters, start values and inputs, which are the knowns.
    Initial,
}

/// The evaluation over dual numbers, kept from call to call.
#[derive(Clone, Debug)]
pub(super) struct Directional {
    base: Evaluation<Number>,
    rates: Option<Rates<Number>>,
    /// The parameters carry the direction of the last call.
    parameters_seeded: bool,
}

impl System {
    /// Derivatives of `unknowns` at time `t`, s, along the direction that has the given component for each known; those of one known
    /// add up, those of knowns that are not listed are zero. `derivatives` is as long as `unknowns`.
    ///
    /// # Errors
    /// As [`Self::prepare`] and [`Self::derivatives`].
    pub fn directional_derivatives(
        &mut self,
        t: f64,
        point: Point<'_>,
        direction: &[(Known, f64)],
        unknowns: &[&Source],
        derivatives: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.require_prepared()?;
        if matches!(point, Point::Initial) && self.model().initialization.has_equations() {
            return self.initial_differences(t, direction, unknowns, derivatives);
        }
        let model = Arc::clone(self.shared_model());
        let mut data = match self.directional.take() {
            Some(data) => data,
            None => Box::new(Directional::new(&model, self.all_parameters())?),
        };
        data.seed(&model, self, t, direction)?;
        data.place(&model, self, point, direction)?;
        data.evaluate(&model, self, unknowns)?;
        for (derivative, unknown) in derivatives.iter_mut().zip(unknowns) {
            *derivative = data.value(&model, unknown, self.reads_derivatives(unknown));
        }
        if unknowns.iter().any(|unknown| self.reads_derivatives(unknown)) {
            data.evaluate_rates(&model, self)?;
            for (derivative, unknown) in derivatives.iter_mut().zip(unknowns) {
                if self.reads_derivatives(unknown) {
                    *derivative = data.rate_value(&model, unknown);
                }
            }
        }
        self.directional = Some(data);
        Ok(())
    }
}

impl System {
    /// Exact derivatives of the state derivatives at `t`, s, and `x`: by the states into `by_state`, one column for each state, one after the
    /// other, and by time into `by_time`.
    ///
    /// # Errors
    /// As [`Self::derivatives`].
    pub fn jacobian(
        &mut self,
        t: f64,
        x: &[f64],
        by_state: &mut [f64],
        by_time: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.require_prepared()?;
        let model = Arc::clone(self.shared_model());
        let mut data = match self.directional.take() {
            Some(data) => data,
            None => Box::new(Directional::new(&model, self.all_parameters())?),
        };
        for (i, column) in by_state.chunks_exact_mut(x.len()).enumerate() {
            data.seed(&model, self, t, &[])?;
            data.place(&model, self, Point::State(x), &[(Known::State(i), 1.0)])?;
            data.evaluate(&model, self, &[])?;
            data.state_derivatives(&model, column);
        }
        data.seed(&model, self, t, &[])?;
        data.let_time_pass(&model, self);
        data.place(&model, self, Point::State(x), &[])?;
        data.evaluate(&model, self, &[])?;
        data.state_derivatives(&model, by_time);
        self.directional = Some(data);
        Ok(())
    }
}

/// Part of a known's size by which [`System::initial_differences`] moves it.
const STEP: f64 = 1e-4;
/// Where the knowns are moved to, in steps, and the weight of the values there: the central difference of order four.
const STENCIL: [(f64, f64); 4] = [(-2.0, 1.0 / 12.0), (-1.0, -8.0 / 12.0), (1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0)];

impl System {
    /// Derivatives at an initial state that has to be solved for. Where the conditions leave a choice, the solution nearest to the
    /// start values counts, which one linearisation does not give: the conditions are solved again at four points, and the
    /// derivatives are good to about nine digits.
    fn initial_differences(
        &self,
        t: f64,
        direction: &[(Known, f64)],
        unknowns: &[&Source],
        derivatives: &mut [f64],
    ) -> Result<(), EvaluationError> {
        derivatives.fill(0.0);
        let value = |known: &Known| match *known {
            Known::Parameter(i) => self.parameter(i),
            Known::Input(i) => self.input(i),
            // No known at the initial state.
            Known::State(_) => 0.0,
        };
        let relative = direction.iter().map(|(known, component)| component.abs() / value(known).abs().max(1.0));
        let largest = relative.fold(0.0, f64::max);
        if largest == 0.0 {
            return Ok(());
        }
        let step = STEP / largest;
        let mut x = vec![0.0; self.dimension()];
        for (steps, weight) in STENCIL {
            let mut moved = self.clone();
            for (known, component) in direction {
                let change = steps * step * component;
                match *known {
                    Known::Parameter(i) => moved.set_parameter(i, moved.parameter(i) + change),
                    Known::Input(i) => moved.set_input(i, moved.input(i) + change),
                    Known::State(_) => {}
                }
            }
            moved.prepare()?;
            moved.initialize(t, &mut x)?;
            for (derivative, unknown) in derivatives.iter_mut().zip(unknowns) {
                *derivative += weight / step * moved.value(t, &x, unknown)?;
            }
        }
        Ok(())
    }
}

impl Directional {
    fn new(model: &Model, parameters: &[f64]) -> Result<Self, EvaluationError> {
        let parameters = parameters.iter().map(|p| Number::constant(*p)).collect();
        Ok(Self { base: Evaluation::new(model, parameters)?, rates: None, parameters_seeded: false })
    }

    /// Time, discrete state, parameters and inputs with their components of the direction.
    fn seed(
        &mut self,
        model: &Model,
        system: &System,
        t: f64,
        direction: &[(Known, f64)],
    ) -> Result<(), EvaluationError> {
        let parameters_seeded = direction.iter().any(|(known, _)| matches!(known, Known::Parameter(_)));
        if parameters_seeded || self.parameters_seeded {
            let values = self.base.parameters.iter_mut().zip(system.all_parameters());
            values.for_each(|(parameter, value)| *parameter = Number::constant(*value));
            for (known, component) in direction {
                if let Known::Parameter(i) = known {
                    self.base.parameters[*i].eps[0] += component;
                }
            }
            self.base.prepare(model)?;
            self.rates = None;
            self.parameters_seeded = parameters_seeded;
        }
        self.base.modes.copy_from_slice(system.modes());
        self.base.time = Number::constant(t);
        let inputs = &mut self.base.signals[model.first_input_signal..];
        for (i, signal) in inputs.iter_mut().enumerate() {
            *signal = Number::constant(system.input_at(i, t));
        }
        for (known, component) in direction {
            if let Known::Input(i) = known {
                inputs[*i].eps[0] += component;
            }
        }
        Ok(())
    }

    /// The direction is time, with the inputs that follow it.
    fn let_time_pass(&mut self, model: &Model, system: &System) {
        let t = self.base.time.value();
        self.base.time.eps[0] = 1.0;
        let inputs = self.base.signals[model.first_input_signal..].iter_mut();
        inputs.zip(system.input_rates_at(t)).for_each(|(input, [rate, _])| input.eps[0] += rate);
    }

    /// Derivatives of the state derivatives, in the order of the state array.
    fn state_derivatives(&self, model: &Model, derivatives: &mut [f64]) {
        let Evaluation { qdot, vdot, angle_derivatives, state_derivatives, .. } = &self.base;
        let positions = model.states.positions.iter().map(|i| &qdot[*i]);
        let speeds = model.states.speeds.iter().map(|i| &vdot[*i]);
        let all = positions.chain(speeds).chain(angle_derivatives).chain(state_derivatives);
        derivatives.iter_mut().zip(all).for_each(|(derivative, number)| *derivative = number.eps[0]);
    }

    fn place(
        &mut self,
        model: &Model,
        system: &System,
        point: Point<'_>,
        direction: &[(Known, f64)],
    ) -> Result<(), EvaluationError> {
        if model.needs_rates_before_motion() {
            self.seed_rates(model, system)?;
            if let Some(rates) = &mut self.rates {
                rates.follow(model, &mut self.base);
            }
        }
        let Point::State(x) = point else {
            // Where a start is measured on another one, each pass carries the direction one further.
            let measured = model.motions.references.len();
            (0..=measured).try_for_each(|_| self.base.start(model))?;
            return self.base.find_angles(model);
        };
        let mut state: Vec<Number> = x.iter().map(|x| Number::constant(*x)).collect();
        for (known, component) in direction {
            if let Known::State(i) = known {
                state[*i].eps[0] += component;
            }
        }
        self.base.take_state(model, &state);
        Ok(())
    }

    /// The stages that the unknowns need.
    fn evaluate(&mut self, model: &Model, system: &System, unknowns: &[&Source]) -> Result<(), EvaluationError> {
        self.base.motion(model);
        if !model.schedule.given_derivatives[1].is_empty() {
            self.seed_rates(model, system)?;
            if let Some(rates) = &mut self.rates {
                rates.give_before_forces(model, &mut self.base);
            }
        }
        let base = &mut self.base;
        base.accelerate(model)?;
        base.position_derivatives(model);
        base.find_angle_derivatives(model)?;
        let reactions = unknowns.iter().any(|unknown| unknown.stage() == Stage::Reaction);
        if reactions {
            base.reactions(model);
        }
        if unknowns.iter().any(|unknown| matches!(unknown, Source::Signal(..) | Source::Law(..))) {
            base.output_laws(model, Stage::Motion);
            base.output_laws(model, Stage::Acceleration);
            if reactions {
                base.output_laws(model, Stage::Reaction);
            }
        }
        Ok(())
    }

    fn seed_rates(&mut self, model: &Model, system: &System) -> Result<(), EvaluationError> {
        let rates = match self.rates.take() {
            Some(rates) => rates,
            None => Rates::new(model, &self.base.parameters)?,
        };
        let rates = self.rates.insert(rates);
        let input_rates = system.input_rates_at(self.base.time.value());
        // Where the direction is time, the first derivatives change, too.
        let pace = self.base.time.eps[0];
        let rates_of_input =
            |[once, twice]: [f64; 2]| [Number { re: once, eps: [pace * twice] }, Number::constant(twice)];
        rates.seed_time(model, &self.base, input_rates.map(rates_of_input));
        Ok(())
    }

    fn evaluate_rates(&mut self, model: &Model, system: &System) -> Result<(), EvaluationError> {
        self.seed_rates(model, system)?;
        match &mut self.rates {
            Some(rates) => rates.reach(model, &mut self.base),
            None => Ok(()),
        }
    }

    /// Derivative of a variable. Those that read time derivatives have none here.
    fn value(&mut self, model: &Model, unknown: &Source, reads_derivatives: bool) -> f64 {
        match unknown {
            _ if reads_derivatives => f64::NAN,
            // Known already; the report would compute all of them again for each.
            Source::CoordinateDerivative(i) => self.base.qdot[*i].eps[0],
            Source::AngleDerivative(i) => self.base.angle_derivatives[*i].eps[0],
            source => self.base.value(model, source).eps[0],
        }
    }

    fn rate_value(&mut self, model: &Model, unknown: &Source) -> f64 {
        self.rates.as_mut().map_or(f64::NAN, |rates| rates.evaluation.value(model, unknown).value.eps[0])
    }
}
