//! Modelica.Blocks.Nonlinear: FixedDelay and VariableDelay.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::delay::{Delay, DelayLaw};

pub static FIXED_DELAY: Class = Class {
    name: "Modelica.Blocks.Nonlinear.FixedDelay",
    description: "Delay block with fixed DelayTime",
    documentation: documentation!("fixed_delay.md"),
    parameters: &[real("delayTime", "s", "Delay time of output with respect to input signal").min(SHORTEST)],
    ..siso(|e| {
        let delay = Delay::Fixed(e.real("delayTime"));
        DelayLaw::build(e, delay);
    })
};

/// Shortest fixed delay, s: steps of the integrator are no longer.
const SHORTEST: f64 = 1e-9;

pub static VARIABLE_DELAY: Class = Class {
    name: "Modelica.Blocks.Nonlinear.VariableDelay",
    description: "Delay block with variable DelayTime",
    documentation: documentation!("variable_delay.md"),
    parameters: &[real("delayMax", "s", "Maximum delay time").min(SHORTEST)],
    connectors: &[input("u"), Connector { unit: "s", ..input("delayTime") }, Y],
    ..Class::element(|e| {
        let delay = Delay::Variable { delay: e.scalar_input("delayTime"), longest: e.real("delayMax") };
        DelayLaw::build(e, delay);
    })
};

impl DelayLaw {
    fn build(e: &mut Element<'_>, delay: Delay) {
        let Some(y) = e.scalar_output("y") else { return };
        let (u, history) = (e.scalar_input("u"), e.add_history());
        e.add_law(Self { u, delay, history, y });
    }
}
