//! A solution that is integrated in natural steps, independent of the times at which it is read.

mod to_events;
mod without_states;

use super::automatic::Automatic;
use super::events::EventWatch;
use super::horizon::{Reach, differ_by_rounding};
use super::{
    Budget, Horizon, Integrated, Integration, IntegrationError, Memory, Method, OrdinaryDifferentialEquations, Piece,
    ShortSteps, StateEvent, Statistics, Stiffness, Tolerance, WrongDimension,
};

/// After a step that was divided into pieces to find events, the next one is limited to this many pieces.
const STEP_OF_PIECES: f64 = 2.0;

/// A solution of a system, read at increasing times.
///
/// Steps are as long as the tolerance allows, up to a [`Horizon`] and not only to where the solution is read; values
/// there come from the dense output of the step. So reading costs only a polynomial, and the steps do not depend on the
/// reads. The reader does not see beyond the time of its read: an event later in the step is reported when its time
/// comes, and [`Self::discontinuity`] returns to the time of the last read.
///
/// The state that is read is projected; the internal solution is not changed by that. Allocates at construction only,
/// except the implicit method's memory.
#[derive(Clone, Debug)]
pub struct Solution {
    method: Automatic,
    watch: EventWatch,
    /// End of the last step.
    front: Point,
    /// Start of the last step.
    origin: Origin,
    step: Step,
    statistics: Statistics,
    /// Maximum length, s, of equal steps; none for steps with error control.
    fixed_step: Option<f64>,
}

/// A time, s, and the state at it.
#[derive(Clone, Debug)]
struct Point {
    time: f64,
    state: Vec<f64>,
}

/// All data that determine a step: the same step can be repeated from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// Time, s.
    pub time: f64,
    /// State.
    pub state: Vec<f64>,
    /// Latest end of the step, s.
    pub horizon: f64,
    /// Inputs were expected to change at this end.
    pub is_change: bool,
    /// Memory of the methods.
    pub memory: Memory,
    /// Memory of the choice of the method.
    pub stiffness: Stiffness,
    /// Memory of the orders of short steps.
    pub short: ShortSteps,
}

/// The last step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// None: the solution begins, or continues after a discontinuity, at the last read.
    None,
    /// The last read was before its end. If there is an event at its end, it is due when its time is reached.
    Running(Option<StateEvent>),
    /// The last read was at its end.
    Complete,
    /// It must be repeated.
    Lost,
}

/// Content of a snapshot in addition to time and state of the last read.
#[derive(Clone, Copy, Debug)]
pub struct SolutionMemory<'a> {
    /// Memory of the explicit method; its derivative belongs to the end of the last step.
    pub memory: &'a Memory,
    /// Memory of the choice of the method.
    pub stiffness: Stiffness,
    /// Memory of the orders of short steps, at the start of the running or next step.
    pub short: ShortSteps,
    /// Start of the last step, if its end has not been reached, to repeat it.
    pub running: Option<&'a Origin>,
}

impl Solution {
    /// A solution of a system with the given numbers of states and event indicators.
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
            short: method.short,
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

    /// Selects one method for all steps. With `fixed_step` the steps from each read to the next are equal, at most this
    /// long, s, each with four evaluations and without error control; an event divides one of them.
    pub fn set_method(&mut self, method: Method, fixed_step: Option<f64>) {
        self.method.set_method(method);
        self.fixed_step = fixed_step;
    }

    /// Bytes needed by the first steps of the selected method; memory for another one is checked when the solver
    /// switches.
    pub fn memory_need(&self) -> usize {
        self.method.memory_need()
    }

