//! Modelica.Blocks.Sources.Ramp

use super::{OFFSET, START_TIME, Y};
use crate::Element;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Discrete, Instant, Law, Parameters, Real, ScalarOut, SignalOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.Ramp",
    description: "Generate ramp signal",
    documentation: documentation!("ramp.md"),
    parameters: &[
        real("height", "", "Height of ramps").or(1.0).tunable(),
        real("duration", "s", "Duration of ramp (= 0.0 gives a step)").min(0.0),
        OFFSET,
        START_TIME,
    ],
    connectors: &[Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    if let Some(y) = e.scalar_output("y") {
        let law = RampLaw {
            height: e.real("height"),
            duration: e.real("duration"),
            offset: e.real("offset"),
            start_time: e.real("startTime"),
            y,
        };
        e.add_law(law);
    }
}

/// `y = offset + (0, then a slope for `duration`, then height)`; mode 0, 1, 2.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RampLaw {
    height: Real,
    duration: Real,
    offset: Real,
    start_time: Real,
    y: ScalarOut,
}

impl Law for RampLaw {
    type Stage = after::Time;

    fn output(&self) -> Option<SignalOut> {
        Some(self.y.into())
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let rise = match view.mode() {
            0 => T::zero(),
            1 => view.since(p[self.start_time]) * p[self.height] / p[self.duration],
            _ => p[self.height],
        };
        let y = p[self.offset] + rise;
        signals.set(self.y, y);
    }

    fn next_event(&self, parameters: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        let start = parameters[self.start_time];
        now.first_after([start, start + parameters[self.duration]])
    }

    fn mode(&self, parameters: Parameters<'_, f64>, time: f64) -> i32 {
        let start = parameters[self.start_time];
        i32::from(time >= start) + i32::from(time >= start + parameters[self.duration])
    }

    fn has_mode(&self, mode: i32) -> bool {
        (0..=2).contains(&mode)
    }
}
