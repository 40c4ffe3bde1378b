//! Directional derivatives, exact to rounding: one evaluation over jets (forward mode, Griewank and Walther, Evaluating
//! Derivatives, 2008, chapter 3) computes the derivative of every variable along one or several directions of knowns.

use super::System;
use crate::dynamics::Result;
use crate::dynamics::linearized::Known;
use crate::dynamics::pipeline::Pipeline;
use mechanism::Source;
use mechanism::scalar::{Jet, Scalar};
use std::ops::Range;

/// Step of a known in [`System::initial_differences`], relative to its size.
const STEP: f64 = 1e-4;
/// Offsets of the knowns, in steps, and weights of the values there: the central difference of order four.
const STENCIL: [(f64, f64); 4] = [(-2.0, 1.0 / 12.0), (-1.0, -8.0 / 12.0), (1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0)];

/// The point at which derivatives are taken.
#[derive(Clone, Copy, Debug)]
pub enum Point<'a> {
    /// A given state; states are knowns.
    State(&'a [f64]),
    /// The initial state, a function of the parameters, start values and inputs, which are the knowns.
    Initial,
}

/// The stages over jets, kept between calls.
#[derive(Clone, Debug)]
pub(super) struct Directional {
    pub(super) pipeline: Pipeline<Jet>,
    /// The parameters carry the direction of the last call.
    parameters_seeded: bool,
    /// Derivatives of the state derivatives.
    derivatives: Vec<Jet>,
}

impl System {
    /// Derivatives of `unknowns` at time `t`, s, along a direction given by its component for each known. Components of
    /// the same known are added, those of knowns that are not listed are zero.
    pub fn directional_derivatives(
        &mut self,
        t: f64,
        point: Point<'_>,
        direction: &[(Known, f64)],
        unknowns: &[&Source],
    ) -> Result<Vec<f64>> {
        if matches!(point, Point::Initial) && self.model().has_indirect_starts() {
            return self.initial_differences(t, direction, unknowns);
        }
        let by_columns = match point {
            Point::State(x) => self.columns_along(t, x, direction, unknowns)?,
            Point::Initial => None,
        };
        let Some(mut derivatives) = by_columns else {
            return self.derivatives_of_jets(t, point, direction, unknowns);
        };
        let left: Vec<usize> = (0..unknowns.len()).filter(|k| !self.is_given_by_columns(unknowns[*k])).collect();
        if !left.is_empty() {
            let unknowns: Vec<&Source> = left.iter().map(|k| unknowns[*k]).collect();
            let found = self.derivatives_of_jets(t, point, direction, &unknowns)?;
            left.iter().zip(found).for_each(|(k, derivative)| derivatives[*k] = derivative);
        }
        Ok(derivatives)
    }

    /// The result of [`System::directional_derivatives`] by an evaluation over jets, as far as the initial state does not have to be solved
    /// for: for what has no other form, and to compare with.
    pub fn derivatives_of_jets(
        &mut self,
        t: f64,
        point: Point<'_>,
        direction: &[(Known, f64)],
        unknowns: &[&Source],
    ) -> Result<Vec<f64>> {
        let mut data = self.take_directional()?;
        let model = self.model();
        let lane = match point {
            Point::State(x) => data.reach_state(self, (t, x), direction, unknowns)?,
            Point::Initial => data.start(self, t, direction)?,
        };
        let mut derivatives = Vec::with_capacity(unknowns.len());
        for unknown in unknowns {
            derivatives.push((self.jets.value)(&mut data.pipeline, model, unknown)?.along[lane]);
        }
        self.directional = Some(data);
        Ok(derivatives)
    }

