//! Modelica.Blocks.Nonlinear.SlewRateLimiter

use super::super::continuous::{Init, init_type};
use super::super::{Y, input};
use super::limited_rate::{LimitedRate, LimitedRateLaw};
use super::limiter_law::refuse_crossed;
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Blocks.Nonlinear.SlewRateLimiter",
    description: "Limit the slew rate of a signal",
    documentation: documentation!("slew_rate_limiter.md"),
    parameters: &[
        real("Rising", "", "Maximum rising slew rate").min(f64::MIN_POSITIVE).or(1.0).tunable(),
        real("Falling", "", "Maximum falling slew rate (a negative number)")
            .max(-f64::MIN_POSITIVE)
            .or_expression("-Rising")
            .tunable(),
        real("Td", "s", "Derivative time constant").min(f64::MIN_POSITIVE).or(0.001).tunable(),
        init_type("SteadyState"),
        real("y_start", "", "Initial or guess value of output (= state)").or(0.0),
    ],
    connectors: &[input("u"), Y],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    refuse_crossed(e, ["Rising", "Falling"]);
    let (init, start, time) = (Init::of(e, "initType"), e.address("y_start"), e.real("Td"));
    let state = init.add_output_state(e, start);
    // Steady is the output that the input asks for, whatever the limits are: zero is between them.
    let starts_free = init == Init::SteadyState;
    LimitedRateLaw::build(e, LimitedRate::Slew { time }, state, ["Rising", "Falling"], [true, starts_free]);
}
