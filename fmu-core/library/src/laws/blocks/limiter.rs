//! Limits and dead zones of a signal; a state with limits of its derivative or of itself.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Event, Failure, Law, ModeName, Modes, MotionView, Parameters, Real, ScalarIn, ScalarOut,
    Signals, StateId, TimeView, after, relation_holds, relation_indicator,
};

/// Mode between the limits.
pub const FREE: i32 = 0;

/// Mode beyond the upper limit.
pub const ABOVE: i32 = 1;

/// Mode below the lower limit.
pub const BELOW: i32 = -1;

/// Output beyond the limits and between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Limiting {
    /// The limit beyond the limits, the input between them.
    Clip,
    /// The distance from the limit beyond the limits, zero between them.
    DeadZone,
}

/// Limits of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Limits {
    /// Parameters: upper and lower limit.
    Parameters([Real; 2]),
    /// Signals: upper and lower limit.
    Signals([ScalarIn; 2]),
}

/// `y` is the input between limits. The mode is `FREE`, `ABOVE` or `BELOW`.
#[derive(Clone, Debug, Binary)]
pub struct LimiterLaw {
    pub kind: Limiting,
    pub u: ScalarIn,
    pub limits: Limits,
    pub is_strict: bool,
    pub y: ScalarOut,
}

/// The mode of a signal for these limits.
pub fn place<T: Scalar>(u: T, [upper, lower]: [T; 2]) -> i32 {
    match u.value() {
        u if u > upper.value() => ABOVE,
        u if u < lower.value() => BELOW,
        _ => FREE,
    }
}

/// Positive above the upper limit, and below the lower one.
pub fn excess(u: f64, [upper, lower]: [f64; 2]) -> [f64; 2] {
    [u - upper, lower - u]
}

/// Indicators of the relations above and below.
pub fn limit_indicators(mode: i32, [above, below]: [f64; 2]) -> [f64; 2] {
    [relation_indicator(mode == ABOVE, above), relation_indicator(mode == BELOW, below)]
}

/// Names of the modes `BELOW`, `FREE` and `ABOVE`, and of the mode without limits.
pub const LIMIT_NAMES: &[ModeName] =
    &[["at the lower limit", ""], ["between the limits", ""], ["at the upper limit", ""], ["without limits", ""]];

/// The mode after an event; it was `held` before.
pub fn limit_mode(held: i32, [above, below]: [f64; 2], is_initial: bool) -> i32 {
    if relation_holds(held == ABOVE, above, is_initial) {
        ABOVE
    } else if relation_holds(held == BELOW, below, is_initial) {
        BELOW
    } else {
        FREE
    }
}

impl LimiterLaw {
    fn limits<T: Scalar>(&self, p: Parameters<'_, T>, signals: &Signals<'_, T>) -> [T; 2] {
        match self.limits {
            Limits::Parameters(limits) => limits.map(|limit| p[limit]),
            Limits::Signals(limits) => limits.map(|limit| signals.get(limit)),
        }
    }
}

impl Law for LimiterLaw {
    type Stage = after::Time;
    const MODES: Modes = BELOW..=ABOVE;
    const MODE_NAMES: &'static [ModeName] = LIMIT_NAMES;

    fn connections(&self) -> Connections {
        let limits = if let Limits::Signals(limits) = self.limits { Some(limits) } else { None };
        Connections::default().reads([self.u]).reads(limits.into_iter().flatten()).writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let (u, limits) = (signals.get(self.u), self.limits(view.parameters(), signals));
        let mode = if self.is_strict { place(u, limits) } else { view.mode() };
        let value = match (mode, self.kind) {
            (ABOVE, Limiting::Clip) => limits[0],
            (BELOW, Limiting::Clip) => limits[1],
            (ABOVE, Limiting::DeadZone) => u - limits[0],
            (BELOW, Limiting::DeadZone) => u - limits[1],
            (_, Limiting::Clip) => u,
            (_, Limiting::DeadZone) => T::zero(),
        };
        signals.set(self.y, value);
    }

    fn relations(&self) -> usize {
        if self.is_strict { 0 } else { 2 }
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let excess = excess(signals.get(self.u), self.limits(view.parameters(), signals));
        indicators.copy_from_slice(&limit_indicators(view.mode(), excess));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        if !self.is_strict {
            let excess = excess(signals.get(self.u), self.limits(event.parameters, signals));
            event.mode = limit_mode(event.mode, excess, event.is_initial);
        }
    }
}

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
        let [above, below] = excess(view.state(self.state), self.limits(view.parameters()));
        let rate = self.demand(view, signals);
        [above.min(rate), below.min(-rate)]
    }
}

impl Law for LimitedRateLaw {
    type Stage = after::Motion;
    const ACTS: bool = true;
    const MODES: Modes = BELOW..=STARTING;
    const MODE_NAMES: &'static [ModeName] = LIMIT_NAMES;

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
        Self::MODES.contains(&mode) && (self.starts_free || mode != STARTING)
    }

    fn relations(&self) -> usize {
        if self.has_relations() { 2 } else { 0 }
    }

    fn indicators(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        if self.is_strict {
            indicators.fill(1.0);
            return;
        }
        indicators.copy_from_slice(&limit_indicators(view.mode(), self.beyond(view, signals)));
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
        event.mode = limit_mode(event.mode, self.beyond(view, signals), event.is_initial);
    }
}

impl Law for StateOutput {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y).touches([Contact::State(self.state)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, view.state(self.state));
    }
}
