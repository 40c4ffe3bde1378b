//! Limits and dead zones of a signal.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Law, ModeName, Modes, Parameters, Real, ScalarIn, ScalarOut, Signals, TimeView,
    after, relation_holds, relation_indicator,
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

/// Indicators of the relations above and below.
pub fn limit_indicators(mode: i32, u: f64, [upper, lower]: [f64; 2]) -> [f64; 2] {
    [relation_indicator(mode == ABOVE, u - upper), relation_indicator(mode == BELOW, lower - u)]
}

/// The name of the mode.
pub fn limit_name(mode: i32) -> ModeName {
    let state = match mode {
        ABOVE => "at the upper limit",
        BELOW => "at the lower limit",
        FREE => "between the limits",
        _ => "without limits",
    };
    [state, ""]
}

/// The mode after an event.
pub fn limit_mode(event: &Event<'_>, u: f64, [upper, lower]: [f64; 2]) -> i32 {
    if relation_holds(event.mode == ABOVE, u - upper, event.is_initial) {
        ABOVE
    } else if relation_holds(event.mode == BELOW, lower - u, event.is_initial) {
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

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        Some(limit_name(discrete.mode))
    }

    fn relations(&self) -> usize {
        if self.is_strict { 0 } else { 2 }
    }

    fn indicators(&self, view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let limits = self.limits(view.parameters(), signals);
        indicators.copy_from_slice(&limit_indicators(view.mode(), signals.get(self.u), limits));
    }

    fn update(&self, _view: &TimeView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        if !self.is_strict {
            event.mode = limit_mode(event, signals.get(self.u), self.limits(event.parameters, signals));
        }
    }
}
