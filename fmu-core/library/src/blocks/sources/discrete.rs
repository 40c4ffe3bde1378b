//! Modelica.Blocks.Sources: Boolean and Integer signals.

use super::periods_begun;
use super::toggle::Toggle;
use crate::Element;
use crate::blocks::interfaces::*;
use crate::blocks::tables::{Extrapolation, extrapolation};
use crate::class::*;
use mechanism::scalar::Scalar;
use mechanism::{
    Connections, Discrete, Event, Instant, Law, ModeName, Parameters, Real, ScalarOut, Shape, Signals, TimeView, after,
    truth_name,
};
use serde::{Deserialize, Serialize};

pub static BOOLEAN_CONSTANT: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanConstant",
    description: "Generate constant signal of type Boolean",
    documentation: documentation!("boolean_constant.md"),
    parameters: &[boolean("k", true, "Constant output value")],
    ..boolean_so(|e| {
        let k = i32::from(e.boolean("k"));
        TimedValue::build(e, Timed::Constant(k));
    })
};

pub static INTEGER_CONSTANT: Class = Class {
    name: "Modelica.Blocks.Sources.IntegerConstant",
    description: "Generate constant signal of type Integer",
    documentation: documentation!("integer_constant.md"),
    parameters: &[whole("k", 1, "Constant output value")],
    ..integer_so(|e| {
        let k = e.integer("k");
        TimedValue::build(e, Timed::Constant(k));
    })
};

pub static BOOLEAN_STEP: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanStep",
    description: "Generate step signal of type Boolean",
    documentation: documentation!("boolean_step.md"),
    parameters: &[
        real("startTime", "s", "Time instant of step start").or(0.0),
        boolean("startValue", false, "Output before startTime"),
    ],
    ..boolean_so(|e| {
        let (start_time, before) = (e.real("startTime"), i32::from(e.boolean("startValue")));
        TimedValue::build(e, Timed::Step { start_time, before, after: 1 - before });
    })
};

pub static INTEGER_STEP: Class = Class {
    name: "Modelica.Blocks.Sources.IntegerStep",
    description: "Generate step signal of type Integer",
    documentation: documentation!("integer_step.md"),
    parameters: &[whole("height", 1, "Height of step"), whole("offset", 0, "Offset of output signal y"), START_TIME],
    ..integer_so(|e| {
        let (height, before, start_time) = (e.integer("height"), e.integer("offset"), e.real("startTime"));
        match before.checked_add(height) {
            Some(after) => TimedValue::build(e, Timed::Step { start_time, before, after }),
            None => e.refuse("height", "a sum with offset that an Integer can be"),
        }
    })
};

pub static BOOLEAN_PULSE: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanPulse",
    description: "Generate pulse signal of type Boolean",
    documentation: documentation!("boolean_pulse.md"),
    parameters: &[
        real("width", "%", "Width of pulse in % of period").min(1e-60).max(100.0).or(50.0),
        real("period", "s", "Time for one period").min(1e-60),
        real("startTime", "s", "Time instant of first pulse").or(0.0),
    ],
    ..boolean_so(|e| {
        let [width, period, start_time] = ["width", "period", "startTime"].map(|name| e.real(name));
        TimedValue::build(e, Timed::Pulse { width, period, start_time });
    })
};

pub static BOOLEAN_TABLE: Class = Class {
    name: "Modelica.Blocks.Sources.BooleanTable",
    description: "Generate a Boolean output signal based on a vector of time instants",
    documentation: documentation!("boolean_table.md"),
    parameters: &[
        array("table", "s", "Vector of time points: at each of them the output gets its opposite value")
            .checked(check_times)
            .or_empty(),
        boolean("startValue", false, "Start value of y; at time = table[1] it changes to the opposite"),
        extrapolation("HoldLastPoint"),
        real("startTime", "s", "Output = false for time < startTime").or(-1e60),
        real("shiftTime", "s", "Shift time of table").or(0.0),
    ],
    ..boolean_so(|e| {
        let (starts, extrapolation) = (e.boolean("startValue"), Extrapolation::of(e));
        let [start_time, shift_time] = ["startTime", "shiftTime"].map(|name| e.real(name));
        let table = e.reals("table");
        TimedValue::build(e, Timed::Toggle(Toggle { table, starts, extrapolation, start_time, shift_time }));
    })
};

/// Time points have to increase.
fn check_times(elements: &[f64], _: Shape) -> Option<&'static str> {
    let rises = elements.iter().zip(elements.iter().skip(1)).all(|(now, next)| now < next);
    (!rises).then_some("time points that increase")
}

