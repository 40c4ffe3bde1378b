//! Modelica.Blocks.Sources: signal sources, and the variables of the model.

pub(super) mod discrete;
pub(super) mod time_tables;
pub(super) mod waves;

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::expression::ExpressionLaw;
use crate::laws::blocks::sampled::{Clock, Operation, SampledLaw};
use crate::laws::blocks::waves::ConstantLaw;
use mechanism::ScalarOut;

pub static REAL_EXPRESSION: Class = Class {
    name: "Modelica.Blocks.Sources.RealExpression",
    description: "Set output signal to an expression of parameters, time and variables",
    parameters: &[VALUE],
    ..so(|e| add_value(e, e.scalar_y()))
};

/// An entry of the model's `[variables]`: such a component, whose output has the name of the entry.
pub static VARIABLE: Class = Class {
    name: "variable of the model",
    description: "Expression of parameters, time and variables",
    parameters: &[VALUE],
    connectors: &[real_output("y", "", "Expression of the model")],
    ..Class::element(|e| add_value(e, e.scalar_y()))
};

/// A sampled entry of the model's `[variables]`: the output `y` has the name of the entry; `u` is connected with `next`.
pub static SAMPLED_VARIABLE: Class = Class {
    name: "sampled variable of the model",
    description: "Expression of parameters, time and variables that is evaluated at multiples of a period",
    parameters: &[
        VALUE,
        real("samplePeriod", "s", "Sample period").min(100.0 * f64::EPSILON),
        real("startTime", "s", "Time of the first sample").or(0.0).hidden(),
        real("y_start", "", "Value before the first sample").or(0.0),
    ],
    connectors: &[
        real_output("y", "", "Expression of the model"),
        real_output("next", "", "Value that a sample would have now"),
        real_output("pre", "", "Value before the sample"),
        real_input("u", "", "Value that is sampled"),
    ],
    ..Class::element(|e| {
        let (next, before, y) = (e.scalar_output("next"), e.output("pre"), e.y());
        add_value(e, next);
        let clock = Clock::Periodic { period: e.real("samplePeriod"), start_time: e.real("startTime") };
        let (u, y_start) = (e.input("u"), Some(e.real("y_start")));
        e.add_law(SampledLaw { clock, operation: Operation::Assign { before }, u, y, y_start });
    })
};

/// An input of the model that is no input of a component.
pub static PLAIN_INPUT: Class = Class {
    name: "input of the model",
    description: "Input that expressions read, and that drives inputs of components",
    connectors: &[real_input("u", "", "Input of the model")],
    ..Class::element(|_| {})
};

const VALUE: Parameter = real("y", "", "Value of the output").or(0.0).tunable().hidden().varying_with(Varying::Time);

/// Registers the law of the output `y`, whose value is the parameter `y`.
fn add_value(e: &mut Element<'_>, y: ScalarOut) {
    match e.formula("y") {
        Some(number) => drop(e.add_law(ExpressionLaw::pending(number, y))),
        None => drop(e.add_law(ConstantLaw { k: e.real("y"), y })),
    }
}
