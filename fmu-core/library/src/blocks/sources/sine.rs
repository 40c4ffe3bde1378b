//! Modelica.Blocks.Sources: Sine and ExpSine.

use crate::Element;
use crate::blocks::interfaces::*;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Discrete, Instant, Law, Modes, Parameters, Real, ScalarOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

const AMPLITUDE: Parameter = real("amplitude", "", "Amplitude of sine wave").or(1.0).tunable();
const F: Parameter = real("f", "Hz", "Frequency of sine wave");
const PHASE: Parameter = real("phase", "rad", "Phase of sine wave").or(0.0);
const CONTINUOUS: Parameter =
    boolean("continuous", false, "Make output continuous at startTime (else it jumps if phase is not 0)");

pub static SINE: Class = Class {
    name: "Modelica.Blocks.Sources.Sine",
    description: "Generate sine signal",
    documentation: documentation!("sine.md"),
    parameters: &[AMPLITUDE, F, PHASE, CONTINUOUS, OFFSET, START_TIME],
    ..so(|e| SineLaw::build(e, None))
};

pub static EXP_SINE: Class = Class {
    name: "Modelica.Blocks.Sources.ExpSine",
    description: "Generate exponentially damped sine signal",
    documentation: documentation!("exp_sine.md"),
    parameters: &[
        AMPLITUDE,
        F,
        PHASE,
        real("damping", "1/s", "Damping coefficient of sine wave"),
        CONTINUOUS,
        OFFSET,
        START_TIME,
    ],
    ..so(|e| {
        let damping = e.real("damping");
        SineLaw::build(e, Some(damping));
    })
};

/// `y = offset + amplitude exp(-damping (time - startTime)) sin(2 pi f (time - startTime) + phase)` from startTime on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SineLaw {
    amplitude: Real,
    f: Real,
    phase: Real,
    /// None where it does not decay.
    damping: Option<Real>,
    continuous: bool,
    offset: Real,
    start_time: Real,
    y: ScalarOut,
}

impl SineLaw {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>, damping: Option<Real>) {
        if let Some(y) = e.scalar_output("y") {
            let law = Self {
                amplitude: e.real("amplitude"),
                f: e.real("f"),
                phase: e.real("phase"),
                damping,
                continuous: e.boolean("continuous"),
                offset: e.real("offset"),
                start_time: e.real("startTime"),
                y,
            };
            e.add_law(law);
        }
    }
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
