//! The time since a Boolean became true.

use super::agreement;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Discrete, Event, Law, ModeName, Modes, ScalarIn, ScalarOut, Signals, TimeView, after};

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
    const HELD: usize = 1;
    const RELATIONS: usize = 1;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let y = if view.mode() == 1 { view.elapsed() - view.held(0) } else { T::zero() };
        signals.set(self.y, y);
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        Some([if discrete.mode == 1 { "running" } else { "stopped" }, ""])
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
