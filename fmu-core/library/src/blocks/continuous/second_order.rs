//! Modelica.Blocks.Continuous.SecondOrder

use super::super::{Y, input};
use super::initialization::{Init, Y_START, init_type};
use super::linear::{Linear, u, x};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Continuous.SecondOrder",
    description: "Second order transfer function block (= 2 poles): der(der(y)) = w (w (k u - y) - 2 D der(y))",
    documentation: documentation!("second_order.md"),
    parameters: &[
        real("k", "", "Gain").or(1.0).tunable(),
        real("w", "", "Angular frequency").min(f64::MIN_POSITIVE).tunable(),
        real("D", "", "Damping").tunable(),
        init_type("NoInit"),
        Y_START,
        real("yd_start", "", "Initial or guess value of the derivative of the output").or(0.0),
    ],
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (init, starts) = (Init::of(e, "initType"), ["y_start", "yd_start"].map(|start| e.address(start)));
    let first = init.add_output_state(e, starts[0]);
    let fixed = matches!(init, Init::InitialState | Init::InitialOutput);
    let yd = e.add_named_state("yd", "Derivative of y", starts[1], fixed);
    if init == Init::SteadyState {
        e.start_steady("yd", yd);
    }
    let (k, w, d) = (e.real("k"), e.real("w"), e.real("D"));
    let acceleration =
        vec![u(0).times(w).times(w).times(k), x(0).by(-1.0).times(w).times(w), x(1).by(-2.0).times(d).times(w)];
    Linear { rates: vec![vec![x(1)], acceleration], outputs: vec![vec![x(0)]] }.build(e, first);
}