    /// The result of [`System::jacobian`] by evaluations over jets: for models whose derivatives have no other form, and to compare with. Where
    /// `by_state` is empty, that by time alone.
    pub fn jacobian_of_jets(&mut self, t: f64, x: &[f64], by_state: &mut [f64], by_time: &mut [f64]) -> Result<()> {
        let mut data = self.take_directional()?;
        let model = self.model();
        data.seed(self, t, &[])?;
        let (n, lanes) = (x.len(), data.pipeline.directions(model));
        let begin = if by_state.is_empty() { n } else { 0 };
        for first in (begin..=n).step_by(lanes) {
            let directions = first..(first + lanes).min(n + 1);
            if directions.contains(&n) {
                data.let_time_pass(self, t, n - first);
            }
            data.place(self, x, |i| unit(i, &directions));
            (self.jets.state_derivatives)(&mut data.pipeline, model, &mut data.derivatives)?;
            for (lane, column) in directions.enumerate() {
                let to = if column == n { &mut *by_time } else { &mut by_state[column * n..(column + 1) * n] };
                to.iter_mut().zip(&data.derivatives).for_each(|(derivative, jet)| *derivative = jet.along[lane]);
            }
        }
        self.directional = Some(data);
        Ok(())
    }

    /// Derivatives at an initial state that has to be solved for. If the conditions are underdetermined, the solution
    /// nearest to the start values is taken, which one linearisation does not give: the conditions are solved at four
    /// points, and the derivatives are accurate to about nine digits.
    fn initial_differences(&self, t: f64, direction: &[(Known, f64)], unknowns: &[&Source]) -> Result<Vec<f64>> {
        let mut derivatives = vec![0.0; unknowns.len()];
        let value = |known: &Known| match *known {
            Known::Parameter(i) => self.parameter(i),
            Known::Input(i) => self.input(i),
            // States are not knowns at the initial state.
            Known::State(_) => 0.0,
        };
        let relative = direction.iter().map(|(known, component)| component.abs() / value(known).abs().max(1.0));
        let largest = relative.fold(0.0, f64::max);
        if largest == 0.0 {
            return Ok(derivatives);
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
        Ok(derivatives)
    }

    /// The stages over jets, in the present discrete state.
    pub(super) fn take_directional(&mut self) -> Result<Box<Directional>> {
        self.require_prepared()?;
        let mut data = match self.directional.take() {
            Some(data) => data,
            None => Box::new(Directional::new(self)?),
        };
        data.pipeline.set_discrete(&self.modes, &self.held);
        data.pipeline.set_histories(&self.histories);
        Ok(data)
    }
}

/// Components of element `i` in unit directions.
fn unit(i: usize, directions: &Range<usize>) -> [f64; Jet::DIRECTIONS] {
    let mut components = [0.0; Jet::DIRECTIONS];
    if directions.contains(&i) {
        components[i - directions.start] = 1.0;
    }
    components
}

/// The component of a known in a direction.
fn component(direction: &[(Known, f64)], known: Known) -> f64 {
    direction.iter().filter(|(other, _)| *other == known).fold(0.0, |sum, (_, component)| sum + component)
}

impl Directional {
    fn new(system: &System) -> Result<Self> {
        let model = system.model();
        let parameters = system.all_parameters().iter().map(|p| Jet::constant(*p)).collect();
        let mut pipeline = (system.jets.new)(model, parameters, &system.jets.evaluation)?;
        pipeline.treat_rows(system.row_limits(), system.stabilization);
        let derivatives = vec![Jet::constant(0.0); model.states.dimension()];
        Ok(Self { pipeline, parameters_seeded: false, derivatives })
    }

    /// Time, parameters and inputs with their components of the direction.
    fn seed(&mut self, system: &System, t: f64, direction: &[(Known, f64)]) -> Result<()> {
        let model = system.model();
        let parameters_seeded = direction.iter().any(|(known, _)| matches!(known, Known::Parameter(_)));
        if parameters_seeded || self.parameters_seeded {
            (system.jets.set_parameters)(&mut self.pipeline, model, &mut |parameters| {
                let values = parameters.iter_mut().zip(system.all_parameters());
                values.for_each(|(parameter, value)| *parameter = Jet::constant(*value));
                for (known, component) in direction {
                    if let Known::Parameter(i) = known {
                        parameters[*i].along[0] += component;
                    }
                }
            })?;
            self.parameters_seeded = parameters_seeded;
        }
        let inputs = system.inputs.all_at(t).enumerate().map(|(i, (value, rates))| {
            let along = [component(direction, Known::Input(i)), 0.0, 0.0];
            (Jet::along(value, along), rates.map(Jet::constant))
        });
        self.pipeline.set_time(model, (system.start(), Jet::constant(t)), inputs);
        Ok(())
    }

