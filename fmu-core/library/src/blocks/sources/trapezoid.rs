//! Modelica.Blocks.Sources: Trapezoid, Pulse and SawTooth.

use super::periods_begun;
use crate::Element;
use crate::blocks::interfaces::*;
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Discrete, Instant, Law, Modes, Parameters, Real, ScalarOut, Signals, TimeView, after};
use serde::{Deserialize, Serialize};

const PERIOD: Parameter = real("period", "s", "Time for one period").min(1e-60);
const NPERIOD: Parameter =
    real("nperiod", "", "Number of periods (less than 0 means infinite number of periods)").or(-1.0);

pub static TRAPEZOID: Class = Class {
    name: "Modelica.Blocks.Sources.Trapezoid",
    description: "Generate trapezoidal signal of type Real",
    documentation: documentation!("trapezoid.md"),
    parameters: &[
        real("amplitude", "", "Amplitude of trapezoid").or(1.0).tunable(),
        real("rising", "s", "Rising duration of trapezoid").min(0.0).or(0.0),
        real("width", "s", "Width duration of trapezoid").min(0.0).or(0.5),
        real("falling", "s", "Falling duration of trapezoid").min(0.0).or(0.0),
        PERIOD,
        NPERIOD,
        OFFSET,
        START_TIME,
        real("T_rising", "s", "End time of rising phase within one period").derived("rising"),
        real("T_width", "s", "End time of width phase within one period").derived("T_rising + width"),
        real("T_falling", "s", "End time of falling phase within one period").derived("T_width + falling"),
    ],
    ..so(|e| TrapezoidLaw::build(e, ["rising", "width", "falling"]))
};

pub static PULSE: Class = Class {
    name: "Modelica.Blocks.Sources.Pulse",
    description: "Generate pulse signal of type Real",
    documentation: documentation!("pulse.md"),
    parameters: &[
        real("amplitude", "", "Amplitude of pulse").or(1.0).tunable(),
        real("width", "", "Width of pulse in % of period").min(f64::MIN_POSITIVE).max(100.0).or(50.0),
        PERIOD,
        NPERIOD,
        OFFSET,
        START_TIME,
        real("T_width", "s", "Duration of the pulse").derived("period*width/100"),
        real("T_rising", "s", "Duration of the flanks").derived("0").hidden(),
    ],
    ..so(|e| TrapezoidLaw::build(e, ["T_rising", "T_width", "T_rising"]))
};

pub static SAW_TOOTH: Class = Class {
    name: "Modelica.Blocks.Sources.SawTooth",
    description: "Generate saw tooth signal",
    documentation: documentation!("saw_tooth.md"),
    parameters: &[
        real("amplitude", "", "Amplitude of saw tooth").or(1.0).tunable(),
        PERIOD,
        NPERIOD,
        OFFSET,
        START_TIME,
        real("T_width", "s", "Duration at the top").derived("0").hidden(),
    ],
    ..so(|e| TrapezoidLaw::build(e, ["period", "T_width", "T_width"]))
};

/// Phases of a period: rising, high, falling, low.
const PHASES: i32 = 4;

/// `y = offset + (rising, high, falling, low; repeated)`. The mode is negative when the signal is at rest (before startTime, after the
/// last period), else the number of the period times 4 plus the phase.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrapezoidLaw {
    amplitude: Real,
    rising: Real,
    width: Real,
    falling: Real,
    period: Real,
    periods: Real,
    offset: Real,
    start_time: Real,
    y: ScalarOut,
}

impl TrapezoidLaw {
    /// Registers the law of `e`, with the names of the durations of the first three phases.
    fn build(e: &mut Element<'_>, durations: [&str; 3]) {
        if let Some(y) = e.scalar_output("y") {
            let [rising, width, falling] = durations.map(|name| e.real(name));
            let law = Self {
                amplitude: e.real("amplitude"),
                rising,
                width,
                falling,
                period: e.real("period"),
                periods: e.real("nperiod"),
                offset: e.real("offset"),
                start_time: e.real("startTime"),
                y,
            };
            e.add_law(law);
        }
    }

    /// The times at which a phase of period `count` begins, and that of the next period.
    fn boundaries<T: Scalar>(&self, p: Parameters<'_, T>, count: f64) -> [T; 5] {
        let start = p[self.start_time] + T::constant(count) * p[self.period];
        let high = start + p[self.rising];
        let falling = high + p[self.width];
        let next = p[self.start_time] + T::constant(count + 1.0) * p[self.period];
        [start, high, falling, falling + p[self.falling], next]
    }

    /// Number of the period at `time`, from 0; negative before startTime.
    fn count(&self, p: Parameters<'_, f64>, time: f64) -> f64 {
        periods_begun(time, p[self.period], |count| p[self.start_time] + count * p[self.period])
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
        let count = self.count(parameters, now.time()).max(-1.0);
        let of = |count: f64| self.boundaries(parameters, count);
        let (this, next) = (self.has_period(parameters, count), self.has_period(parameters, count + 1.0));
        let times = this.then(|| of(count)).into_iter().chain(next.then(|| of(count + 1.0))).flatten();
        now.first_after(times)
    }

    fn mode(&self, parameters: Parameters<'_, f64>, time: f64) -> i32 {
        let count = self.count(parameters, time);
        if !self.has_period(parameters, count) {
            return -1;
        }
        let [_, high, falling, low, _] = self.boundaries(parameters, count);
        let phase = [high, falling, low].into_iter().take_while(|begin| time >= *begin).count() as i32;
        // The cast saturates.
        (count as i32).saturating_mul(PHASES).saturating_add(phase)
    }
}
