//! The law of blocks that know what a Boolean signal was.

use crate::Element;
use mechanism::scalar::Scalar;
use mechanism::{
    Discrete, Event, Law, ModeName, ScalarIn, ScalarOut, SignalIn, SignalOut, Signals, TimeView, after, truth_name,
};
use serde::{Deserialize, Serialize};

/// What follows from the input and from what is remembered.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Memory {
    /// What the input was before the event, or in the pass before of its iteration.
    Before,
    /// Whether the input has become true.
    Edge,
    /// Whether the input has become false.
    FallingEdge,
    /// Whether the input has changed.
    Change,
    /// The output Q of a flip-flop that the input sets and this one resets.
    Set(ScalarIn),
    /// Its output QI.
    NotSet(ScalarIn),
}

/// `y` follows from an input and from what it was. The mode is what is remembered: the input as it was in the pass before of the iteration of an
/// event, of a flip-flop its output QI. What is told of a change is true during the event alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MemoryLaw {
    u: ScalarIn,
    memory: Memory,
    /// What is remembered before the start.
    before: bool,
    y: ScalarOut,
}

impl MemoryLaw {
    /// Registers the law of `e` with what is remembered before the start.
    pub(super) fn build(e: &mut Element<'_>, [u, y]: [&str; 2], memory: Memory, before: bool) {
        let Some(y) = e.scalar_output(y) else { return };
        let u = e.scalar_input(u);
        e.add_law(Self { u, memory, before, y });
    }

    /// What is to be remembered.
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

    /// What only shows what is remembered waits for no input, so that loops over it are none.
    fn inputs(&self) -> Vec<SignalIn> {
        match self.memory {
            Memory::Before | Memory::NotSet(_) => Vec::new(),
            Memory::Set(reset) => vec![reset.into()],
            Memory::Edge | Memory::FallingEdge | Memory::Change => vec![self.u.into()],
        }
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.y.into())
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
        signals.set(self.y, T::constant(f64::from(u8::from(y))));
    }

    fn first_mode(&self) -> i32 {
        i32::from(self.before)
    }

    fn has_mode(&self, mode: i32) -> bool {
        mode == 0 || mode == 1
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let was = discrete.mode == 1;
        match self.memory {
            Memory::Set(_) | Memory::NotSet(_) => Some([if was { "reset" } else { "set" }, ""]),
            _ => truth_name(was),
        }
    }

    fn relations(&self) -> usize {
        1
    }

    /// The input changes at events only, but where a host sets it, this asks for one.
    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let agrees = self.next(view.mode(), signals) == view.mode();
        indicators.fill(if agrees { 1.0 } else { -1.0 });
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = self.next(event.mode, signals);
    }
}
