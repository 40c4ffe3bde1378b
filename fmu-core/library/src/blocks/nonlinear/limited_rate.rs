//! A state with limits of its derivative or of itself, and Modelica.Blocks.Nonlinear.SlewRateLimiter.

use super::limiters::refuse_crossed;
use crate::blocks::continuous::{Init, init_type};
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::limited_rate::{LimitedRate, LimitedRateLaw, StateOutput};
use mechanism::StateId;

pub static SLEW_RATE_LIMITER: Class = Class {
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
        reading(
            "strict",
            Reading::Boolean,
            DefaultValue::Boolean(false),
            "= true, if the limits raise no events in other tools; here they never do",
        ),
    ],
    inner: &[inner("val", "(u - y)/Td")],
    rates: &[("y", "max(Falling, min(Rising, (u - y)/Td))")],
    ..siso(|e| {
        refuse_crossed(e, ["Rising", "Falling"]);
        let (init, start, time) = (Init::of(e, "initType"), e.address("y_start"), e.real("Td"));
        let state = init.add_output_state(e, start);
        // The steady output equals the input for any limits, since zero is between them.
        let starts_free = init == Init::SteadyState;
        LimitedRateLaw::build(e, LimitedRate::Slew { time }, state, ["Rising", "Falling"], [true, starts_free]);
    })
};

impl LimitedRateLaw {
    /// Registers the laws of `e` for its state, with the names of the upper and the lower limit.
    pub(in crate::blocks) fn build(
        e: &mut Element<'_>,
        kind: LimitedRate,
        state: StateId,
        limits: [&str; 2],
        [is_strict, starts_free]: [bool; 2],
    ) {
        let Some(y) = e.scalar_output("y") else { return };
        let (u, limits) = (e.scalar_input("u"), limits.map(|name| e.real(name)));
        e.add_law(Self { kind, u, state, limits, is_strict, starts_free });
        e.add_law(StateOutput { state, y });
    }
}
