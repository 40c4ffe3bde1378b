//! Modelica.Blocks.Sources.Pulse

use super::super::{OFFSET, START_TIME, TrapezoidLaw, Y};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.Pulse",
    description: "Generate pulse signal of type Real",
    documentation: documentation!("pulse.md"),
    parameters: &[
        real("amplitude", "", "Amplitude of pulse").or(1.0).tunable(),
        real("width", "", "Width of pulse in % of period").min(f64::MIN_POSITIVE).max(100.0).or(50.0),
        real("period", "s", "Time for one period").min(1e-60),
        real("nperiod", "", "Number of periods (less than 0 means infinite number of periods)").or(-1.0),
        OFFSET,
        START_TIME,
        real("T_width", "s", "Duration of the pulse").derived("period*width/100"),
        real("T_rising", "s", "Duration of the flanks").derived("0").hidden(),
    ],
    connectors: &[Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    TrapezoidLaw::build(e, ["T_rising", "T_width", "T_rising"]);
}
