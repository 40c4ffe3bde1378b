//! Modelica.Blocks.Sources: Trapezoid, Pulse and SawTooth.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::trapezoid::TrapezoidLaw;

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
}
