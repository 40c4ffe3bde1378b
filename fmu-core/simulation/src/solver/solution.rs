//! A solution that is integrated in natural steps, whatever the times at which it is read.

mod to_events;
mod without_states;

use super::horizon::{Reach, differ_by_rounding};
use super::{
    Automatic, Budget, EventWatch, Horizon, IntegrationError, Memory, Method, OrdinaryDifferentialEquations, Piece,
    ShortSteps, StateEvent, Statistics, Stiffness, Tolerance, WrongDimension,
};

/// A step that had to be divided into pieces to look for events is followed by one that is not longer than so many of them.
const STEP_OF_PIECES: f64 = 2.0;

/// A solution of a system, read from time to time.
///
/// Steps are as long as the tolerance allows, up to a [`Horizon`] and not just to where the solution is read; there its value comes from the
/// dense output of the step. So reading costs nothing but a polynomial, and the steps do not depend on where it is read. What happens in the
/// part of a step that has not been reached is unknown to the reader: an event there is told when its time comes, and
/// [`Self::discontinuity`] goes back to where the solution was read last.
///
/// The state that is read is projected; the running solution is not touched by that. Allocates at construction only, but for the implicit
/// method's memory.
#[derive(Clone, Debug)]
pub struct Solution {
    method: Automatic,
    watch: EventWatch,
    /// End of the last step.
    front: Point,
    /// Origin of the last step.
    origin: Origin,
    step: Step,
    statistics: Statistics,
    /// The longest one of equal steps, s, if steps are to be equal.
    fixed_step: Option<f64>,
}

/// A time, s, and the state then.
#[derive(Clone, Debug)]
struct Point {
    time: f64,
    state: Vec<f64>,
}

/// All that a step is made from: with it, the same step can be made again.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// Time, s.
    pub time: f64,
    /// State.
    pub state: Vec<f64>,
    /// Latest end of the step, s.
    pub horizon: f64,
    /// Inputs were expected to change there.
    pub is_change: bool,
    /// Memory of the methods.
    pub memory: Memory,
    /// The same, about the choice of the method.
    pub stiffness: Stiffness,
    /// The same, about the orders of short steps.
    pub short: ShortSteps,
}

/// The last step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// There is none: the solution begins, or goes on after a discontinuity, where it was read last.
    None,
    /// It has not been reached to its end, where an event may be; the event is due when its time comes.
    Running(Option<StateEvent>),
    /// It has been reached to its end.
    Complete,
    /// It has to be made again.
    Lost,
}

/// Content of a snapshot besides time and state that were read last.
#[derive(Clone, Copy, Debug)]
pub struct SolutionMemory<'a> {
    /// Of the explicit method; its derivative belongs to the end of the last step.
    pub memory: &'a Memory,
    /// Of the choice of the method.
    pub stiffness: Stiffness,
    /// Of the choice of orders of short steps, where the solution goes on or the running step began.
    pub short: ShortSteps,
    /// From where to make the last step again, if its end has not been reached.
    pub running: Option<&'a Origin>,
}

impl Solution {
    /// Of a system with `dimension` states and so many event indicators.
    pub fn new(dimension: usize, indicators: usize, tolerance: Tolerance) -> Self {
        let method = Automatic::new(dimension, tolerance);
        let (memory, stiffness) = method.memory();
        let state = || vec![0.0; dimension];
        let origin = Origin {
            time: 0.0,
            state: state(),
            horizon: 0.0,
            is_change: false,
            memory: memory.clone(),
            stiffness,
            short: method.short_steps(),
        };
        Self {
            watch: EventWatch::new(indicators, dimension),
            front: Point { time: 0.0, state: state() },
            origin,
            step: Step::None,
            statistics: Statistics::default(),
            method,
            fixed_step: None,
        }
    }

    /// Lets one method make all steps. With `fixed_step` they are equal ones from each time at which the solution is read to the next, at most
    /// so long, s, each of four evaluations, and their error is not looked at; an event divides one of them.
    pub fn set_method(&mut self, method: Method, fixed_step: Option<f64>) {
        self.method.set_method(method);
        self.fixed_step = fixed_step;
    }

    /// Bytes that the first steps take for the method that was set; what the solver may need later it asks for then.
    pub fn memory_need(&self) -> usize {
        self.method.memory_need()
    }

