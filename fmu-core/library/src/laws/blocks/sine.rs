//! Sines, damped or not.

use mechanism::scalar::Scalar;
use mechanism::{Connections, Discrete, Instant, Law, Modes, Parameters, Real, ScalarOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

/// `y = offset + amplitude exp(-damping (time - startTime)) sin(2 pi f (time - startTime) + phase)` from startTime on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SineLaw {
    pub amplitude: Real,
    pub f: Real,
    pub phase: Real,
    /// Damping; none for a plain sine.
    pub damping: Option<Real>,
    pub continuous: bool,
    pub offset: Real,
    pub start_time: Real,
    pub y: ScalarOut,
}

impl Law for SineLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=1;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let running =
            T::constant(2.0 * std::f64::consts::PI) * p[self.f] * view.since(p[self.start_time]) + p[self.phase];
        let wave = match (view.mode(), self.continuous) {
            (0, false) => T::zero(),
            (0, true) => p[self.phase].sin(),
            _ => {
                let decay = |damping: Real| (-view.since(p[self.start_time]) * p[damping]).exp();
                self.damping.map_or_else(T::one, decay) * running.sin()
            }
        };
        let y = p[self.offset] + p[self.amplitude] * wave;
        signals.set(self.y, y);
    }

    fn next_event(&self, parameters: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        now.first_after([parameters[self.start_time]])
    }

    fn mode(&self, parameters: Parameters<'_, f64>, time: f64) -> i32 {
        i32::from(time >= parameters[self.start_time])
    }
}
