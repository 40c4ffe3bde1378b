//! Modelica.Blocks.Logical: comparisons.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::comparison::{Comparison, ComparisonLaw};
use crate::laws::given::Given;

/// Partial block with a comparison of two inputs.
const fn comparison(build: fn(&mut Element<'_>)) -> Class {
    const CONNECTORS: &[Connector] = &[input("u1"), input("u2"), BOOLEAN_Y];
    Class { connectors: CONNECTORS, ..Class::element(build) }
}

/// partialBooleanThresholdComparison: comparison of an input with a parameter.
const fn threshold_comparison(build: fn(&mut Element<'_>)) -> Class {
    const PARAMETERS: &[Parameter] = &[real("threshold", "", "Comparison with respect to threshold").or(0.0).tunable()];
    const CONNECTORS: &[Connector] = &[input("u"), BOOLEAN_Y];
    Class { parameters: PARAMETERS, connectors: CONNECTORS, ..Class::element(build) }
}

blocks! {
    "Logical" by ComparisonLaw::of_signals:
    GREATER "Greater" "greater" comparison(Comparison::Greater) "Output y is true if input u1 is greater than input u2";
    GREATER_EQUAL "GreaterEqual" "greater_equal" comparison(Comparison::GreaterEqual)
        "Output y is true if input u1 is greater than or equal to input u2";
    LESS "Less" "less" comparison(Comparison::Less) "Output y is true if input u1 is less than input u2";
    LESS_EQUAL "LessEqual" "less_equal" comparison(Comparison::LessEqual)
        "Output y is true if input u1 is less than or equal to input u2";
}

blocks! {
    "Logical" by ComparisonLaw::with_threshold:
    GREATER_THRESHOLD "GreaterThreshold" "greater_threshold" threshold_comparison(Comparison::Greater)
        "Output y is true if input u is greater than the threshold";
    GREATER_EQUAL_THRESHOLD "GreaterEqualThreshold" "greater_equal_threshold" threshold_comparison(Comparison::GreaterEqual)
        "Output y is true if input u is greater than or equal to the threshold";
    LESS_THRESHOLD "LessThreshold" "less_threshold" threshold_comparison(Comparison::Less)
        "Output y is true if input u is less than the threshold";
}

pub static LESS_EQUAL_THRESHOLD: Class = Class {
    name: "Modelica.Blocks.Logical.LessEqualThreshold",
    description: "Output y is true when input u is less than or equal to the threshold",
    documentation: documentation!("less_equal_threshold.md"),
    connectors: &[input("u"), Connector { description: "True when u <= threshold", ..BOOLEAN_Y }],
    ..threshold_comparison(|e| ComparisonLaw::with_threshold(e, Comparison::LessEqual))
};

impl ComparisonLaw {
    /// Registers the comparison of u1 with u2.
    fn of_signals(e: &mut Element<'_>, comparison: Comparison) {
        let other = Given::Signal(e.scalar_input("u2"));
        Self::build(e, "u1", other, comparison);
    }

    /// Registers the comparison of u with the parameter threshold.
    pub(in crate::blocks) fn with_threshold(e: &mut Element<'_>, comparison: Comparison) {
        let other = Given::Parameter(e.real("threshold"));
        Self::build(e, "u", other, comparison);
    }

    fn build(e: &mut Element<'_>, input: &str, other: Given, comparison: Comparison) {
        let Some(y) = e.scalar_output("y") else { return };
        let u = e.scalar_input(input);
        e.add_law(Self { u, other, comparison, y });
    }
}
