//! Modelica.Blocks.Continuous.PI

use super::super::{Y, input};
use super::initialization::{Init, Y_START, init_type};
use super::linear::{Linear, u, x};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Continuous.PI",
    description: "Proportional-Integral controller: y = k (1 + 1/(T s)) u",
    documentation: documentation!("pi.md"),
    parameters: &[
        real("k", "", "Gain").or(1.0).tunable(),
        real("T", "s", "Time constant (T > 0 required)").min(f64::MIN_POSITIVE).tunable(),
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
    let k = e.real("k");
    let rate = vec![u(0).over(e.real("T"))];
    Linear { rates: vec![rate], outputs: vec![vec![x(0).times(k), u(0).times(k)]] }.build(e, state);
}
