//! Modelica.Blocks.Sources: Step and Ramp.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::ramp::RampLaw;

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

impl RampLaw {
    /// Registers the law of `e` with the name of the parameter that is its duration.
    fn build(e: &mut Element<'_>, duration: Option<&str>) {
        if let Some(y) = e.scalar_output("y") {
            let [height, offset, start_time] = ["height", "offset", "startTime"].map(|name| e.real(name));
            let duration = duration.map(|name| e.real(name));
            e.add_law(Self { height, duration, offset, start_time, y });
        }
    }
}
