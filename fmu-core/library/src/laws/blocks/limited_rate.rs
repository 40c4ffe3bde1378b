//! A state with limits of its derivative or of itself.

use super::limiter::{ABOVE, BELOW, FREE, limit_name, place};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Discrete, Event, Failure, Law, ModeName, MotionView, Parameters, Real, ScalarIn, ScalarOut,
    Signals, StateId, after, relation_holds, relation_indicator,
};

/// The derivative as a function of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum LimitedRate {
    /// k u, or zero if the state would leave its limits.
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
#[derive(Clone, Debug, Binary)]
pub struct LimitedRateLaw {
    pub kind: LimitedRate,
    pub u: ScalarIn,
    pub state: StateId,
    /// Upper and lower limit.
    pub limits: [Real; 2],
    pub is_strict: bool,
    /// The limits are ignored during the computation of the initial state.
    pub starts_free: bool,
}

/// Mode without limits, during the computation of the initial state.
const STARTING: i32 = 2;

/// Tolerance of the limits at the start, relative to their distance.
const BEYOND_AT_START: f64 = 0.001;

/// The output of a block that is its state.
#[derive(Clone, Debug, Binary)]
pub struct StateOutput {
    pub state: StateId,
    pub y: ScalarOut,
}

impl LimitedRateLaw {
    fn has_relations(&self) -> bool {
        self.starts_free || (matches!(self.kind, LimitedRate::Integral { .. }) && !self.is_strict)
    }

    /// Checks that a state that started without limits is within them.
    fn check_start(&self, view: &MotionView<'_, f64>) -> Result<(), String> {
        let ([upper, lower], y) = (self.limits(view.parameters()), view.state(self.state));
        let room = BEYOND_AT_START * (upper - lower).abs();
        if (lower - room..=upper + room).contains(&y) {
            return Ok(());
        }
        Err(format!(
            "the limits were ignored at the start (limitsAtInit = false), and y = {y} is not between {lower} and \
             {upper}; change the start value, or set limitsAtInit = true"
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

    /// Positive if the state is beyond the upper or the lower limit and would move on.
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
