//! Modelica.Blocks.Sources.SawTooth

use super::super::{OFFSET, START_TIME, TrapezoidLaw, Y};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Sources.SawTooth",
    description: "Generate saw tooth signal",
    documentation: documentation!("saw_tooth.md"),
    parameters: &[
        real("amplitude", "", "Amplitude of saw tooth").or(1.0).tunable(),
        real("period", "s", "Time for one period").min(1e-60),
        real("nperiod", "", "Number of periods (less than 0 means infinite number of periods)").or(-1.0),
        OFFSET,
        START_TIME,
        real("T_width", "s", "Duration at the top").derived("0").hidden(),
    ],
    connectors: &[Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    TrapezoidLaw::build(e, ["period", "T_width", "T_width"]);
}
