//! Modelica.Blocks.Sources: Sine and ExpSine.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::sine::SineLaw;
use mechanism::Real;

const AMPLITUDE: Parameter = real("amplitude", "", "Amplitude of sine wave").or(1.0).tunable();

const F: Parameter = real("f", "Hz", "Frequency of sine wave");

const PHASE: Parameter = real("phase", "rad", "Phase of sine wave").or(0.0);

const CONTINUOUS: Parameter =
    boolean("continuous", false, "Make output continuous at startTime (otherwise it jumps if phase is not 0)");

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
