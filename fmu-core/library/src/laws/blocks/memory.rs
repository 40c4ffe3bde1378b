//! Boolean outputs that depend on an earlier value.

use super::{agreement, truth};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Law, ModeName, Modes, ScalarIn, ScalarOut, Signals, TimeView, after, truth_name,
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