    /// Makes direction number `lane` the time, with inputs that change with it.
    fn let_time_pass(&mut self, system: &System, t: f64, lane: usize) {
        let along = |value: f64, derivative: f64| {
            let mut components = [0.0; Jet::DIRECTIONS];
            components[lane] = derivative;
            Jet::along(value, components)
        };
        let inputs = system.inputs.all_at(t).map(|(value, [once, twice])| {
            let rates = [along(once, twice), Jet::constant(twice)];
            (along(value, once), rates)
        });
        self.pipeline.set_time(system.model(), (system.start(), along(t, 1.0)), inputs);
    }

    /// Sets the state `x`, with components of the directions for each element.
    fn place(&mut self, system: &System, x: &[f64], components: impl Fn(usize) -> [f64; Jet::DIRECTIONS]) {
        let mut numbers = x.iter().enumerate().map(|(i, x)| Jet::along(*x, components(i)));
        (system.jets.set_state)(&mut self.pipeline, system.model(), &mut numbers);
    }

    /// Evaluates at time `t`, s, and the state `x`; returns the number of the direction. Hosts ask for one column of
    /// the Jacobian after the other: if the direction is a state, the next states are evaluated with it.
    pub(super) fn reach_state(
        &mut self,
        system: &System,
        (t, x): (f64, &[f64]),
        direction: &[(Known, f64)],
        unknowns: &[&Source],
    ) -> Result<usize> {
        let model = system.model();
        // Derivatives along the motion leave room for one direction.
        let is_single = unknowns.iter().any(|unknown| model.schedule.need(unknown).is_none());
        let lanes = if is_single { 1 } else { self.pipeline.directions(model) };
        if let Some(lane) = (0..lanes).find(|lane| self.holds(system, (t, x), direction, *lane)) {
            return Ok(lane);
        }
        self.seed(system, t, direction)?;
        let following = match direction {
            [(Known::State(state), _)] if lanes > 1 => *state..state + lanes,
            _ => 0..0,
        };
        self.place(system, x, |i| {
            let mut components = unit(i, &following);
            components[0] = component(direction, Known::State(i));
            components
        });
        Ok(0)
    }

    /// Returns true if the last evaluation was at time `t`, s, and the state `x`, with this direction as number `lane`.
    fn holds(&self, system: &System, (t, x): (f64, &[f64]), direction: &[(Known, f64)], lane: usize) -> bool {
        let is = |jet: &Jet, value: f64, known: Option<Known>| {
            let along = known.map_or(0.0, |known| component(direction, known));
            jet.value.to_bits() == value.to_bits() && jet.along[lane] == along
        };
        let needs_parameters = direction.iter().any(|(known, _)| matches!(known, Known::Parameter(_)));
        let Some(state) = self.pipeline.state().filter(|_| !needs_parameters && !self.parameters_seeded) else {
            return false;
        };
        let (time, inputs) = self.pipeline.time_and_inputs(system.model());
        is(time, t, None)
            && inputs.zip(system.inputs.all_at(t)).enumerate().all(|(i, ((input, rates), (value, given)))| {
                is(input, value, Some(Known::Input(i))) && *rates == given.map(Jet::constant)
            })
            && state.iter().zip(x).enumerate().all(|(i, (jet, x))| is(jet, *x, Some(Known::State(i))))
    }

    /// Evaluates at the initial state; returns the number of the direction.
    fn start(&mut self, system: &System, t: f64, direction: &[(Known, f64)]) -> Result<usize> {
        self.seed(system, t, direction)?;
        let model = system.model();
        // If a start value depends on another one through a sensor, each pass carries the direction one step further.
        let measured = model.motions.references.len();
        (0..=measured).try_for_each(|_| (system.jets.start)(&mut self.pipeline, model))?;
        Ok(0)
    }
}
