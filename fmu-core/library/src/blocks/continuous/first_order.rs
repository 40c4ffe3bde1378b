//! Modelica.Blocks.Continuous.FirstOrder

use super::super::{Y, input};
use super::initialization::{Init, Y_START, init_type};
use super::linear::{Linear, u, x};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Continuous.FirstOrder",
    description: "First order transfer function block (= 1 pole): T der(y) + y = k u",
    documentation: documentation!("first_order.md"),
    parameters: &[
        real("k", "", "Gain").or(1.0).tunable(),
        real("T", "s", "Time constant").min(f64::MIN_POSITIVE).tunable(),
        init_type("NoInit"),
        Y_START,
    ],
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (init, y_start) = (Init::of(e, "initType"), e.address("y_start"));
    let state = init.add_output_state(e, y_start);
    let (k, t) = (e.real("k"), e.real("T"));
    let rate = vec![u(0).times(k).over(t), x(0).by(-1.0).over(t)];
    Linear { rates: vec![rate], outputs: vec![vec![x(0)]] }.build(e, state);
}
