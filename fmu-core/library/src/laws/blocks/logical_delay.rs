//! Delays of a Boolean signal.

use super::{agreement, truth};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Instant, Law, ModeName, Modes, Parameters, Real, ScalarIn, ScalarOut, Signals,
    TimeView, after, truth_name,
};

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

impl LogicalDelayLaw {
    fn end(&self, p: Parameters<'_, f64>, changed: f64) -> f64 {
        changed + p[self.delay]
    }
}

impl Law for LogicalDelayLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=ON | WAITING;
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
        let end = self.end(p, *discrete.held.first()?);
        Some(end).filter(|end| discrete.mode & WAITING != 0 && *end > now.elapsed)
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let [state, _] = truth_name(discrete.mode & ON != 0)?;
        Some([state, if discrete.mode & WAITING != 0 { "waiting" } else { "passed on" }])
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
        waits &= event.elapsed < self.end(event.parameters, event.held[0]);
        event.mode = i32::from(is_on) * ON + i32::from(waits) * WAITING;
    }
}
