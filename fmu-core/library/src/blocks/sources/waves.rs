//! Modelica.Blocks.Sources: Constant, ContinuousClock, Step, Ramp, Sine, ExpSine, Trapezoid, Pulse and SawTooth.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::waves::{ClockLaw, ConstantLaw, RampLaw, SineLaw, TrapezoidLaw, TrapezoidVariable};
use mechanism::Real;

pub static CONSTANT: Class = Class {
    name: "Modelica.Blocks.Sources.Constant",
    description: "Generate constant signal of type Real",
    documentation: documentation!("constant.md"),
    parameters: &[real("k", "", "Constant output value").tunable()],
    ..so(|e| ConstantLaw::build(e, "k"))
};

impl ConstantLaw {
    /// Registers the law of `e` with the name of the parameter that is its output.
    pub(crate) fn build(e: &mut Element<'_>, parameter: &str) {
        if let Some(y) = e.scalar_output("y") {
            let k = e.real(parameter);
            e.add_law(Self { k, y });
        }
    }
}

pub static CONTINUOUS_CLOCK: Class = Class {
    name: "Modelica.Blocks.Sources.ContinuousClock",
    description: "Generate current time signal",
    documentation: documentation!("continuous_clock.md"),
    parameters: &[OFFSET, START_TIME],
    ..so(|e| {
        if let Some(y) = e.scalar_output("y") {
            let [offset, start_time] = ["offset", "startTime"].map(|name| e.real(name));
            e.add_law(ClockLaw { offset, start_time, y });
        }
    })
};

pub static STEP: Class = Class {
    name: "Modelica.Blocks.Sources.Step",
    description: "Generate step signal of type Real",
    documentation: documentation!("step.md"),
    parameters: &[real("height", "", "Height of step").or(1.0).tunable(), OFFSET, START_TIME],
    ..so(|e| RampLaw::build(e, None))
};

pub static RAMP: Class = Class {
    name: "Modelica.Blocks.Sources.Ramp",
    description: "Generate ramp signal",
    documentation: documentation!("ramp.md"),
    parameters: &[
        real("height", "", "Height of ramps").or(1.0).tunable(),
        real("duration", "s", "Duration of ramp (= 0.0 gives a step)").min(0.0),
        OFFSET,
        START_TIME,
    ],
    ..so(|e| RampLaw::build(e, Some("duration")))
};

impl RampLaw {
    /// Registers the law of `e` with the name of the parameter that is its duration.
    fn build(e: &mut Element<'_>, duration: Option<&str>) {
        if let Some(y) = e.scalar_output("y") {
            let [height, offset, start_time] = ["height", "offset", "startTime"].map(|name| e.real(name));
            let duration = duration.map(|name| e.real(name));
            e.add_law(Self { height, duration, offset, start_time, y });
        }
    }
}

const AMPLITUDE: Parameter = real("amplitude", "", "Amplitude of sine wave").or(1.0).tunable();

const F: Parameter = real("f", "Hz", "Frequency of sine wave");

const PHASE: Parameter = real("phase", "rad", "Phase of sine wave").or(0.0);

const CONTINUOUS: Parameter =
    boolean("continuous", false, "Make output continuous at startTime (otherwise it jumps if phase is not 0)");

pub static SINE: Class = Class {
    name: "Modelica.Blocks.Sources.Sine",
    description: "Generate sine signal",
    documentation: documentation!("sine.md"),
    parameters: &[AMPLITUDE, F, PHASE, CONTINUOUS, OFFSET, START_TIME],
    ..so(|e| SineLaw::build(e, None))
};

pub static EXP_SINE: Class = Class {
    name: "Modelica.Blocks.Sources.ExpSine",
    description: "Generate exponentially damped sine signal",
    documentation: documentation!("exp_sine.md"),
    parameters: &[
        AMPLITUDE,
        F,
        PHASE,
        real("damping", "1/s", "Damping coefficient of sine wave"),
        CONTINUOUS,
        OFFSET,
        START_TIME,
    ],
    ..so(|e| {
        let damping = e.real("damping");
        SineLaw::build(e, Some(damping));
    })
};

impl SineLaw {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>, damping: Option<Real>) {
        if let Some(y) = e.scalar_output("y") {
            let law = Self {
                amplitude: e.real("amplitude"),
                f: e.real("f"),
                phase: e.real("phase"),
                damping,
                continuous: e.boolean("continuous"),
                offset: e.real("offset"),
                start_time: e.real("startTime"),
                y,
            };
            e.add_law(law);
        }
    }
}

const PERIOD: Parameter = real("period", "s", "Time for one period").min(1e-60);

const NPERIOD: Parameter =
    real("nperiod", "", "Number of periods (less than 0 means infinite number of periods)").or(-1.0);

/// Variables of Trapezoid, Pulse and SawTooth.
const PERIODS: &[Variable] =
    &[variable("T_start", "s", "Start time of current period"), integer_variable("count", "Period count")];

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
    variables: PERIODS,
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
    variables: PERIODS,
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
    variables: PERIODS,
    ..so(|e| TrapezoidLaw::build(e, ["period", "T_width", "T_width"]))
};

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
            let law = e.add_law(law);
            e.show("T_start", law, TrapezoidVariable::PeriodStart);
            e.show("count", law, TrapezoidVariable::Count);
        }
    }
}
