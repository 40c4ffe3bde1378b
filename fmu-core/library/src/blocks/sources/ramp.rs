//! Modelica.Blocks.Sources: Step and Ramp.

use crate::Element;
use crate::blocks::interfaces::*;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Discrete, Instant, Law, Parameters, Real, ScalarOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

pub static STEP: Class = Class {
    name: "Modelica.Blocks.Sources.Step",
    description: "Generate step signal of type Real",
    documentation: documentation!("step.md"),
    parameters: &[real("height", "", "Height of step").or(1.0).tunable(), OFFSET, START_TIME],
    ..so(|e| RampLaw::build(e, None))
};

pub static RAMP: Class = Class {
    name: "Modelica.Blocks.Sources.Ramp",
    description: "Generate ramp signal",
    documentation: documentation!("ramp.md"),
    parameters: &[
        real("height", "", "Height of ramps").or(1.0).tunable(),
        real("duration", "s", "Duration of ramp (= 0.0 gives a step)").min(0.0),
        OFFSET,
        START_TIME,
    ],
    ..so(|e| RampLaw::build(e, Some("duration")))
};

/// `y = offset + (0, then a slope for `duration`, then height)`; mode 0, 1, 2. Without a duration it is a step; mode 0, 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RampLaw {
    height: Real,
    duration: Option<Real>,
    offset: Real,
    start_time: Real,
    y: ScalarOut,
}

impl RampLaw {
    /// Registers the law of `e` with the name of the parameter that is its duration.
    fn build(e: &mut Element<'_>, duration: Option<&str>) {
        if let Some(y) = e.scalar_output("y") {
            let [height, offset, start_time] = ["height", "offset", "startTime"].map(|name| e.real(name));
            let duration = duration.map(|name| e.real(name));
            e.add_law(Self { height, duration, offset, start_time, y });
        }
    }

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
