//! Constants, clocks, ramps, sines and trapezoids.

use super::{period_at, periods_begun};
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Instant, Law, Modes, Parameters, Real, ScalarOut, Signals, TimeView, after, law_variables,
};

/// `y = k`
#[derive(Clone, Debug, Binary)]
pub struct ConstantLaw {
    pub k: Real,
    pub y: ScalarOut,
}

impl Law for ConstantLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, view.parameters()[self.k]);
    }
}

/// `y = offset + (0, then the time since startTime)`; mode 0, 1.
#[derive(Clone, Debug, Binary)]
pub struct ClockLaw {
    pub offset: Real,
    pub start_time: Real,
    pub y: ScalarOut,
}

impl Law for ClockLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=1;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let since = if view.mode() == 0 { T::zero() } else { view.since(p[self.start_time]) };
        signals.set(self.y, p[self.offset] + since);
    }

    fn changes(&self, p: Parameters<'_, f64>) -> impl Iterator<Item = f64> {
        std::iter::once(p[self.start_time])
    }
}

/// `y = offset + (0, then a slope for `duration`, then height)`; mode 0, 1, 2. Without a duration it is a step; mode 0,
/// 1.
#[derive(Clone, Debug, Binary)]
pub struct RampLaw {
    pub height: Real,
    pub duration: Option<Real>,
    pub offset: Real,
    pub start_time: Real,
    pub y: ScalarOut,
}

impl Law for RampLaw {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let y = match (view.mode(), self.duration) {
            (0, _) => p[self.offset],
            (1, Some(duration)) => p[self.offset] + view.since(p[self.start_time]) * p[self.height] / p[duration],
            _ => p[self.offset] + p[self.height],
        };
        signals.set(self.y, y);
    }

    /// Start and end; a step has no end.
    fn changes(&self, p: Parameters<'_, f64>) -> impl Iterator<Item = f64> {
        let start = p[self.start_time];
        std::iter::once(start).chain(self.duration.map(|duration| start + p[duration]))
    }

    fn has_mode(&self, mode: i32) -> bool {
        let last = if self.duration.is_some() { 2 } else { 1 };
        (0..=last).contains(&mode)
    }
}

/// `y = offset + amplitude exp(-damping (time - startTime)) sin(2 pi f (time - startTime) + phase)` from startTime on.
#[derive(Clone, Debug, Binary)]
pub struct SineLaw {
    pub amplitude: Real,
    pub f: Real,
    pub phase: Real,
    /// Damping; none for a plain sine.
    pub damping: Option<Real>,
    pub continuous: bool,
    pub offset: Real,
    pub start_time: Real,
    pub y: ScalarOut,
}

impl Law for SineLaw {
    type Stage = after::Time;
    const MODES: Modes = 0..=1;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let running =
            T::constant(2.0 * std::f64::consts::PI) * p[self.f] * view.since(p[self.start_time]) + p[self.phase];
        let wave = match (view.mode(), self.continuous) {
            (0, false) => T::zero(),
            (0, true) => p[self.phase].sin(),
            _ => {
                let decay = |damping: Real| (-view.since(p[self.start_time]) * p[damping]).exp();
                self.damping.map_or_else(T::one, decay) * running.sin()
            }
        };
        let y = p[self.offset] + p[self.amplitude] * wave;
        signals.set(self.y, y);
    }

    fn changes(&self, p: Parameters<'_, f64>) -> impl Iterator<Item = f64> {
        std::iter::once(p[self.start_time])
    }
}

/// Phases of a period: rising, high, falling, low.
const PHASES: i32 = 4;

/// `y = offset + (rising, high, falling, low; repeated)`. The mode is negative outside the periods (before startTime,
/// after the last period), otherwise 4 times the number of the period plus the phase.
#[derive(Clone, Debug, Binary)]
pub struct TrapezoidLaw {
    pub amplitude: Real,
    pub rising: Real,
    pub width: Real,
    pub falling: Real,
    pub period: Real,
    pub periods: Real,
    pub offset: Real,
    pub start_time: Real,
    pub y: ScalarOut,
}

law_variables! {
    pub TrapezoidVariable of TrapezoidLaw, |law, view, signals| {
        Count: Time current,
        // Start of this period, s.
        PeriodStart: Time (view.parameters()[law.start_time] + law.current(view) * view.parameters()[law.period]),
    }
}

impl TrapezoidLaw {
    /// Number of the present period, also before startTime and after the last period.
    fn current<T: Scalar>(&self, view: &TimeView<'_, T>) -> T {
        let [start, period] = [self.start_time, self.period].map(|of| view.parameters()[of].value());
        T::constant(match view.mode() {
            mode if mode >= 0 => f64::from(mode / PHASES),
            _ => periods_begun(view.time().value(), period, |count| start + count * period),
        })
    }

    /// The times at which the phases of period `count` begin, and the start of the next period.
    fn boundaries<T: Scalar>(&self, p: Parameters<'_, T>, count: f64) -> [T; 5] {
        let start = p[self.start_time] + T::constant(count) * p[self.period];
        let high = start + p[self.rising];
        let falling = high + p[self.width];
        let next = p[self.start_time] + T::constant(count + 1.0) * p[self.period];
        [start, high, falling, falling + p[self.falling], next]
    }

    fn has_period(&self, p: Parameters<'_, f64>, count: f64) -> bool {
        count >= 0.0 && (p[self.periods] < 0.0 || count < p[self.periods])
    }
}

impl Law for TrapezoidLaw {
    type Stage = after::Time;
    const MODES: Modes = -1..=i32::MAX;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        let p = view.parameters();
        let [start, _, _, end, _] = self.boundaries(p, f64::from(view.mode().max(0) / PHASES));
        let share = match view.mode() {
            mode if mode < 0 => T::zero(),
            mode => match mode % PHASES {
                0 => view.since(start) / p[self.rising],
                1 => T::one(),
                2 => -view.since(end) / p[self.falling],
                _ => T::zero(),
            },
        };
        let y = p[self.offset] + p[self.amplitude] * share;
        signals.set(self.y, y);
    }

    fn next_event(&self, parameters: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        let count = period_at(parameters, [self.start_time, self.period], now.time()).max(-1.0);
        let of = |count: f64| self.boundaries(parameters, count);
        let (this, next) = (self.has_period(parameters, count), self.has_period(parameters, count + 1.0));
        let times = this.then(|| of(count)).into_iter().chain(next.then(|| of(count + 1.0))).flatten();
        now.first_after(times)
    }

    fn mode(&self, parameters: Parameters<'_, f64>, time: f64) -> i32 {
        let count = period_at(parameters, [self.start_time, self.period], time);
        if !self.has_period(parameters, count) {
            return -1;
        }
        let [_, high, falling, low, _] = self.boundaries(parameters, count);
        let phase = [high, falling, low].into_iter().take_while(|begin| time >= *begin).count() as i32;
        // The cast saturates.
        (count as i32).saturating_mul(PHASES).saturating_add(phase)
    }
}