    /// Name of the explicit method of natural steps.
    pub fn explicit_name(&self) -> &'static str {
        self.method.explicit_name()
    }

    /// Sets the tolerance of the steps to come.
    pub fn set_tolerance(&mut self, tolerance: Tolerance) {
        self.method.set_tolerance(tolerance);
    }

    /// An input, a parameter or the state has jumped: the solution goes on from where it was read last.
    pub fn discontinuity(&mut self) {
        self.method.discontinuity();
        self.step = Step::None;
    }

    /// Time derivatives of the equations have jumped, and not their values: where the last step ends at the point that was read last, and has
    /// been an explicit one, the derivative there is the first stage of the next step. Anywhere else this is a discontinuity.
    pub fn bend(&mut self) {
        let (_, stiffness) = self.method.memory();
        if stiffness.implicit || matches!(self.step, Step::Running(_) | Step::Lost) {
            self.discontinuity();
        }
    }

    /// Forgets everything: a solution starts anew.
    pub fn restart(&mut self) {
        self.method.restart();
        self.watch.restart();
        self.step = Step::None;
        self.statistics = Statistics::default();
    }

    /// Cost of all steps since [`Self::restart`].
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Notes a state event; true when its indicator switches to and fro without moving away.
    pub fn chatters(&mut self, indicator: usize) -> bool {
        self.watch.has_happened(indicator)
    }

    /// Content of a snapshot.
    pub fn memory(&self) -> SolutionMemory<'_> {
        let (memory, stiffness) = self.method.memory();
        let running = matches!(self.step, Step::Running(_) | Step::Lost).then_some(&self.origin);
        let short = running.map_or(self.method.short_steps(), |origin| origin.short);
        SolutionMemory { memory, stiffness, short, running }
    }

    /// Goes on from a snapshot, bit for bit. Events that were counted on another way are forgotten.
    ///
    /// # Errors
    /// A memory of another dimension; nothing has changed then.
    pub fn restore(&mut self, snapshot: SolutionMemory<'_>) -> Result<(), WrongDimension> {
        if let Some(origin) = snapshot.running {
            let expected = self.origin.state.len();
            let found = [origin.state.len(), origin.memory.derivative.len()];
            if let Some(&found) = found.iter().find(|found| **found != expected) {
                return Err(WrongDimension { expected, found });
            }
        }
        self.method.restore(snapshot.memory, snapshot.stiffness)?;
        self.method.set_short_steps(snapshot.short);
        self.watch.restart();
        self.step = Step::None;
        if let Some(origin) = snapshot.running {
            self.origin.copy_from(origin);
            self.step = Step::Lost;
        }
        Ok(())
    }

    /// Goes from `t`, s, with the state `x`, where the solution was read last, to `t_end`, or to the first event before, which is returned.
    /// Steps go up to `horizon`, or to `t_end` where that is further, at the expense of `budget`.
    ///
    /// # Errors
    /// A step that fails and begins before `t_end`: `t` and `x` are then its beginning.
    pub fn advance<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
        horizon: &Horizon,
        budget: &mut Budget,
    ) -> Result<Option<StateEvent>, IntegrationError<S::Error>> {
        self.method.check_call(*t, x, t_end)?;
        if x.is_empty() {
            return self.pass_time(system, t, t_end, budget);
        }
        loop {
            match self.step {
                Step::Running(Some(event)) if event.time <= t_end => {
                    *t = event.time;
                    x.copy_from_slice(self.watch.event_state());
                    self.step = Step::None;
                    return Ok(Some(event));
                }
                Step::Running(None) if differ_by_rounding(self.front.time, t_end) => {
                    *t = t_end;
                    x.copy_from_slice(&self.front.state);
                    self.step = Step::None;
                    system.accepted(*t, x);
                    return Ok(None);
                }
                Step::Running(_) if self.front.time > t_end => {
                    *t = t_end;
                    self.method.extend(system, &mut self.statistics);
                    self.method.interpolate(t_end, x);
                    system.project(t_end, x);
                    system.accepted(t_end, x);
                    return Ok(None);
                }
                Step::Running(_) => {
                    *t = self.front.time;
                    x.copy_from_slice(&self.front.state);
                    self.step = Step::Complete;
                    system.accepted(*t, x);
                }
                Step::Complete if *t >= t_end => return Ok(None),
                Step::Complete => self.go_on(system, t_end, self.reach(*t, t_end, horizon), budget)?,
                Step::None if *t >= t_end => return Ok(None),
                Step::None => {
                    self.front.time = *t;
                    self.front.state.copy_from_slice(x);
                    if let Some(event) = self.begin(system)? {
                        return Ok(Some(event));
                    }
                    self.go_on(system, t_end, self.reach(*t, t_end, horizon), budget)?;
                }
                Step::Lost => {
                    self.back_to_origin()?;
                    self.begin(system)?;
                    let reach = Reach { end: self.origin.horizon, is_change: self.origin.is_change };
                    self.go_on(system, t_end, reach, budget)?;
                }
            }
        }
    }

    /// Largest extent of a step from `start`, s, for a reader that comes next at `reader`.
    fn reach(&self, start: f64, reader: f64, horizon: &Horizon) -> Reach {
        let Some(longest) = self.fixed_step else { return horizon.of(start, reader) };
        // A step that is longer by rounding alone is not divided.
        let steps = ((reader - start) / longest * (1.0 - 1e-9)).ceil();
        let end = if steps > 1.0 { start + (reader - start) / steps } else { reader };
        Reach { end, is_change: false }
    }

    /// Looks at the indicators where the solution begins; an event that is due there.
    fn begin<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
    ) -> Result<Option<StateEvent>, IntegrationError<S::Error>> {
        if self.watch.is_empty() {
            return Ok(None);
        }
        let Point { time, state } = &self.front;
        let due = self.watch.begin(system, *time, state);
        due.map_err(|source| IntegrationError::Derivatives { time: *time, source })
    }

    /// To where the last step began.
    fn back_to_origin(&mut self) -> Result<(), WrongDimension> {
        self.front.time = self.origin.time;
        self.front.state.copy_from_slice(&self.origin.state);
        self.method.set_short_steps(self.origin.short);
        self.method.restore(&self.origin.memory, self.origin.stiffness)
    }

    /// Makes a step from the front as far as it may go, for a reader that comes next at `reader`, and looks for events in it. Where that fails
    /// beyond the reader, the step ends there: what lies beyond may never come.
    fn go_on<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        reader: f64,
        reach: Reach,
        budget: &mut Budget,
    ) -> Result<(), IntegrationError<S::Error>> {
        let made = self.make_step(system, reader, reach, budget);
        if made.is_ok() || self.front.time <= reader {
            return made;
        }
        self.back_to_origin()?;
        self.begin(system)?;
        self.make_step(system, reader, Reach { end: reader, is_change: false }, budget)
    }

    /// Makes a step as far as `reach`, or less, and looks for events in it.
    fn try_step<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        reader: f64,
        Reach { end: horizon, is_change }: Reach,
        budget: &mut Budget,
    ) -> Result<(), IntegrationError<S::Error>> {
        let Self { method, watch, front, origin, .. } = self;
        let (memory, stiffness) = method.memory();
        origin.time = front.time;
        origin.state.copy_from_slice(&front.state);
        origin.horizon = horizon;
        origin.is_change = is_change;
        origin.short = method.short_steps();
        origin.memory.copy_from(memory);
        origin.stiffness = stiffness;
        // Whatever fails below leaves no step to go on from.
        self.step = Step::None;
        let mut cost = Statistics::default();
        let Point { time, state } = front;
        let dense = !watch.is_empty() || horizon > reader;
        let made = if self.fixed_step.is_some() {
            method.fixed_step(system, time, state, horizon, dense, &mut cost)
        } else if is_change && method.short_step(system, time, state, horizon, dense, &mut cost) {
            Ok(())
        } else {
            method.step(system, time, state, horizon, &mut cost)
        };
        self.statistics += cost;
        made?;
        let mut event = None;
        let mut reached = front.time;
        if !watch.is_empty() {
            method.extend(system, &mut self.statistics);
            let interpolate = |time: f64, x: &mut [f64]| method.interpolate(time, x);
            let interval = [origin.time, front.time];
            let found = watch.search(system, &Piece { interval, end: &front.state, interpolate: &interpolate });
            event = found.map_err(|source| IntegrationError::Derivatives { time: interval[1], source })?;
            if let Some(event) = event {
                reached = event.time;
                self.statistics.located += 1;
                self.statistics.locating += watch.locating();
            }
            if let Some(piece) = watch.shortest_piece() {
                method.limit_step_size(STEP_OF_PIECES * piece);
            }
        }
        budget.step(reached, cost.work(front.state.len()) + watch.take_evaluations())?;
        self.step = Step::Running(event);
        Ok(())
    }
}

impl Origin {
    fn copy_from(&mut self, other: &Self) {
        let Self { time, state, horizon, is_change, memory, stiffness, short } = other;
        (self.time, self.horizon, self.is_change) = (*time, *horizon, *is_change);
        (self.stiffness, self.short) = (*stiffness, *short);
        self.state.copy_from_slice(state);
        self.memory.copy_from(memory);
    }
}
