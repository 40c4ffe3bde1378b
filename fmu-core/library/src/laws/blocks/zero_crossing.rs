//! Zero crossings of a signal.

use super::{agreement, truth};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Law, ModeName, Modes, ScalarIn, ScalarOut, Signals, TimeView, after, relation_holds,
    relation_indicator,
};

/// Bit of the mode: the input is negative.
const NEGATIVE: i32 = 1;

/// Bit of the mode: the input was negative in the previous iteration of the event.
const WAS_NEGATIVE: i32 = 2;

/// Bit of the mode: crossings are enabled.
const ENABLED: i32 = 4;

/// `y` is true during the event at which the input becomes negative or ceases to be negative.
#[derive(Clone, Debug, Binary)]
pub struct ZeroCrossingLaw {
    pub u: ScalarIn,
    pub enable: ScalarIn,
    pub y: ScalarOut,
}

impl ZeroCrossingLaw {
    fn is_enabled(&self, signals: &Signals<'_, f64>) -> bool {
        signals.get(self.enable) > 0.5
    }
}

impl Law for ZeroCrossingLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=NEGATIVE | WAS_NEGATIVE | ENABLED;
    const RELATIONS: usize = 2;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u, self.enable]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let is = |bit: i32| view.mode() & bit != 0;
        let y = is(ENABLED) && signals.get(self.enable).value() > 0.5 && is(NEGATIVE) != is(WAS_NEGATIVE);
        signals.set(self.y, truth(y));
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let state = match (discrete.mode & ENABLED != 0, discrete.mode & NEGATIVE != 0) {
            (false, _) => "disabled",
            (true, false) => "positive",
            (true, true) => "negative",
        };
        Some([state, ""])
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let (mode, is_enabled) = (view.mode(), self.is_enabled(signals));
        let crossing = relation_indicator(mode & NEGATIVE != 0, -signals.get(self.u));
        indicators[0] = if is_enabled { crossing } else { 1.0 };
        indicators[1] = agreement(is_enabled == (mode & ENABLED != 0));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        let (was_negative, is_enabled) = (event.mode & NEGATIVE != 0, self.is_enabled(signals));
        let begins = event.is_initial || event.mode & ENABLED == 0;
        let is_negative = is_enabled && relation_holds(was_negative, -signals.get(self.u), begins);
        // Enabling the block is not a crossing.
        let was_negative = if begins { is_negative } else { was_negative };
        event.mode = i32::from(is_negative) * NEGATIVE
            + i32::from(was_negative) * WAS_NEGATIVE
            + i32::from(is_enabled) * ENABLED;
    }
}
