//! Responses to edges of a Boolean signal.

use super::{agreement, truth};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Discrete, Event, Instant, Jump, Law, ModeName, Modes, Parameters, Real, ScalarIn, ScalarOut,
    Signals, StateId, TRUTH_NAMES, TimeView, after, truth_name,
};

/// The output as a function of the input and of the remembered value.
#[derive(Clone, Copy, Debug, Binary)]
pub enum Memory {
    /// The input before the event, or in the previous iteration of the event.
    Before,
    /// The input has become true.
    Edge,
    /// The input has become false.
    FallingEdge,
    /// The input has changed.
    Change,
    /// The output Q of a flip-flop with the input as set and this signal as reset.
    Set(ScalarIn),
    /// The output QI of this flip-flop.
    NotSet(ScalarIn),
}

/// `y` is a function of an input and of a remembered value, which is the mode: the input in the previous iteration of
/// an event, or the output QI of a flip-flop. Edges and changes are true during the event only.
#[derive(Clone, Debug, Binary)]
pub struct MemoryLaw {
    pub u: ScalarIn,
    pub memory: Memory,
    /// The remembered value before the start.
    pub before: bool,
    pub y: ScalarOut,
}

impl MemoryLaw {
    /// The value to be remembered.
    fn next(&self, mode: i32, signals: &Signals<'_, f64>) -> i32 {
        let is = |input: ScalarIn| signals.get(input) > 0.5;
        i32::from(match self.memory {
            Memory::Set(reset) | Memory::NotSet(reset) => !is(self.u) && (mode == 1 || is(reset)),
            _ => is(self.u),
        })
    }
}

impl Law for MemoryLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=1;
    const RELATIONS: usize = 1;

    /// An output that is the remembered value does not depend on an input, so that it breaks algebraic loops.
    fn connections(&self) -> Connections {
        let input = match self.memory {
            Memory::Before | Memory::NotSet(_) => None,
            Memory::Set(reset) => Some(reset),
            Memory::Edge | Memory::FallingEdge | Memory::Change => Some(self.u),
        };
        Connections::default().reads(input).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let is = |input: ScalarIn| signals.get(input).value() > 0.5;
        let was = view.mode() == 1;
        let y = match self.memory {
            Memory::Before | Memory::NotSet(_) => was,
            Memory::Edge => is(self.u) && !was,
            Memory::FallingEdge => !is(self.u) && was,
            Memory::Change => is(self.u) != was,
            Memory::Set(reset) => !was && !is(reset),
        };
        signals.set(self.y, truth(y));
    }

    fn first_mode(&self) -> i32 {
        i32::from(self.before)
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let was = discrete.mode == 1;
        match self.memory {
            Memory::Set(_) | Memory::NotSet(_) => Some([if was { "reset" } else { "set" }, ""]),
            _ => truth_name(was),
        }
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators.fill(agreement(self.next(view.mode(), signals) == view.mode()));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = self.next(event.mode, signals);
    }
}

/// Bit of the mode: the input is true.
const ON: i32 = 1;

/// Bit of the mode: the input changed less than the delay ago.
const WAITING: i32 = 2;

/// `y` follows one edge of the input with a delay, the other one immediately. The held value is the time of the last
/// edge.
#[derive(Clone, Debug, Binary)]
pub struct LogicalDelayLaw {
    pub u: ScalarIn,
    pub delay: Real,
    /// `y` becomes false after the delay; otherwise true.
    pub is_longer: bool,
    pub y: ScalarOut,
}

impl Law for LogicalDelayLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=ON | WAITING;
    const MODE_NAMES: &'static [ModeName] =
        &[["false", "passed on"], ["true", "passed on"], ["false", "waiting"], ["true", "waiting"]];
    const HELD: usize = 1;
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let (is_on, waits) = (view.mode() & ON != 0, view.mode() & WAITING != 0);
        let y = if self.is_longer { is_on || waits } else { is_on && !waits };
        signals.set(self.y, truth(y));
    }

    fn next_event(&self, p: Parameters<'_, f64>, discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        let end = *discrete.held.first()? + p[self.delay];
        Some(end).filter(|end| discrete.mode & WAITING != 0 && *end > now.elapsed)
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators.fill(agreement((signals.get(self.u) > 0.5) == (view.mode() & ON != 0)));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let is_on = signals.get(self.u) > 0.5;
        let has_changed = is_on != (event.mode & ON != 0);
        let mut waits = event.mode & WAITING != 0;
        if event.is_initial {
            (event.held[0], waits) = (event.elapsed - 2.0 * event.parameters[self.delay], false);
        } else if has_changed {
            (event.held[0], waits) = (event.elapsed, true);
        }
        waits &= event.elapsed < event.held[0] + event.parameters[self.delay];
        event.mode = i32::from(is_on) * ON + i32::from(waits) * WAITING;
    }
}

