//! Modelica.Blocks.Continuous.Integrator

use super::super::{Y, input};
use super::initialization::{Init, Y_START, init_type};
use super::linear::{Linear, u, x};
use super::reset::{RESET, ResetLaw, SET, USE_RESET, USE_SET};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Continuous.Integrator",
    description: "Output the integral of the input signal: der(y) = k u",
    documentation: documentation!("integrator.md"),
    parameters: &[
        real("k", "", "Integrator gain").or(1.0).tunable(),
        USE_RESET,
        USE_SET,
        init_type("InitialState"),
        Y_START,
    ],
    connectors: &[input("u"), RESET, SET, Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (init, y_start) = (Init::of(e, "initType"), e.address("y_start"));
    let state = init.add_output_state(e, y_start);
    let rate = vec![u(0).times(e.real("k"))];
    Linear { rates: vec![rate], outputs: vec![vec![x(0)]] }.build(e, state);
    ResetLaw::build(e, state, None);
}