    /// Name of the explicit method of natural steps.
    pub fn explicit_name(&self) -> &'static str {
        self.method.explicit.name()
    }

    /// Sets the tolerance of the following steps.
    pub fn set_tolerance(&mut self, tolerance: Tolerance) {
        self.method.set_tolerance(tolerance);
    }

    /// Reports that an input, a parameter or the state has jumped: the solution continues from the last read.
    pub fn discontinuity(&mut self) {
        self.method.discontinuity();
        self.step = Step::None;
    }

    /// Reports that time derivatives of the equations have jumped, but not their values. If the last step was explicit
    /// and ends at the last read, the derivative there is kept as the first stage of the next step. Otherwise this is a
    /// discontinuity.
    pub fn bend(&mut self) {
        let (_, stiffness) = self.method.memory();
        if stiffness.implicit || matches!(self.step, Step::Running(_) | Step::Lost) {
            self.discontinuity();
        }
    }

    /// Discards everything for a new solution.
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

    /// Counts a state event; returns true if its indicator chatters.
    pub fn chatters(&mut self, indicator: usize) -> bool {
        self.watch.has_happened(indicator)
    }

    /// Content of a snapshot.
    pub fn memory(&self) -> SolutionMemory<'_> {
        let (memory, stiffness) = self.method.memory();
        let running = matches!(self.step, Step::Running(_) | Step::Lost).then_some(&self.origin);
        let short = running.map_or(self.method.short, |origin| origin.short);
        SolutionMemory { memory, stiffness, short, running }
    }

    /// Continues from a snapshot, with identical results. Counts of events are reset.
    ///
    /// # Errors
    /// A memory of another dimension; nothing is changed then.
    pub fn restore(&mut self, snapshot: SolutionMemory<'_>) -> Result<(), WrongDimension> {
        if let Some(origin) = snapshot.running {
            let expected = self.origin.state.len();
            let found = [origin.state.len(), origin.memory.derivative.len()];
            if let Some(&found) = found.iter().find(|found| **found != expected) {
                return Err(WrongDimension { expected, found });
            }
        }
        self.method.restore(snapshot.memory, snapshot.stiffness)?;
        self.method.short = snapshot.short;
        self.watch.restart();
        self.step = Step::None;
        if let Some(origin) = snapshot.running {
            self.origin.copy_from(origin);
            self.step = Step::Lost;
        }
        Ok(())
    }

    /// Integrates from `t`, s, with the state `x` of the last read, to `t_end`, or to the first event before it, which
    /// is returned. Steps go up to `horizon`, or to `t_end` if that is later, within `budget`.
    ///
    /// # Errors
    /// A step that fails and begins before `t_end`: `t` and `x` are then its start, or the last read in it.
    pub fn advance<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
        horizon: &Horizon,
        budget: &mut Budget,
    ) -> Integrated<S, Option<StateEvent>> {
        self.method.explicit.check_call(*t, x, t_end)?;
        if x.is_empty() {
            return self.pass_time(system, t, t_end, budget);
        }
        loop {
            match self.step {
                Step::Running(event) => {
                    // The point to which a system that reads its past goes back where that cannot be stored.
                    let before = system.remembers().then(|| (*t, x.to_vec()));
                    let due = event.filter(|event| event.time <= t_end);
                    let (time, next) = if let Some(event) = due {
                        x.copy_from_slice(&self.watch.end_state);
                        (event.time, Step::None)
                    } else if event.is_none() && differ_by_rounding(self.front.time, t_end) {
                        x.copy_from_slice(&self.front.state);
                        (t_end, Step::None)
                    } else if self.front.time > t_end {
                        self.method.extend(system, &mut self.statistics);
                        self.method.interpolate(t_end, x);
                        system.project(t_end, x);
                        (t_end, self.step)
                    } else {
                        x.copy_from_slice(&self.front.state);
                        (self.front.time, Step::Complete)
                    };
                    *t = time;
                    self.remember(system, before, t, x)?;
                    self.step = next;
                    if due.is_some() {
                        return Ok(due);
                    }
                    system.accepted(time, x);
                    if time == t_end {
                        return Ok(None);
                    }
                }
                Step::Complete | Step::None if *t >= t_end => return Ok(None),
                Step::Complete => self.go_on(system, t_end, self.reach(system, *t, t_end, horizon), budget)?,
                Step::None => {
                    self.front.time = *t;
                    self.front.state.copy_from_slice(x);
                    if let Some(event) = self.begin(system)? {
                        return Ok(Some(event));
                    }
                    self.go_on(system, t_end, self.reach(system, *t, t_end, horizon), budget)?;
                }
                Step::Lost => {
                    self.back_to_origin()?;
                    system.go_back(self.origin.time);
                    self.begin(system)?;
                    let reach = Reach { end: self.origin.horizon, is_change: self.origin.is_change };
                    self.go_on(system, t_end, reach, budget)?;
                }
            }
        }
    }

    /// Maximum extent of a step from `start`, s, if the solution is next read at `reader`.
    fn reach<S: OrdinaryDifferentialEquations>(&self, system: &S, start: f64, reader: f64, horizon: &Horizon) -> Reach {
        let end = start + system.longest_step();
        let reach = self.reach_of_method(start, reader, horizon);
        if end < reach.end { Reach { end, is_change: false } } else { reach }
    }

    fn reach_of_method(&self, start: f64, reader: f64, horizon: &Horizon) -> Reach {
        let Some(longest) = self.fixed_step else { return horizon.of(start, reader) };
        // A step that is longer by rounding errors only is not divided.
        let steps = ((reader - start) / longest * (1.0 - 1e-9)).ceil();
        let end = if steps > 1.0 { start + (reader - start) / steps } else { reader };
        Reach { end, is_change: false }
    }

    /// Shows the last step up to time `t`, s, with the state `x`, to a system that reads its past. Where that fails, both become what they were
    /// `before`.
    fn remember<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        before: Option<(f64, Vec<f64>)>,
        t: &mut f64,
        x: &mut [f64],
    ) -> Integrated<S> {
        let Some((last, state)) = before else { return Ok(()) };
        self.method.extend(system, &mut self.statistics);
        let Self { method, origin, .. } = self;
        let interpolate = |time: f64, x: &mut [f64]| method.interpolate(time, x);
        let show = |system: &mut S, t: f64, end: &[f64]| {
            let past = Piece { interval: [origin.time, t], end, interpolate: &interpolate };
            system.remember(&past, &method.explicit.tolerance())
        };
        show(system, *t, x).map_err(|source| {
            let time = std::mem::replace(t, last);
            x.copy_from_slice(&state);
            system.go_back(origin.time);
            if last > origin.time {
                // Up to here it has been shown already.
                let _ = show(system, last, &state);
            }
            IntegrationError::Derivatives { time, source }
        })
    }

    /// Evaluates the indicators at the start of the solution; returns an event that is due there.
    fn begin<S: OrdinaryDifferentialEquations>(&mut self, system: &mut S) -> Integrated<S, Option<StateEvent>> {
        if self.watch.is_empty() {
            return Ok(None);
        }
        let Point { time, state } = &self.front;
        let due = self.watch.begin(system, *time, state);
        due.map_err(|source| IntegrationError::Derivatives { time: *time, source })
    }

    /// Returns to the start of the last step.
    fn back_to_origin(&mut self) -> Result<(), WrongDimension> {
        self.front.time = self.origin.time;
        self.front.state.copy_from_slice(&self.origin.state);
        self.method.short = self.origin.short;
        self.method.restore(&self.origin.memory, self.origin.stiffness)
    }

    /// Makes a step from the front as far as possible, if the solution is next read at `reader`, and searches for
    /// events in it. If it fails beyond the read, the step is limited to the read: the rest may never be needed.
    fn go_on<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        reader: f64,
        reach: Reach,
        budget: &mut Budget,
    ) -> Integrated<S> {
        let made = self.make_step(system, reader, reach, budget);
        if made.is_ok() || self.front.time <= reader {
            return made;
        }
        self.back_to_origin()?;
        self.begin(system)?;
        self.make_step(system, reader, Reach { end: reader, is_change: false }, budget)
    }

    /// Makes a step up to `reach`, or shorter, and searches for events in it.
    fn try_step<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        reader: f64,
        Reach { end: horizon, is_change }: Reach,
        budget: &mut Budget,
    ) -> Integrated<S> {
        let Self { method, watch, front, origin, .. } = self;
        let (memory, stiffness) = method.memory();
        origin.time = front.time;
        origin.state.copy_from_slice(&front.state);
        origin.horizon = horizon;
        origin.is_change = is_change;
        origin.short = method.short;
        origin.memory.copy_from(memory);
        origin.stiffness = stiffness;
        // After an error below there is no step to continue from.
        self.step = Step::None;
        let mut cost = Statistics::default();
        let Point { time, state } = front;
        let dense = !watch.is_empty() || horizon > reader || system.remembers();
        let run = &mut Integration { system: &mut *system, time, state, end: horizon, statistics: &mut cost };
        let made = if self.fixed_step.is_some() {
            method.fixed_step(run, dense)
        } else if is_change && method.short_step(run, dense) {
            Ok(())
        } else {
            method.step(run)
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
                self.statistics.locating += watch.locating;
            }
            if let Some(piece) = watch.shortest_piece {
                method.limit_step_size(STEP_OF_PIECES * piece);
            }
        }
        budget.step(reached, cost.work(front.state.len()) + std::mem::take(&mut watch.evaluations))?;
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
