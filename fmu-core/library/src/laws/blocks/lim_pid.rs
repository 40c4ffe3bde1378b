//! PID controllers with limited output.

use super::limiter::{ABOVE, BELOW, FREE, LIMIT_NAMES, excess, limit_indicators, limit_mode, place};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Contact, Event, Law, ModeName, Modes, MotionView, Parameters, Real, ScalarIn, ScalarOut, Signals,
    StateId, after,
};

/// The integral part.
#[derive(Clone, Copy, Debug, Binary)]
pub struct Integral {
    /// Output of the integrator.
    pub state: StateId,
    /// Time constant, s.
    pub time: Real,
    /// Time constant of the anti-windup, relative to `time`.
    pub ni: Real,
}

/// The derivative part.
#[derive(Clone, Copy, Debug, Binary)]
pub struct Differential {
    /// State of the derivative block.
    pub state: StateId,
    /// Time constant, s.
    pub time: Real,
    /// Time constant of its smoothing, s.
    pub smoothing: Real,
    /// Set-point weight.
    pub wd: Real,
}

/// `y = limit(k (P + I + D) + kFF u_ff)`; the difference at the limit is fed back to the integrator (anti-windup).
#[derive(Clone, Debug, Binary)]
pub struct LimPidLaw {
    pub u_s: ScalarIn,
    pub u_m: ScalarIn,
    pub feed_forward: Option<(ScalarIn, Real)>,
    pub k: Real,
    pub wp: Real,
    pub integral: Option<Integral>,
    pub differential: Option<Differential>,
    /// Upper and lower limit of the output.
    pub limits: [Real; 2],
    pub is_strict: bool,
    /// The integral part is steady at the start.
    pub starts_steady: bool,
    pub y: ScalarOut,
}

impl LimPidLaw {
    /// Output before the limits, and the derivative of the state of the derivative block.
    fn unlimited<T: Scalar>(&self, view: &MotionView<'_, T>, signals: &Signals<'_, T>) -> [T; 2] {
        let (p, u_s, u_m) = (view.parameters(), signals.get(self.u_s), signals.get(self.u_m));
        let integral = self.integral.map_or_else(T::zero, |integral| view.state(integral.state));
        let rate = |d: Differential| (p[d.wd] * u_s - u_m - view.state(d.state)) / p[d.smoothing];
        let rate = self.differential.map_or_else(T::zero, rate);
        let differential = self.differential.map_or_else(T::zero, |d| p[d.time] * rate);
        let forward = self.feed_forward.map_or_else(T::zero, |(u, k)| p[k] * signals.get(u));
        [p[self.k] * (p[self.wp] * u_s - u_m + integral + differential) + forward, rate]
    }

    fn limits<T: Scalar>(&self, p: Parameters<'_, T>) -> [T; 2] {
        self.limits.map(|limit| p[limit])
    }

    /// Control error, the input of the integral part.
    fn error<T: Scalar>(&self, signals: &Signals<'_, T>) -> T {
        signals.get(self.u_s) - signals.get(self.u_m)
    }
}

impl Law for LimPidLaw {
    type Stage = after::Motion;
    const MODES: Modes = BELOW..=ABOVE;
    const MODE_NAMES: &'static [ModeName] = LIMIT_NAMES;

    fn connections(&self) -> Connections {
        let forward = self.feed_forward.map(|(u, _)| u);
        let states = [self.integral.map(|i| i.state), self.differential.map(|d| d.state)];
        Connections::default()
            .reads([self.u_s, self.u_m])
            .reads(forward)
            .writes(self.y)
            .touches(states.into_iter().flatten().map(Contact::State))
    }

    fn acts(&self) -> bool {
        self.integral.is_some() || self.differential.is_some()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let ([unlimited, rate], p) = (self.unlimited(view, signals), view.parameters());
        let limits = self.limits(p);
        // Strict limits have a mode only during the computation of an initial state beyond them.
        let mode = if self.is_strict && view.mode() == FREE { place(unlimited, limits) } else { view.mode() };
        let y = match mode {
            ABOVE => limits[0],
            BELOW => limits[1],
            _ => unlimited,
        };
        signals.set(self.y, y);
        if let Some(Integral { state, time, ni }) = self.integral {
            view.set_state_derivative(state, (self.error(signals) + (y - unlimited) / (p[self.k] * p[ni])) / p[time]);
        }
        if let Some(differential) = self.differential {
            view.set_state_derivative(differential.state, rate);
        }
    }

    /// If the integral part is steady but the error is not zero, the output is beyond the limit in the direction of the
    /// error.
    fn other_start(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>) -> Option<i32> {
        let drive = view.parameters()[self.k] * self.error(signals);
        let beyond = if drive > 0.0 { ABOVE } else { BELOW };
        (self.starts_steady && drive != 0.0).then_some(beyond)
    }

    fn relations(&self) -> usize {
        if self.is_strict && !self.starts_steady { 0 } else { 2 }
    }

    fn indicators(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        let ([unlimited, _], limits) = (self.unlimited(view, signals), self.limits(view.parameters()));
        if self.is_strict {
            indicators.fill(1.0);
        } else {
            indicators.copy_from_slice(&limit_indicators(view.mode(), excess(unlimited, limits)));
        }
    }

    fn update(&self, view: &MotionView<'_, f64>, signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = if self.is_strict {
            FREE
        } else {
            let [unlimited, _] = self.unlimited(view, signals);
            limit_mode(event.mode, excess(unlimited, self.limits(event.parameters)), event.is_initial)
        };
    }
}
