//! Steps and ramps.

use mechanism::scalar::Scalar;
use mechanism::{Connections, Discrete, Instant, Law, Parameters, Real, ScalarOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

/// `y = offset + (0, then a slope for `duration`, then height)`; mode 0, 1, 2. Without a duration it is a step; mode 0,
/// 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RampLaw {
    pub height: Real,
    pub duration: Option<Real>,
    pub offset: Real,
    pub start_time: Real,
    pub y: ScalarOut,
}

impl RampLaw {
    /// Times of the start and the end, s; a step has no end.
    fn changes(&self, p: Parameters<'_, f64>) -> impl Iterator<Item = f64> {
        let start = p[self.start_time];
        std::iter::once(start).chain(self.duration.map(|duration| start + p[duration]))
    }
}

impl Law for RampLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let y = match (view.mode(), self.duration) {
            (0, _) => p[self.offset],
            (1, Some(duration)) => p[self.offset] + view.since(p[self.start_time]) * p[self.height] / p[duration],
            _ => p[self.offset] + p[self.height],
        };
        signals.set(self.y, y);
    }

    fn next_event(&self, p: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        now.first_after(self.changes(p))
    }

    fn mode(&self, p: Parameters<'_, f64>, time: f64) -> i32 {
        self.changes(p).filter(|change| time >= *change).count() as i32
    }

    fn has_mode(&self, mode: i32) -> bool {
        let last = if self.duration.is_some() { 2 } else { 1 };
        (0..=last).contains(&mode)
    }
}
