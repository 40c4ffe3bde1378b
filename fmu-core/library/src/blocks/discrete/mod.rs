//! Modelica.Blocks.Discrete: blocks with a fixed sample period, or with a trigger.

use super::continuous::linear_systems::{D, leading, sizes};
use crate::blocks::interfaces::*;
use crate::class::element::LawHandle;
use crate::class::*;
use crate::laws::blocks::sampled::{Clock, Operation, SampledLaw, SampledVariable};
use mechanism::SignalIn;

const PERIOD: Parameter = real("samplePeriod", "s", "Sample period of component").min(100.0 * f64::EPSILON);
const FIRST: Parameter = real("startTime", "s", "First sample time instant").or(0.0);
const PERIODIC: &[Parameter] = &[PERIOD, FIRST];
const Y_START: Parameter = real("y_start", "", "Initial value of output signal").or(0.0);
const FIRST_TRIGGER: Variable = boolean_variable("firstTrigger", "Rising edge signals first sample instant");

/// A block that samples its input.
const fn sampled(build: fn(&mut Element<'_>)) -> Class {
    const VARIABLES: &[Variable] = &[FIRST_TRIGGER];
    Class { parameters: PERIODIC, variables: VARIABLES, ..siso(build) }
}

pub static ZERO_ORDER_HOLD: Class = Class {
    name: "Modelica.Blocks.Discrete.ZeroOrderHold",
    description: "Zero order hold of a sampled-data system",
    variables: &[FIRST_TRIGGER, variable("ySample", "", "The last sample")],
    ..sampled(|e| {
        let law = SampledLaw::build_periodic(e, Operation::Hold);
        e.show("ySample", law, SampledVariable::Memory);
    })
};

pub static FIRST_ORDER_HOLD: Class = Class {
    name: "Modelica.Blocks.Discrete.FirstOrderHold",
    description: "First order hold of a sampled-data system",
    variables: &[
        FIRST_TRIGGER,
        variable("tSample", "s", "Time of the last sample"),
        variable("uSample", "", "The last sample"),
        variable("pre_uSample", "", "The sample before the last one"),
        variable("c", "", "Slope of y"),
    ],
    ..sampled(|e| {
        let law = SampledLaw::build_periodic(e, Operation::Line);
        e.show("tSample", law, SampledVariable::SampleTime);
        for (k, name) in ["uSample", "pre_uSample", "c"].into_iter().enumerate() {
            e.add_variable(name, |_| law.source(SampledVariable::Memory, k + 1));
        }
    })
};

pub static DISCRETE_TRANSFER_FUNCTION: Class = Class {
    name: "Modelica.Blocks.Discrete.TransferFunction",
    description: "Discrete Transfer Function block",
    parameters: &[
        array("b", "", "Numerator coefficients of transfer function, highest power of z first").or(1.0),
        array("a", "", "Denominator coefficients of transfer function, highest power of z first")
            .or(1.0)
            .checked(leading),
        PERIOD,
        FIRST,
    ],
    variables: &[FIRST_TRIGGER, variable("x1", "", "Input of the chain of states")],
    ..sampled(|e| {
        let (a, b) = (e.reals("a"), e.reals("b"));
        if b.size > a.size {
            return e.refuse("b", "no more elements than a has: the output would depend on a later input");
        }
        let law = SampledLaw::build_periodic(e, Operation::Transfer { a, b });
        e.show("x1", law, SampledVariable::Memory);
        let states = ("x", "State of transfer function from controller canonical form");
        e.show_elements(states, a.size - 1, law, SampledVariable::Memory);
        e.show_elements(("xext", "x1 and the states before the sample"), a.size, law, SampledVariable::Memory);
    })
};

pub static DISCRETE_STATE_SPACE: Class = Class {
    name: "Modelica.Blocks.Discrete.StateSpace",
    description: "Discrete State Space block: x = A pre(x) + B u, y = C pre(x) + D u",
    parameters: &[
        table("A", "", "Matrix A of state space model"),
        table("B", "", "Matrix B of state space model"),
        table("C", "", "Matrix C of state space model"),
        D,
        PERIOD,
        FIRST,
    ],
    connectors: &[inputs("u", SignalSize::Columns("B", 0)), outputs("y", SignalSize::Rows("C"))],
    ..sampled(|e| {
        let Some(states) = sizes(e) else { return };
        let matrices = ["A", "B", "C", "D"].map(|name| e.reals(name));
        let law = SampledLaw::build_periodic(e, Operation::Linear { matrices, states });
        e.show_elements(("x", "State vector"), states, law, SampledVariable::Memory);
    })
};

plain_classes! {
    "Blocks.Discrete":
    SAMPLER "Sampler" sampled(|e| { SampledLaw::build_periodic(e, Operation::Sample); })
        "Ideal sampling of continuous signals";
    UNIT_DELAY "UnitDelay" [Y_START, PERIOD, FIRST] sampled(|e| { SampledLaw::build_periodic(e, Operation::Delay); })
        "Unit Delay Block";
    TRIGGERED_SAMPLER "TriggeredSampler" [Y_START] {input("u"), boolean_input("trigger"), Y}
        plain(|e| SampledLaw::build_triggered(e, Operation::Sample)) "Triggered sampling of continuous signals";
    TRIGGERED_MAX "TriggeredMax"
        {input("u"), boolean_input("trigger"), Y} plain(|e| SampledLaw::build_triggered(e, Operation::Largest))
        "Compute maximum, absolute value of continuous signal at trigger instants";
}

pub static SAMPLE_TRIGGER: Class = Class {
    name: "Modelica.Blocks.Sources.SampleTrigger",
    description: "Generate sample trigger signal",
    parameters: &[
        real("period", "s", "Sample period").min(100.0 * f64::EPSILON),
        real("startTime", "s", "Time instant of first sample trigger").or(0.0),
    ],
    ..boolean_so(|e| {
        let clock = Clock::Periodic { period: e.real("period"), start_time: e.real("startTime") };
        SampledLaw::build(e, clock, SignalIn { first: 0, size: 0 }, Operation::Tick);
    })
};

impl SampledLaw {
    /// Registers the law of `e`, with the parameter y_start if the class has it.
    fn build(e: &mut Element<'_>, clock: Clock, u: SignalIn, operation: Operation) -> LawHandle<Self> {
        let y_start = e.has_parameter("y_start").then(|| e.real("y_start"));
        e.add_law(Self { clock, operation, u, y: e.y(), y_start })
    }

    /// Registers the law of a block with `samplePeriod`.
    fn build_periodic(e: &mut Element<'_>, operation: Operation) -> LawHandle<Self> {
        let clock = Clock::Periodic { period: e.real("samplePeriod"), start_time: e.real("startTime") };
        let u = e.input("u");
        let law = Self::build(e, clock, u, operation);
        e.show("firstTrigger", law, SampledVariable::FirstTrigger);
        law
    }

    /// Registers the law of a block with `trigger`.
    fn build_triggered(e: &mut Element<'_>, operation: Operation) {
        let (u, clock) = (e.input("u"), Clock::Trigger(e.scalar_input("trigger")));
        Self::build(e, clock, u, operation);
    }
}