/// The value as a function of time.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum Timed {
    /// The same value at all times.
    Constant(i32),
    /// One change.
    Step {
        /// Time of the change, s.
        start_time: Real,
        /// Value before.
        before: i32,
        /// Value from then on.
        after: i32,
    },
    /// True at the beginning of each period.
    Pulse {
        /// Width of the pulse, % of the period.
        width: Real,
        /// Period, s.
        period: Real,
        /// Start of the first period, s.
        start_time: Real,
    },
    /// The opposite value from each time point of a table on.
    Toggle(Toggle),
}

/// `y` is a Boolean or a whole number that changes at time events. The mode is the value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TimedValue {
    timed: Timed,
    y: ScalarOut,
}

impl TimedValue {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>, timed: Timed) {
        if let Some(y) = e.scalar_output("y") {
            e.add_law(Self { timed, y });
        }
    }
}

/// Beginning of period `count`, end of its pulse, and beginning of the next period, s.
fn pulse_times(p: Parameters<'_, f64>, [width, period, start_time]: [Real; 3], count: f64) -> [f64; 3] {
    let begin = |count: f64| p[start_time] + count * p[period];
    [begin(count), begin(count) + 0.01 * p[width] * p[period], begin(count + 1.0)]
}

/// Number of the period of pulses at `time`, from 0; negative before the first one.
fn pulse_count(p: Parameters<'_, f64>, period: Real, start_time: Real, time: f64) -> f64 {
    periods_begun(time, p[period], |count| p[start_time] + count * p[period])
}

impl Law for TimedValue {
    type Stage = after::Time;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.y)
    }

    fn evaluate<T: Scalar>(&self, view: &mut TimeView<'_, T>, signals: &mut Signals<'_, T>) {
        signals.set(self.y, T::constant(f64::from(view.mode())));
    }

    fn next_event(&self, p: Parameters<'_, f64>, _discrete: Discrete<'_>, now: Instant) -> Option<f64> {
        match self.timed {
            Timed::Constant(_) => None,
            Timed::Step { start_time, .. } => now.first_after([p[start_time]]),
            Timed::Pulse { width, period, start_time } => {
                let count = pulse_count(p, period, start_time, now.time()).max(0.0);
                now.first_after(pulse_times(p, [width, period, start_time], count))
            }
            Timed::Toggle(toggle) => toggle.next_event(p, now.time()).map(|time| now.of(time)),
        }
    }

    fn mode(&self, p: Parameters<'_, f64>, time: f64) -> i32 {
        match self.timed {
            Timed::Constant(value) => value,
            Timed::Step { start_time, before, after } => {
                if time < p[start_time] {
                    before
                } else {
                    after
                }
            }
            Timed::Pulse { width, period, start_time } => {
                let count = pulse_count(p, period, start_time, time);
                let [_, end, _] = pulse_times(p, [width, period, start_time], count);
                i32::from(count >= 0.0 && time < end)
            }
            Timed::Toggle(toggle) => i32::from(toggle.is_true(p, time)),
        }
    }

    fn has_mode(&self, mode: i32) -> bool {
        match self.timed {
            Timed::Constant(value) => mode == value,
            Timed::Step { before, after, .. } => mode == before || mode == after,
            Timed::Pulse { .. } | Timed::Toggle(_) => mode == 0 || mode == 1,
        }
    }

    fn mode_name(&self, discrete: Discrete<'_>) -> Option<ModeName> {
        match self.timed {
            Timed::Constant(_) | Timed::Step { .. } => None,
            Timed::Pulse { .. } | Timed::Toggle(_) => truth_name(discrete.mode == 1),
        }
    }

    fn relations(&self) -> usize {
        if let Timed::Toggle(toggle) = self.timed { toggle.extrapolation.relations() } else { 0 }
    }

    fn indicators(&self, view: &TimeView<'_, f64>, _signals: &Signals<'_, f64>, indicators: &mut [f64]) {
        if let (Timed::Toggle(toggle), [indicator]) = (self.timed, indicators) {
            *indicator = toggle.range(view.parameters()).indicator(view.time());
        }
    }

    fn update(&self, view: &TimeView<'_, f64>, _signals: &Signals<'_, f64>, event: &mut Event<'_>) {
        event.mode = self.mode(event.parameters, event.time);
        if let Timed::Toggle(toggle) = self.timed {
            toggle.extrapolation.check(&toggle.range(view.parameters()), view.time(), "time", event);
        }
    }
}
