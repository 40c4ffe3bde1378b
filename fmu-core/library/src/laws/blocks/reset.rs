//! The reset of integrators.

use super::agreement;
use binary::Binary;
use mechanism::{
    Connections, Contact, Discrete, Event, Jump, Law, ModeName, Modes, Real, ScalarIn, Signals, StateId, TimeView,
    after, truth_name,
};

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
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.reset]).reads(self.set).touches([Contact::State(self.state)])
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        truth_name(discrete.mode == 1)
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
