//! Modelica.Blocks.Logical.Timer

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::timer::TimerLaw;

pub static TIMER: Class = Class {
    name: "Modelica.Blocks.Logical.Timer",
    description: "Timer measuring the time from the time instant where the Boolean input became true",
    documentation: documentation!("timer.md"),
    connectors: &[boolean_input("u"), Connector { unit: "s", ..Y }],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let Some(y) = e.scalar_output("y") else { return };
    let u = e.scalar_input("u");
    e.add_law(TimerLaw { u, y });
}
