//! Modelica.Blocks.Continuous.LimIntegrator

use super::super::nonlinear::{LimitedRate, LimitedRateLaw, STRICT, refuse_crossed};
use super::super::{Y, input};
use super::initialization::{Init, Y_START, init_type};
use super::reset::{RESET, ResetLaw, SET, USE_RESET, USE_SET};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Continuous.LimIntegrator",
    description: "Integrator with limited value of the output",
    documentation: documentation!("lim_integrator.md"),
    parameters: &[
        real("k", "", "Integrator gain").or(1.0).tunable(),
        real("outMax", "", "Upper limit of output").tunable(),
        real("outMin", "", "Lower limit of output").or_expression("-outMax").tunable(),
        USE_RESET,
        USE_SET,
        init_type("InitialState"),
        boolean("limitsAtInit", true, "The limits hold at the start, too"),
        Y_START,
        STRICT,
    ],
    connectors: &[input("u"), RESET, SET, Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    refuse_crossed(e, ["outMax", "outMin"]);
    let (init, start, k) = (Init::of(e, "initType"), e.address("y_start"), e.real("k"));
    let state = init.add_output_state(e, start);
    let how = [e.boolean("strict"), !e.boolean("limitsAtInit")];
    LimitedRateLaw::build(e, LimitedRate::Integral { k }, state, ["outMax", "outMin"], how);
    ResetLaw::build(e, state, Some(["outMax", "outMin"]));
}
