//! Modelica.Blocks.Logical: Boolean signals.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::Held;
use crate::laws::blocks::comparisons::{Comparison, ComparisonLaw, HysteresisLaw, Limits, ZeroCrossingLaw};
use crate::laws::blocks::edges::{LogicalDelayLaw, Memory, MemoryLaw, TimerLaw, TriggeredTrapezoidLaw};
use crate::laws::blocks::expression::ExpressionLaw;
use crate::laws::blocks::functions::Operation;
use crate::laws::given::Given;

plain_classes! {
    "Blocks.Logical" by Element::add_function:
    AND "And" boolean_si2so(Operation::And) "Logical 'and': y = u1 and u2";
    OR "Or" boolean_si2so(Operation::Or) "Logical 'or': y = u1 or u2";
    XOR "Xor" boolean_si2so(Operation::Xor) "Logical 'xor': y = u1 xor u2";
    NAND "Nand" boolean_si2so(Operation::Nand) "Logical 'nand': y = not (u1 and u2)";
    NOR "Nor" boolean_si2so(Operation::Nor) "Logical 'nor': y = not (u1 or u2)";
    NOT "Not" boolean_siso(Operation::Not) "Logical 'not': y = not u";
}

/// Partial block that passes on the first or the third input.
const fn switch(connectors: &'static [Connector]) -> Class {
    of_connectors(connectors, |e| e.add_function(Operation::Switch))
}

plain_classes! {
    "Blocks.Logical":
    SWITCH "Switch" switch(&[input("u1"), DECIDING, input("u3"), Y]) "Switch between two Real signals";
    LOGICAL_SWITCH "LogicalSwitch" switch(&[boolean_input("u1"), DECIDING, boolean_input("u3"), BOOLEAN_Y])
        "Logical switch: switch between two Boolean signals";
}

/// The selecting input of a switch.
const DECIDING: Connector = Connector { description: "True: y = u1, else y = u3", ..boolean_input("u2") };

