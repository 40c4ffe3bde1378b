//! Modelica.Blocks.Sources: signals of time given by formulas.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::point_to_point::{Output, PointToPoint, PointToPointVariable};
use crate::laws::blocks::waves::{ClockLaw, ConstantLaw, RampLaw, SineLaw, TrapezoidLaw, TrapezoidVariable};
use mechanism::{Real, Shape};

const DURATION: Parameter = real("duration", "s", "Duration of ramp (= 0.0 gives a step)").min(0.0);

plain_classes! {
    "Blocks.Sources":
    CONSTANT "Constant" [real("k", "", "Constant output value").tunable()] so(|e| ConstantLaw::build(e, "k"))
        "Generate constant signal of type Real";
    CONTINUOUS_CLOCK "ContinuousClock" [OFFSET, START_TIME]
        so(|e| { e.add_law(ClockLaw { offset: e.real("offset"), start_time: e.real("startTime"), y: e.scalar_y() }); })
        "Generate current time signal";
    SINE "Sine" [AMPLITUDE, F, PHASE, CONTINUOUS, OFFSET, START_TIME] so(|e| e.add_sine(None)) "Generate sine signal";
    EXP_SINE "ExpSine" [AMPLITUDE, F, PHASE, DAMPING, CONTINUOUS, OFFSET, START_TIME]
        so(|e| e.add_sine(Some(e.real("damping")))) "Generate exponentially damped sine signal";
    STEP "Step" [real("height", "", "Height of step").or(1.0).tunable(), OFFSET, START_TIME]
        so(|e| RampLaw::build(e, None)) "Generate step signal of type Real";
    RAMP "Ramp" [real("height", "", "Height of ramps").or(1.0).tunable(), DURATION, OFFSET, START_TIME]
        so(|e| RampLaw::build(e, Some("duration"))) "Generate ramp signal";
}

impl ConstantLaw {
    /// Registers the law of `e` with the name of the parameter that is its output.
    pub(crate) fn build(e: &mut Element<'_>, parameter: &str) {
        e.add_law(Self { k: e.real(parameter), y: e.scalar_y() });
    }
}

impl RampLaw {
    /// Registers the law of `e` with the name of the parameter that is its duration.
    fn build(e: &mut Element<'_>, duration: Option<&str>) {
        let [height, offset, start_time] = ["height", "offset", "startTime"].map(|name| e.real(name));
        let duration = duration.map(|name| e.real(name));
        e.add_law(Self { height, duration, offset, start_time, y: e.scalar_y() });
    }
}

const AMPLITUDE: Parameter = real("amplitude", "", "Amplitude of sine wave").or(1.0).tunable();

pub(crate) const F: Parameter = real("f", "Hz", "Frequency of sine wave");

pub(crate) const PHASE: Parameter = real("phase", "rad", "Phase of sine wave").or(0.0);

const CONTINUOUS: Parameter =
    boolean("continuous", false, "Make output continuous at startTime (otherwise it jumps if phase is not 0)");

pub(crate) const DAMPING: Parameter = real("damping", "1/s", "Damping coefficient of sine wave");

impl Element<'_> {
    fn add_sine(&mut self, damping: Option<Real>) {
        let [amplitude, f, phase, offset, start_time] =
            ["amplitude", "f", "phase", "offset", "startTime"].map(|name| self.real(name));
        let continuous = self.boolean("continuous");
        self.add_law(SineLaw { amplitude, f, phase, damping, continuous, offset, start_time, y: self.scalar_y() });
    }
}

pub(crate) const PERIOD: Parameter = real("period", "s", "Time for one period").min(1e-60);

pub(crate) const NPERIOD: Parameter =
    real("nperiod", "", "Number of periods (less than 0 means infinite number of periods)").or(-1.0);

/// Variables of Trapezoid, Pulse and SawTooth.
const PERIODS: &[Variable] =
    &[variable("T_start", "s", "Start time of current period"), integer_variable("count", "Period count")];

pub(crate) const RISING: Parameter = real("rising", "s", "Rising duration of trapezoid").min(0.0).or(0.0);
pub(crate) const WIDTH: Parameter = real("width", "s", "Width duration of trapezoid").min(0.0).or(0.5);
pub(crate) const FALLING: Parameter = real("falling", "s", "Falling duration of trapezoid").min(0.0).or(0.0);

