//! Modelica.Blocks.Logical.TriggeredTrapezoid

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::triggered_trapezoid::TriggeredTrapezoidLaw;

pub static TRIGGERED_TRAPEZOID: Class = Class {
    name: "Modelica.Blocks.Logical.TriggeredTrapezoid",
    description: "Triggered trapezoid generator",
    documentation: documentation!("triggered_trapezoid.md"),
    parameters: &[
        real("amplitude", "", "Amplitude of trapezoid").or(1.0),
        real("rising", "s", "Rising duration of trapezoid").min(0.0).or(0.0),
        real("falling", "s", "Falling duration of trapezoid").min(0.0).or_expression("rising"),
        real("offset", "", "Offset of output signal").or(0.0),
    ],
    connectors: &[Connector { description: "The output rises when this becomes true", ..boolean_input("u") }, Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(y) = e.scalar_output("y") else { return };
    let [amplitude, rising, falling, offset] = ["amplitude", "rising", "falling", "offset"].map(|name| e.real(name));
    let u = e.scalar_input("u");
    e.add_law(TriggeredTrapezoidLaw { u, amplitude, rising, falling, offset, y });
}