/// Partial block with a comparison of two inputs.
const fn comparison(build: fn(&mut Element<'_>)) -> Class {
    of_connectors(const { &[input("u1"), input("u2"), BOOLEAN_Y] }, build)
}

/// partialBooleanThresholdComparison: comparison of an input with a parameter.
const fn threshold_comparison(build: fn(&mut Element<'_>)) -> Class {
    const PARAMETERS: &[Parameter] = &[real("threshold", "", "Comparison with respect to threshold").or(0.0).tunable()];
    const CONNECTORS: &[Connector] = &[input("u"), BOOLEAN_Y];
    Class { parameters: PARAMETERS, connectors: CONNECTORS, ..Class::element(build) }
}

plain_classes! {
    "Blocks.Logical" by ComparisonLaw::of_signals:
    GREATER "Greater" comparison(Comparison::Greater) "Output y is true if input u1 is greater than input u2";
    GREATER_EQUAL "GreaterEqual" comparison(Comparison::GreaterEqual)
        "Output y is true if input u1 is greater than or equal to input u2";
    LESS "Less" comparison(Comparison::Less) "Output y is true if input u1 is less than input u2";
    LESS_EQUAL "LessEqual" comparison(Comparison::LessEqual)
        "Output y is true if input u1 is less than or equal to input u2";
}

plain_classes! {
    "Blocks.Logical" by ComparisonLaw::with_threshold:
    GREATER_THRESHOLD "GreaterThreshold" threshold_comparison(Comparison::Greater)
        "Output y is true if input u is greater than the threshold";
    GREATER_EQUAL_THRESHOLD "GreaterEqualThreshold" threshold_comparison(Comparison::GreaterEqual)
        "Output y is true if input u is greater than or equal to the threshold";
    LESS_THRESHOLD "LessThreshold" threshold_comparison(Comparison::Less)
        "Output y is true if input u is less than the threshold";
}

pub static LESS_EQUAL_THRESHOLD: Class = Class {
    name: "Modelica.Blocks.Logical.LessEqualThreshold",
    description: "Output y is true when input u is less than or equal to the threshold",
    connectors: &[input("u"), Connector { description: "True when u <= threshold", ..BOOLEAN_Y }],
    ..threshold_comparison(|e| ComparisonLaw::with_threshold(e, Comparison::LessEqual))
};

impl ComparisonLaw {
    /// Registers the comparison of u1 with u2.
    fn of_signals(e: &mut Element<'_>, comparison: Comparison) {
        let (u, other) = (e.scalar_input("u1"), Given::Signal(e.scalar_input("u2")));
        e.add_law(Self { u, other, comparison, y: e.scalar_y() });
    }

    /// Registers the comparison of u with the parameter threshold.
    pub(in crate::blocks) fn with_threshold(e: &mut Element<'_>, comparison: Comparison) {
        let (u, other) = (e.scalar_input("u"), Given::Parameter(e.real("threshold")));
        e.add_law(Self { u, other, comparison, y: e.scalar_y() });
    }
}

const U_LOW: Parameter = real("uLow", "", "If y = true and u < uLow, switch to y = false").or(0.0).tunable();
const U_HIGH: Parameter = real("uHigh", "", "If y = false and u > uHigh, switch to y = true").or(1.0).tunable();
const BANDWIDTH: Parameter = real("bandwidth", "", "Bandwidth around reference signal").min(0.0).tunable();
const PRE_Y_START: Parameter = boolean("pre_y_start", false, "Value of y before the start");

plain_classes! {
    "Blocks.Logical":
    HYSTERESIS "Hysteresis" [U_LOW, U_HIGH, PRE_Y_START]
        {input("u"), BOOLEAN_Y} plain(|e| e.add_hysteresis(Limits::Fixed([e.real("uLow"), e.real("uHigh")])))
        "Transform Real to Boolean signal with hysteresis";
    ON_OFF_CONTROLLER "OnOffController" [BANDWIDTH, PRE_Y_START]
        {input("reference"), input("u"), BOOLEAN_Y} plain(|e| {
            e.add_hysteresis(Limits::Around(e.scalar_input("reference"), e.real("bandwidth")));
        })
        "On-off controller";
}

impl Element<'_> {
    fn add_hysteresis(&mut self, limits: Limits) {
        let (u, before) = (self.scalar_input("u"), self.boolean("pre_y_start"));
        self.add_law(HysteresisLaw { u, limits, before, y: self.scalar_y() });
    }
}

/// Partial block with the value of its input before the start.
const fn pre(build: fn(&mut Element<'_>)) -> Class {
    const PARAMETERS: &[Parameter] = &[boolean("pre_u_start", false, "Value of u before the start")];
    Class { parameters: PARAMETERS, ..boolean_siso(build) }
}

plain_classes! {
    "Blocks.Logical" by MemoryLaw::build_pre:
    PRE "Pre" pre(Memory::Before)
        "Break algebraic loops by an infinitesimally small time delay (y = pre(u): event iteration continues until \
         u = pre(u))";
    EDGE "Edge" pre(Memory::Edge) "Output y is true, if the input u has a rising edge: y = edge(u)";
    FALLING_EDGE "FallingEdge" pre(Memory::FallingEdge)
        "Output y is true, if the input u has a falling edge: y = edge(not u)";
    CHANGE "Change" pre(Memory::Change) "Output y is true, if the input u has a rising or falling edge: y = change(u)";
}

pub static RS_FLIP_FLOP: Class = Class {
    name: "Modelica.Blocks.Logical.RSFlipFlop",
    description: "A basic RS flip-flop",
    parameters: &[boolean("Qini", false, "Value of Q before the start")],
    connectors: &[
        Connector { description: "Sets Q", ..boolean_input("S") },
        Connector { description: "Resets Q, also if S is true", ..boolean_input("R") },
        boolean_output("Q", "True from S until R becomes true"),
        boolean_output("QI", "The opposite of Q, but false if both S and R are true"),
    ],
    inner: &[
        inner_boolean("nor.u1", "S"),
        inner_boolean("nor.u2", "Q"),
        inner_boolean("nor.y", "1 - max(S, Q)"),
        inner_boolean("pre.u", "nor.y"),
        inner_boolean("pre.y", "QI"),
        inner_boolean("nor1.u1", "QI"),
        inner_boolean("nor1.u2", "R"),
        inner_boolean("nor1.y", "Q"),
    ],
    ..Class::element(|e| {
        let (reset, before) = (e.scalar_input("R"), !e.boolean("Qini"));
        MemoryLaw::build(e, ["S", "Q"], Memory::Set(reset), before);
        MemoryLaw::build(e, ["S", "QI"], Memory::NotSet(reset), before);
    })
};

impl MemoryLaw {
    /// Registers the law of `e` with the remembered value before the start.
    fn build(e: &mut Element<'_>, [u, y]: [&str; 2], memory: Memory, before: bool) {
        e.add_law(Self { u: e.scalar_input(u), memory, before, y: e.scalar_output(y) });
    }

    /// Registers the law of a block with pre_u_start.
    fn build_pre(e: &mut Element<'_>, memory: Memory) {
        let before = e.boolean("pre_u_start");
        Self::build(e, ["u", "y"], memory, before);
    }
}

pub static TIMER: Class = Class {
    name: "Modelica.Blocks.Logical.Timer",
    description: "Timer measuring the time from the time instant where the Boolean input became true",
    connectors: &[boolean_input("u"), Connector { unit: "s", ..Y }],
    variables: &[variable("entryTime", "s", "Time instant when u became true")],
    ..Class::element(|e| {
        let law = e.add_law(TimerLaw { u: e.scalar_input("u"), y: e.scalar_y() });
        e.show_held("entryTime", law, (Held::Instant, 0));
    })
};

pub static LOGICAL_DELAY: Class = Class {
    name: "Modelica.Blocks.Logical.LogicalDelay",
    description: "Delay Boolean signal",
    parameters: &[real("delayTime", "s", "Time delay").min(0.0).or(0.0)],
    connectors: &[
        boolean_input("u"),
        boolean_output("y1", "Delay of the falling edge only"),
        boolean_output("y2", "Delay of the rising edge only"),
    ],
    variables: &[variable("tSwitch", "s", "Time of the last edge")],
    ..Class::element(|e| {
        let (u, delay) = (e.scalar_input("u"), e.real("delayTime"));
        let law = e.add_law(LogicalDelayLaw { u, delay, is_longer: true, y: e.scalar_output("y1") });
        e.add_law(LogicalDelayLaw { u, delay, is_longer: false, y: e.scalar_output("y2") });
        e.show_held("tSwitch", law, (Held::Instant, 0));
    })
};

pub static TRIGGERED_TRAPEZOID: Class = Class {
    name: "Modelica.Blocks.Logical.TriggeredTrapezoid",
    description: "Triggered trapezoid generator",
    parameters: &[
        real("amplitude", "", "Amplitude of trapezoid").or(1.0),
        real("rising", "s", "Rising duration of trapezoid").min(0.0).or(0.0),
        real("falling", "s", "Falling duration of trapezoid").min(0.0).or_expression("rising"),
        real("offset", "", "Offset of output signal").or(0.0),
    ],
    connectors: &[Connector { description: "The output rises when this becomes true", ..boolean_input("u") }, Y],
    variables: &[
        variable("endValue", "", "Value of y at time of recent edge"),
        variable("rate", "", "Current rising/falling rate"),
        variable("T", "s", "Predicted time of output reaching endValue"),
    ],
    ..Class::element(|e| {
        let [amplitude, rising, falling, offset] =
            ["amplitude", "rising", "falling", "offset"].map(|name| e.real(name));
        let (u, y) = (e.scalar_input("u"), e.scalar_y());
        let law = e.add_law(TriggeredTrapezoidLaw { u, amplitude, rising, falling, offset, y });
        e.show_held("endValue", law, (Held::Number, 0));
        e.show_held("rate", law, (Held::Number, 1));
        e.show_held("T", law, (Held::Instant, 2));
    })
};

pub static ZERO_CROSSING: Class = Class {
    name: "Modelica.Blocks.Logical.ZeroCrossing",
    description: "Trigger zero crossing of input u",
    connectors: &[
        input("u"),
        Connector { description: "Zero crossings are triggered while this is true", ..boolean_input("enable") },
        BOOLEAN_Y,
    ],
    inner: &[
        inner_boolean("disable", "1 - enable"),
        inner_boolean("u_pos", "if enable > 0.5 and u >= 0 then 1 else 0"),
    ],
    ..Class::element(|e| {
        e.add_law(ZeroCrossingLaw { u: e.scalar_input("u"), enable: e.scalar_input("enable"), y: e.scalar_y() });
    })
};

pub static TERMINATE_SIMULATION: Class = Class {
    name: "Modelica.Blocks.Logical.TerminateSimulation",
    description: "Terminate simulation if condition is fulfilled",
    parameters: &[
        condition("condition", "Condition that ends the simulation, such as body.r_0[2] < 0"),
        reading_text("terminationText", "End condition reached", "Text that other tools show at the end"),
    ],
    connectors: &[real_output("excess", "", "Margin of the condition, positive if it holds")],
    ..Class::element(|e| {
        if let Some(number) = e.formula("condition") {
            let (ends, y) = (Some(e.name.to_owned()), e.scalar_output("excess"));
            e.add_law(ExpressionLaw { ends, ..ExpressionLaw::pending(number, y) });
        }
    })
};
