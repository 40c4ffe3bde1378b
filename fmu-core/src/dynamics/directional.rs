//! Directional derivatives, exact to rounding: one evaluation over dual numbers (Griewank and Walther, Evaluating Derivatives, 2008,
//! chapter 3) gives the derivative of every variable along one direction of knowns.

use super::pipeline::Pipeline;
use super::{EvaluationError, System};
use crate::assembly::Model;
use crate::mechanism::Source;
use crate::scalar::{Dual, Scalar};

/// A number along one direction.
type Number = Dual;

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

/// The stages over dual numbers, kept from call to call.
#[derive(Clone, Debug)]
pub(super) struct Directional {
    pipeline: Pipeline<Number>,
    /// The parameters carry the direction of the last call.
    parameters_seeded: bool,
    /// Derivatives of the state derivatives.
    derivatives: Vec<Number>,
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
        let mut data = self.take_directional()?;
        let model = self.model();
        data.seed(self, t, direction)?;
        match point {
            Point::State(x) => data.place(model, x, |i| component(direction, Known::State(i))),
            Point::Initial => data.start(model)?,
        }
        for (derivative, unknown) in derivatives.iter_mut().zip(unknowns) {
            *derivative = data.pipeline.value(model, unknown)?.eps;
        }
        self.directional = Some(data);
        Ok(())
    }

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
        let mut data = self.take_directional()?;
        let model = self.model();
        data.seed(self, t, &[])?;
        for (column, derivatives) in by_state.chunks_exact_mut(x.len()).enumerate() {
            data.place(model, x, |i| if i == column { 1.0 } else { 0.0 });
            data.state_derivatives(model, derivatives)?;
        }
        data.let_time_pass(self, t);
        data.place(model, x, |_| 0.0);
        data.state_derivatives(model, by_time)?;
        self.directional = Some(data);
        Ok(())
    }

    fn take_directional(&mut self) -> Result<Box<Directional>, EvaluationError> {
        match self.directional.take() {
            Some(data) => Ok(data),
            None => Directional::new(self).map(Box::new),
        }
    }
}

/// The component of a known in a direction.
fn component(direction: &[(Known, f64)], known: Known) -> f64 {
    direction.iter().filter(|(other, _)| *other == known).fold(0.0, |sum, (_, component)| sum + component)
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
            let mut moved = self.unprepared_twin();
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
    fn new(system: &System) -> Result<Self, EvaluationError> {
        let model = system.model();
        let parameters = system.all_parameters().iter().map(|p| Number::constant(*p)).collect();
        let mut pipeline = Pipeline::new(model, parameters)?;
        pipeline.set_limits(system.row_limits());
        pipeline.set_stabilization(system.stabilization());
        let derivatives = vec![Number::constant(0.0); model.states.dimension()];
        Ok(Self { pipeline, parameters_seeded: false, derivatives })
    }

    /// Time, discrete state, parameters and inputs with their components of the direction.
    fn seed(&mut self, system: &System, t: f64, direction: &[(Known, f64)]) -> Result<(), EvaluationError> {
        let model = system.model();
        let parameters_seeded = direction.iter().any(|(known, _)| matches!(known, Known::Parameter(_)));
        if parameters_seeded || self.parameters_seeded {
            self.pipeline.set_parameters(model, |parameters| {
                let values = parameters.iter_mut().zip(system.all_parameters());
                values.for_each(|(parameter, value)| *parameter = Number::constant(*value));
                for (known, component) in direction {
                    if let Known::Parameter(i) = known {
                        parameters[*i].eps += component;
                    }
                }
            })?;
            self.parameters_seeded = parameters_seeded;
        }
        self.pipeline.set_discrete(system.modes(), system.held());
        let inputs = system.inputs.all_at(t).enumerate().map(|(i, (value, rates))| {
            let eps = component(direction, Known::Input(i));
            (Number { re: value, eps }, rates.map(Number::constant))
        });
        self.pipeline.set_time(model, Number::constant(t), inputs);
        Ok(())
    }

    /// The direction is time, with the inputs that follow it.
    fn let_time_pass(&mut self, system: &System, t: f64) {
        let inputs = system.inputs.all_at(t).map(|(value, [once, twice])| {
            let rates = [Number { re: once, eps: twice }, Number::constant(twice)];
            (Number { re: value, eps: once }, rates)
        });
        self.pipeline.set_time(system.model(), Number { re: t, eps: 1.0 }, inputs);
    }

    /// At the state `x`, with a component of the direction for each of its elements.
    fn place(&mut self, model: &Model, x: &[f64], component: impl Fn(usize) -> f64) {
        let numbers = x.iter().enumerate().map(|(i, x)| Number { re: *x, eps: component(i) });
        self.pipeline.set_state(model, numbers);
    }

    /// At the initial state.
    fn start(&mut self, model: &Model) -> Result<(), EvaluationError> {
        // Where a start is measured on another one, each pass carries the direction one further.
        let measured = model.motions.references.len();
        (0..=measured).try_for_each(|_| self.pipeline.start(model, |_| {}))?;
        self.pipeline.find_angles(model)
    }

    /// Derivatives of the state derivatives, in the order of the state array.
    fn state_derivatives(&mut self, model: &Model, derivatives: &mut [f64]) -> Result<(), EvaluationError> {
        self.pipeline.state_derivatives(model, &mut self.derivatives)?;
        derivatives.iter_mut().zip(&self.derivatives).for_each(|(derivative, number)| *derivative = number.eps);
        Ok(())
    }
}
