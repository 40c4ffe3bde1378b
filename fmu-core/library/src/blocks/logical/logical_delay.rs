//! Modelica.Blocks.Logical.LogicalDelay

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::logical_delay::DelayLaw;

pub static LOGICAL_DELAY: Class = Class {
    name: "Modelica.Blocks.Logical.LogicalDelay",
    description: "Delay Boolean signal",
    documentation: documentation!("logical_delay.md"),
    parameters: &[real("delayTime", "s", "Time delay").min(0.0).or(0.0)],
    connectors: &[
        boolean_input("u"),
        connector("y1", ConnectorKind::BooleanOutput(1), "", "Delay of the falling edge only"),
        connector("y2", ConnectorKind::BooleanOutput(1), "", "Delay of the rising edge only"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (u, delay) = (e.scalar_input("u"), e.real("delayTime"));
    for (name, is_longer) in [("y1", true), ("y2", false)] {
        if let Some(y) = e.scalar_output(name) {
            e.add_law(DelayLaw { u, delay, is_longer, y });
        }
    }
}
