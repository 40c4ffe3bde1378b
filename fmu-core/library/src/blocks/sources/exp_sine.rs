//! Modelica.Blocks.Sources.ExpSine

use super::super::{OFFSET, START_TIME, SineLaw, Y};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.ExpSine",
    description: "Generate exponentially damped sine signal",
    documentation: documentation!("exp_sine.md"),
    parameters: &[
        real("amplitude", "", "Amplitude of sine wave").or(1.0).tunable(),
        real("f", "Hz", "Frequency of sine wave"),
        real("phase", "rad", "Phase of sine wave").or(0.0),
        real("damping", "1/s", "Damping coefficient of sine wave"),
        boolean("continuous", false, "Make output continuous at startTime (else it jumps if phase is not 0)"),
        OFFSET,
        START_TIME,
    ],
    connectors: &[Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let damping = e.real("damping");
    SineLaw::build(e, Some(damping));
}
