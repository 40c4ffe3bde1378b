//! Modelica.Blocks.Sources.ContinuousClock

use crate::blocks::interfaces::*;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Discrete, Instant, Law, Parameters, Real, ScalarOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

pub static CONTINUOUS_CLOCK: Class = Class {
    name: "Modelica.Blocks.Sources.ContinuousClock",
    description: "Generate current time signal",
    documentation: documentation!("continuous_clock.md"),
    parameters: &[OFFSET, START_TIME],
    ..so(|e| {
        if let Some(y) = e.scalar_output("y") {
            let [offset, start_time] = ["offset", "startTime"].map(|name| e.real(name));
            e.add_law(ClockLaw { offset, start_time, y });
        }
    })
};

/// `y = offset + (0, then the time since startTime)`; mode 0, 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClockLaw {
    offset: Real,
    start_time: Real,
    y: ScalarOut,
}

impl Law for ClockLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let since = if view.mode() == 0 { T::zero() } else { view.since(p[self.start_time]) };
        signals.set(self.y, p[self.offset] + since);
    }

    fn next_event(&self, p: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        now.first_after([p[self.start_time]])
    }

    fn mode(&self, p: Parameters<'_, f64>, time: f64) -> i32 {
        i32::from(time >= p[self.start_time])
    }

    fn has_mode(&self, mode: i32) -> bool {
        (0..=1).contains(&mode)
    }
}
