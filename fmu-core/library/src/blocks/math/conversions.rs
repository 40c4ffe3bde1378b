//! Modelica.Blocks.Math: conversions between Real, Integer and Boolean signals.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::comparison::{Comparison, ComparisonLaw};
use crate::laws::blocks::function::{FunctionLaw, Operation};
use crate::laws::blocks::rounding::RoundingLaw;
use crate::laws::blocks::sums::WeightedSum;

pub static REAL_TO_INTEGER: Class = Class {
    name: "Modelica.Blocks.Math.RealToInteger",
    description: "Convert Real to Integer signal: the nearest whole number, halves away from zero",
    documentation: documentation!("real_to_integer.md"),
    connectors: &[input("u"), INTEGER_Y],
    ..Class::element(RoundingLaw::build)
};

pub static INTEGER_TO_REAL: Class = Class {
    name: "Modelica.Blocks.Math.IntegerToReal",
    description: "Convert Integer to Real signal",
    documentation: documentation!("integer_to_real.md"),
    connectors: &[integer_input("u"), Y],
    ..Class::element(WeightedSum::pass)
};

pub static BOOLEAN_TO_INTEGER: Class = Class {
    name: "Modelica.Blocks.Math.BooleanToInteger",
    description: "Convert Boolean to Integer signal",
    documentation: documentation!("boolean_to_integer.md"),
    parameters: &[
        whole("integerTrue", 1, "Output signal for true Boolean input"),
        whole("integerFalse", 0, "Output signal for false Boolean input"),
    ],
    connectors: &[boolean_input("u"), INTEGER_Y],
    ..Class::element(|e| {
        let numbers = Operation::IntegerOf(e.integer("integerTrue"), e.integer("integerFalse"));
        FunctionLaw::build(e, numbers);
    })
};

pub static INTEGER_TO_BOOLEAN: Class = Class {
    name: "Modelica.Blocks.Math.IntegerToBoolean",
    description: "Convert Integer to Boolean signal",
    documentation: documentation!("integer_to_boolean.md"),
    parameters: &[whole("threshold", 1, "Output signal y is true, if input u >= threshold")],
    connectors: &[integer_input("u"), BOOLEAN_Y],
    ..Class::element(|e| {
        let threshold = e.integer("threshold");
        FunctionLaw::build(e, Operation::AtLeast(threshold));
    })
};

pub static BOOLEAN_TO_REAL: Class = Class {
    name: "Modelica.Blocks.Math.BooleanToReal",
    description: "Convert Boolean to Real signal",
    documentation: documentation!("boolean_to_real.md"),
    parameters: &[
        real("realTrue", "", "Output signal for true Boolean input").or(1.0).tunable(),
        real("realFalse", "", "Output signal for false Boolean input").or(0.0).tunable(),
    ],
    connectors: &[boolean_input("u"), Y],
    ..Class::element(|e| {
        let numbers = Operation::RealOf(e.real("realTrue"), e.real("realFalse"));
        FunctionLaw::build(e, numbers);
    })
};

pub static REAL_TO_BOOLEAN: Class = Class {
    name: "Modelica.Blocks.Math.RealToBoolean",
    description: "Convert Real to Boolean signal",
    documentation: documentation!("real_to_boolean.md"),
    parameters: &[real("threshold", "", "Output signal y is true, if input u >= threshold").or(0.5).tunable()],
    connectors: &[input("u"), BOOLEAN_Y],
    ..Class::element(|e| ComparisonLaw::with_threshold(e, Comparison::GreaterEqual))
};

impl RoundingLaw {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>) {
        if let Some(y) = e.scalar_output("y") {
            let u = e.scalar_input("u");
            e.add_law(Self { u, y, down: false });
        }
    }
}
