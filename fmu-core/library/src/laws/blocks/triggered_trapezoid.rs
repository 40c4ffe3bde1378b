//! Trapezoids triggered by a Boolean signal.

use super::agreement;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Instant, Law, ModeName, Modes, Parameters, Real, ScalarIn, ScalarOut, Signals,
    TimeView, after,
};

/// Bit of the mode: the input is true.
const ON: i32 = 1;

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

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        let state = match (discrete.mode & ON != 0, discrete.mode & MOVING != 0) {
            (true, true) => "rising",
            (true, false) => "high",
            (false, true) => "falling",
            (false, false) => "low",
        };
        Some([state, ""])
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