pub static TRAPEZOID: Class = Class {
    name: "Modelica.Blocks.Sources.Trapezoid",
    description: "Generate trapezoidal signal of type Real",
    parameters: &[
        real("amplitude", "", "Amplitude of trapezoid").or(1.0).tunable(),
        RISING,
        WIDTH,
        FALLING,
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
        let [rising, width, falling] = durations.map(|name| e.real(name));
        let [amplitude, period, periods, offset, start_time] =
            ["amplitude", "period", "nperiod", "offset", "startTime"].map(|name| e.real(name));
        let y = e.scalar_y();
        let law = Self { amplitude, rising, width, falling, period, periods, offset, start_time, y };
        let law = e.add_law(law);
        e.show("T_start", law, TrapezoidVariable::PeriodStart);
        e.show("count", law, TrapezoidVariable::Count);
    }
}

pub static KINEMATIC_PTP: Class = Class {
    name: "Modelica.Blocks.Sources.KinematicPTP",
    description: "Move as fast as possible along a distance within given kinematic constraints; the output is the acceleration",
    parameters: &[
        array("deltaq", "", "Distance to move").or(1.0),
        array("qd_max", "", "Maximum velocities").or(1.0).checked(positive),
        array("qdd_max", "", "Maximum accelerations").or(1.0).checked(positive),
        START_TIME,
    ],
    connectors: &[outputs("y", SignalSize::Longest(&["deltaq", "qd_max", "qdd_max"]))],
    ..Class::element(|e| PointToPoint::build(e, None, "deltaq", &[("y", Output::Acceleration)]))
};

pub static KINEMATIC_PTP2: Class = Class {
    name: "Modelica.Blocks.Sources.KinematicPTP2",
    description: "Move as fast as possible from start to end position within given kinematic constraints, with output signals q, qd, qdd",
    parameters: &[
        array("q_begin", "", "Start position").or(0.0),
        array("q_end", "", "End position"),
        array("qd_max", "", "Maximum velocities").checked(positive),
        array("qdd_max", "", "Maximum accelerations").checked(positive),
        START_TIME,
    ],
    connectors: &[
        real_output("q", "", "Reference position of path planning").sized(AXES),
        real_output("qd", "", "Reference speed of path planning").sized(AXES),
        real_output("qdd", "", "Reference acceleration of path planning").sized(AXES),
        boolean_output("moving", "True while the axes move").sized(AXES),
    ],
    variables: &[variable("endTime", "s", "Time at which the motion ends")],
    ..Class::element(|e| {
        let outputs =
            [("q", Output::Position), ("qd", Output::Speed), ("qdd", Output::Acceleration), ("moving", Output::Moving)];
        PointToPoint::build(e, Some("q_begin"), "q_end", &outputs);
    })
};

/// Number of axes.
const AXES: SignalSize = SignalSize::Longest(&["q_begin", "q_end", "qd_max", "qdd_max"]);

/// Check: limits must be positive.
fn positive(elements: &[f64], _: Shape) -> Option<&'static str> {
    elements.iter().any(|limit| *limit <= 0.0).then_some("numbers that are greater than zero")
}

impl PointToPoint {
    /// Registers a law for each of the `outputs`.
    fn build(e: &mut Element<'_>, begin: Option<&str>, end: &str, outputs: &[(&str, Output)]) {
        let begin = begin.map(|begin| e.reals(begin));
        let (end, qd_max, qdd_max) = (e.reals(end), e.reals("qd_max"), e.reals("qdd_max"));
        let start_time = e.real("startTime");
        let longest = begin.into_iter().chain([end, qd_max, qdd_max]).map(|vector| vector.size).max().unwrap_or(1);
        if begin.into_iter().chain([end, qd_max, qdd_max]).any(|vector| vector.size != 1 && vector.size != longest) {
            return e.refuse("the positions and limits", "one number for all axes, or one each");
        }
        for (name, output) in outputs {
            let y = e.output(name);
            let law = e.add_law(Self { begin, end, qd_max, qdd_max, start_time, output: *output, y });
            if *output == Output::Position {
                e.show("endTime", law, PointToPointVariable::EndTime);
            }
        }
    }
}
