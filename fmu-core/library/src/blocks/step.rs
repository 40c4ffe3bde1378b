//! Modelica.Blocks.Sources.Step

use super::{OFFSET, START_TIME, Y};
use crate::Element;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Discrete, Instant, Law, Parameters, Real, ScalarOut, SignalOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.Step",
    description: "Generate step signal of type Real",
    documentation: documentation!("step.md"),
    parameters: &[real("height", "", "Height of step").or(1.0).tunable(), OFFSET, START_TIME],
    connectors: &[Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    if let Some(y) = e.scalar_output("y") {
        let law = StepLaw { height: e.real("height"), offset: e.real("offset"), start_time: e.real("startTime"), y };
        e.add_law(law);
    }
}

/// `y = offset + (if time < startTime then 0 else height)`
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StepLaw {
    height: Real,
    offset: Real,
    start_time: Real,
    y: ScalarOut,
}

impl Law for StepLaw {
    type Stage = after::Time;

    fn output(&self) -> Option<SignalOut> {
        Some(self.y.into())
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let y = if view.mode() == 0 { p[self.offset] } else { p[self.offset] + p[self.height] };
        signals.set(self.y, y);
    }

    fn next_event(&self, parameters: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        now.first_after([parameters[self.start_time]])
    }

    fn mode(&self, parameters: Parameters<'_, f64>, time: f64) -> i32 {
        i32::from(time >= parameters[self.start_time])
    }

    fn has_mode(&self, mode: i32) -> bool {
        (0..=1).contains(&mode)
    }
}
