//! Modelica.Blocks.Continuous.Derivative

use super::super::{Y, input};
use super::initialization::{Init, Y_START, init_type};
use super::linear::{Linear, u, x};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Continuous.Derivative",
    description: "Approximated derivative block: y = k s/(T s + 1) u",
    documentation: documentation!("derivative.md"),
    parameters: &[
        real("k", "", "Gain").or(1.0).tunable(),
        real("T", "s", "Time constant (T > 0 required; T = 0 is the ideal derivative)")
            .or(0.01)
            .min(f64::MIN_POSITIVE)
            .tunable(),
        init_type("NoInit"),
        real("x_start", "", "Initial or guess value of the state").or(0.0),
        Y_START,
    ],
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (init, start) = (Init::of(e, "initType"), e.address("x_start"));
    let state = init.add_state(e, "x", "State of the block", start, false);
    init.start_output(e);
    let (k, t) = (e.real("k"), e.real("T"));
    let rate = vec![u(0).over(t), x(0).by(-1.0).over(t)];
    let output = vec![u(0).times(k).over(t), x(0).by(-1.0).times(k).over(t)];
    Linear { rates: vec![rate], outputs: vec![output] }.build(e, state);
}
