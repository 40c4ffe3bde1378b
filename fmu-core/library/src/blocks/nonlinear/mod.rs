//! Modelica.Blocks.Nonlinear: limiters, dead zones and delays.

use crate::blocks::continuous::{Init, init_type};
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::delay::{Delay, DelayLaw};
use crate::laws::blocks::limiter::{LimitedRate, LimitedRateLaw, LimiterLaw, Limiting, Limits, StateOutput};
use crate::types::{LIMITER_HOMOTOPY, VARIABLE_LIMITER_HOMOTOPY};
use mechanism::StateId;

pub(super) const STRICT: Parameter =
    boolean("strict", false, "No events at the limits: the limits are strict, and the slope jumps within a step");

/// homotopyType of limits
pub(super) const fn homotopy_type(of: &'static Enumeration) -> Parameter {
    let description = "Simplified model with which other tools look for a start";
    reading("homotopyType", Reading::Literal(of), DefaultValue::Literal("Linear"), description)
}

/// Refuses limits in the wrong order, if the model file gives their values.
pub(super) fn refuse_crossed(e: &mut Element<'_>, [upper, lower]: [&str; 2]) {
    let is_crossed = match (e.known(upper), e.known(lower)) {
        (Some(high), Some(low)) => low > high,
        // By default the lower limit is the opposite of the upper one.
        (Some(high), None) => high < 0.0,
        _ => false,
    };
    if is_crossed {
        e.refuse(lower, "a value that is not greater than that of the upper limit");
    }
}

impl Element<'_> {
    fn add_limiter(&mut self, kind: Limiting, limits: Limits, is_strict: bool) {
        self.add_law(LimiterLaw { kind, u: self.scalar_input("u"), limits, is_strict, y: self.scalar_y() });
    }

    /// Registers a limiter with parameters as limits.
    fn add_fixed_limiter(&mut self, kind: Limiting, is_strict: bool) {
        refuse_crossed(self, ["uMax", "uMin"]);
        let limits = Limits::Parameters(["uMax", "uMin"].map(|name| self.real(name)));
        self.add_limiter(kind, limits, is_strict);
    }

    fn add_delay(&mut self, delay: Delay) {
        let history = self.elements.histories;
        self.elements.histories += 1;
        self.add_law(DelayLaw { u: self.scalar_input("u"), delay, history, y: self.scalar_y() });
    }
}

pub static SLEW_RATE_LIMITER: Class = Class {
    name: "Modelica.Blocks.Nonlinear.SlewRateLimiter",
    description: "Limit the slew rate of a signal",
    parameters: &[
        real("Rising", "", "Maximum rising slew rate").min(f64::MIN_POSITIVE).or(1.0).tunable(),
        real("Falling", "", "Maximum falling slew rate (a negative number)")
            .max(-f64::MIN_POSITIVE)
            .or_expression("-Rising")
            .tunable(),
        real("Td", "s", "Derivative time constant").min(f64::MIN_POSITIVE).or(0.001).tunable(),
        init_type("SteadyState"),
        real("y_start", "", "Initial or guess value of output (= state)").or(0.0),
        reading_boolean("strict", false, "= true, if the limits raise no events in other tools; here they never do"),
    ],
    inner: &[inner("val", "(u - y)/Td")],
    rates: &[("y", "max(Falling, min(Rising, (u - y)/Td))")],
    ..siso(|e| {
        refuse_crossed(e, ["Rising", "Falling"]);
        let (init, time) = (Init::of(e, "initType"), e.real("Td"));
        let state = init.add_output_state(e);
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
        let (u, limits) = (e.scalar_input("u"), limits.map(|name| e.real(name)));
        e.add_law(Self { kind, u, state, limits, is_strict, starts_free });
        e.add_law(StateOutput { state, y: e.scalar_y() });
    }
}

/// Shortest fixed delay, s: steps of the integrator are no longer.
const SHORTEST: f64 = 1e-9;

const U_MAX: Parameter = real("uMax", "", "Upper limit of input signal").tunable();
const U_MIN: Parameter = real("uMin", "", "Lower limit of input signal").or_expression("-uMax").tunable();
const ZONE_MAX: Parameter = real("uMax", "", "Upper limit of dead zone").tunable();
const ZONE_MIN: Parameter = real("uMin", "", "Lower limit of dead zone").or_expression("-uMax").tunable();

plain_classes! {
    "Blocks.Nonlinear":
    LIMITER "Limiter" [U_MAX, U_MIN, STRICT, homotopy_type(&LIMITER_HOMOTOPY)]
        siso(|e| e.add_fixed_limiter(Limiting::Clip, e.boolean("strict"))) "Limit the range of a signal";
    VARIABLE_LIMITER "VariableLimiter" [STRICT, homotopy_type(&VARIABLE_LIMITER_HOMOTOPY)]
        {input("u"), input("limit1"), input("limit2"), Y} plain(|e| {
            let limits = Limits::Signals(["limit1", "limit2"].map(|name| e.scalar_input(name)));
            e.add_limiter(Limiting::Clip, limits, e.boolean("strict"));
        })
        "Limit the range of a signal with variable limits";
    DEAD_ZONE "DeadZone" [ZONE_MAX, ZONE_MIN] siso(|e| e.add_fixed_limiter(Limiting::DeadZone, false))
        "Provide a region of zero output";
    FIXED_DELAY "FixedDelay" [real("delayTime", "s", "Delay time of output with respect to input signal").min(SHORTEST)]
        siso(|e| e.add_delay(Delay::Fixed(e.real("delayTime")))) "Delay block with fixed DelayTime";
    VARIABLE_DELAY "VariableDelay" [real("delayMax", "s", "Maximum delay time").min(SHORTEST)]
        {input("u"), Connector { unit: "s", ..input("delayTime") }, Y} plain(|e| {
            e.add_delay(Delay::Variable { delay: e.scalar_input("delayTime"), longest: e.real("delayMax") });
        })
        "Delay block with variable DelayTime";
}
