//! A state whose derivative is limited or stops at limits of the state, and Modelica.Blocks.Nonlinear.SlewRateLimiter.

use super::limiters::{ABOVE, BELOW, FREE, limit_name, place, refuse_crossed};
use crate::Element;
use crate::blocks::continuous::{Init, init_type};
use crate::blocks::interfaces::*;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Discrete, Event, Failure, Law, ModeName, MotionView, Parameters, Real, ScalarIn, ScalarOut,
    Signals, StateId, after, relation_holds, relation_indicator,
};
use serde::{Deserialize, Serialize};

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
    ..siso(|e| {
        refuse_crossed(e, ["Rising", "Falling"]);
        let (init, start, time) = (Init::of(e, "initType"), e.address("y_start"), e.real("Td"));
        let state = init.add_output_state(e, start);
        // The steady output is the input, whatever the limits are, since zero is between them.
        let starts_free = init == Init::SteadyState;
        LimitedRateLaw::build(e, LimitedRate::Slew { time }, state, ["Rising", "Falling"], [true, starts_free]);
    })
};

/// The derivative as a function of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LimitedRate {
    /// k u, and zero where that would lead out of the limits of the state.
    Integral {
        /// Gain.
        k: Real,
    },
    /// (u - y)/T within the limits of the derivative.
    Slew {
        /// Time constant, s.
        time: Real,
    },
}

/// The derivative of the state y.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LimitedRateLaw {
    kind: LimitedRate,
    u: ScalarIn,
    state: StateId,
    /// Upper and lower limit.
    limits: [Real; 2],
    is_strict: bool,
    /// The limits are ignored while the initial state is calculated.
    starts_free: bool,
}

/// Mode without limits, while the initial state is calculated.
const STARTING: i32 = 2;
/// Tolerance of the limits at the start, relative to their distance.
const BEYOND_AT_START: f64 = 0.001;

/// The output of a block that is its state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StateOutput {
    state: StateId,
    y: ScalarOut,
}

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

    fn has_relations(&self) -> bool {
        self.starts_free || (matches!(self.kind, LimitedRate::Integral { .. }) && !self.is_strict)
    }

    /// A state that started without limits has to be within them.
    fn check_start(&self, view: &MotionView<'_, f64>) -> Result<(), String> {
        let ([upper, lower], y) = (self.limits(view.parameters()), view.state(self.state));
        let room = BEYOND_AT_START * (upper - lower).abs();
        if (lower - room..=upper + room).contains(&y) {
            return Ok(());
        }
        Err(format!(
            "the limits were ignored at the start (limitsAtInit = false), and y = {y} is not between {lower} and {upper}; start elsewhere, or \
             leave limitsAtInit at true"
        ))
    }

    fn limits<T: Scalar>(&self, p: Parameters<'_, T>) -> [T; 2] {
        self.limits.map(|limit| p[limit])
    }

    fn demand<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> T {
        let (p, u) = (view.parameters(), signals.get(self.u));
        match self.kind {
            LimitedRate::Integral { k } => p[k] * u,
            LimitedRate::Slew { time } => (u - view.state(self.state)) / p[time],
        }
    }

    /// Positive where the state is beyond the upper or the lower limit and would go on.
    fn beyond(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>) -> [f64; 2] {
        let ([upper, lower], y) = (self.limits(view.parameters()), view.state(self.state));
        let rate = self.demand(view, signals);
        [(y - upper).min(rate), (lower - y).min(-rate)]
    }
}

impl Law for LimitedRateLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;

    fn connections(&self) -> Connections {
        Connections::default().reads([self.u]).touches([Contact::State(self.state)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let (demand, limits) = (self.demand(view, signals), self.limits(view.parameters()));
        let rate = match self.kind {
            // At a limit the derivative would not depend on the state that makes it zero.
            LimitedRate::Slew { .. } if view.mode() == STARTING => demand,
            LimitedRate::Slew { .. } => match place(demand, limits) {
                ABOVE => limits[0],
                BELOW => limits[1],
                _ => demand,
            },
            LimitedRate::Integral { .. } => {
                let mode = match view.mode() {
                    STARTING => FREE,
                    _ if self.is_strict => place(view.state(self.state), limits),
                    mode => mode,
                };
                let leads_out = !self.is_strict || demand.value() * f64::from(mode) > 0.0;
                if mode != FREE && leads_out { T::zero() } else { demand }
            }
        };
        view.set_state_derivative(self.state, rate);
    }

    fn first_mode(&self) -> i32 {
        if self.starts_free { STARTING } else { FREE }
    }

    fn has_mode(&self, mode: i32) -> bool {
        (BELOW..=ABOVE).contains(&mode) || (self.starts_free && mode == STARTING)
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        Some(limit_name(discrete.mode))
    }

    fn relations(&self) -> usize {
        if self.has_relations() { 2 } else { 0 }
    }

    fn indicators(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        if self.is_strict {
            indicators.fill(1.0);
            return;
        }
        let [above, below] = self.beyond(view, signals);
        let held = [view.mode() == ABOVE, view.mode() == BELOW];
        indicators.copy_from_slice(&[relation_indicator(held[0], above), relation_indicator(held[1], below)]);
    }

    fn update(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        if event.is_initial && self.starts_free {
            if let (LimitedRate::Integral { .. }, Err(reason)) = (self.kind, self.check_start(view)) {
                *event.failure = Some(Failure::Impossible(reason));
            }
            event.mode = FREE;
            return;
        }
        if self.is_strict || !self.has_relations() {
            return;
        }
        let [above, below] = self.beyond(view, signals);
        event.mode = if relation_holds(event.mode == ABOVE, above, event.is_initial) {
            ABOVE
        } else if relation_holds(event.mode == BELOW, below, event.is_initial) {
            BELOW
        } else {
            FREE
        };
    }
}

impl Law for StateOutput {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y).touches([Contact::State(self.state)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let value = view.state(self.state);
        signals.set(self.y, value);
    }
}