/// `y` is the time since the input became true, otherwise 0. Mode 1 if it is true; the held value is the time when it
/// became true.
#[derive(Clone, Debug, Binary)]
pub struct TimerLaw {
    pub u: ScalarIn,
    pub y: ScalarOut,
}

impl Law for TimerLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=1;
    const MODE_NAMES: &'static [ModeName] = &[["stopped", ""], ["running", ""]];
    const HELD: usize = 1;
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let y = if view.mode() == 1 { view.elapsed() - view.held(0) } else { T::zero() };
        signals.set(self.y, y);
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators.fill(agreement((signals.get(self.u) > 0.5) == (view.mode() == 1)));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let is_true = signals.get(self.u) > 0.5;
        if is_true && (event.mode == 0 || event.is_initial) {
            event.held[0] = event.elapsed;
        }
        event.mode = i32::from(is_true);
    }
}

/// Bit of the mode: the output is changing.
const MOVING: i32 = 2;

/// Number of held values: the value that the output approaches, its rate of change, and the time of its arrival.
const HELD: usize = 3;

/// `y` moves to one value while the input is true, and to another one while it is false.
#[derive(Clone, Debug, Binary)]
pub struct TriggeredTrapezoidLaw {
    pub u: ScalarIn,
    pub amplitude: Real,
    pub rising: Real,
    pub falling: Real,
    pub offset: Real,
    pub y: ScalarOut,
}

impl TriggeredTrapezoidLaw {
    /// Held values after an event at which the output is `y` and the input becomes `is_on`.
    fn turn(&self, p: Parameters<'_, f64>, time: f64, y: f64, is_on: bool) -> [f64; HELD] {
        let (amplitude, offset) = (p[self.amplitude], p[self.offset]);
        let (end, duration, change) =
            if is_on { (offset + amplitude, p[self.rising], amplitude) } else { (offset, p[self.falling], -amplitude) };
        let rate = if duration > 0.0 { change / duration } else { 0.0 };
        [end, rate, if rate == 0.0 { time } else { time + (end - y) / rate }]
    }
}

impl Law for TriggeredTrapezoidLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=ON | MOVING;
    const MODE_NAMES: &'static [ModeName] = &[["low", ""], ["high", ""], ["falling", ""], ["rising", ""]];
    const HELD: usize = HELD;
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let [end, rate, arrival] = [0, 1, 2].map(|k| view.held(k));
        let left = if view.mode() & MOVING == 0 { T::zero() } else { (arrival - view.elapsed()) * rate };
        signals.set(self.y, end - left);
    }

    fn next_event(&self, _p: Parameters<'_, f64>, discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        let arrival = *discrete.held.get(2)?;
        Some(arrival).filter(|arrival| discrete.mode & MOVING != 0 && *arrival > now.elapsed)
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators.fill(agreement((signals.get(self.u) > 0.5) == (view.mode() & ON != 0)));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let is_on = signals.get(self.u) > 0.5;
        if event.is_initial || is_on != (event.mode & ON != 0) {
            let turn = self.turn(event.parameters, event.elapsed, signals.output(self.y), is_on);
            event.held.copy_from_slice(&turn);
        }
        if event.is_initial {
            // It starts at the final value.
            event.held[2] = event.elapsed;
        }
        let moves = event.elapsed < event.held[2];
        event.mode = i32::from(is_on) * ON + i32::from(moves) * MOVING;
    }
}

/// The state jumps when an input becomes true, after an iteration of the event. Mode 1 if it is true.
#[derive(Clone, Debug, Binary)]
pub struct ResetLaw {
    pub state: StateId,
    pub reset: ScalarIn,
    pub set: Option<ScalarIn>,
    pub start: Real,
    /// Upper and lower limit of the state.
    pub limits: Option<[Real; 2]>,
}

/// Held value: 1 if the input was true in the previous iteration of the event.
const OLD: usize = 0;
/// Held value: 1 if it is true.
const NEW: usize = 1;

impl Law for ResetLaw {
    type Stage = after::Time;
    const HELD: usize = 2;
    const MODES: Modes = 0..=1;
    const MODE_NAMES: &'static [ModeName] = &TRUTH_NAMES;
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.reset]).reads(self.set).touches([Contact::State(self.state)])
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        indicators.fill(agreement((signals.get(self.reset) > 0.5) == (view.mode() == 1)));
    }

    fn update(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let (p, is_true) = (view.parameters(), signals.get(self.reset) > 0.5);
        event.held[NEW] = f64::from(u8::from(is_true));
        if event.is_initial {
            event.held[OLD] = event.held[NEW];
        }
        if event.held[NEW] > event.held[OLD] {
            let value = self.set.map_or_else(|| p[self.start], |set| signals.get(set));
            let value = self.limits.map_or(value, |[upper, lower]| value.min(p[upper]).max(p[lower]));
            event.jumps.push(Jump::State(self.state, value));
        }
        event.mode = i32::from(is_true);
    }

    fn settle(&self, held: &mut [f64]) {
        held[OLD] = held[NEW];
    }
}
