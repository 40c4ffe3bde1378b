//! Modelica.Blocks.Logical: comparisons.

use crate::Element;
use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::comparison::{Comparison, ComparisonLaw, Other};

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

pub static GREATER: Class = Class {
    name: "Modelica.Blocks.Logical.Greater",
    description: "Output y is true if input u1 is greater than input u2",
    documentation: documentation!("greater.md"),
    ..comparison(|e| ComparisonLaw::of_signals(e, Comparison::Greater))
};

pub static GREATER_EQUAL: Class = Class {
    name: "Modelica.Blocks.Logical.GreaterEqual",
    description: "Output y is true if input u1 is greater than or equal to input u2",
    documentation: documentation!("greater_equal.md"),
    ..comparison(|e| ComparisonLaw::of_signals(e, Comparison::GreaterEqual))
};

pub static LESS: Class = Class {
    name: "Modelica.Blocks.Logical.Less",
    description: "Output y is true if input u1 is less than input u2",
    documentation: documentation!("less.md"),
    ..comparison(|e| ComparisonLaw::of_signals(e, Comparison::Less))
};

pub static LESS_EQUAL: Class = Class {
    name: "Modelica.Blocks.Logical.LessEqual",
    description: "Output y is true if input u1 is less than or equal to input u2",
    documentation: documentation!("less_equal.md"),
    ..comparison(|e| ComparisonLaw::of_signals(e, Comparison::LessEqual))
};

pub static GREATER_THRESHOLD: Class = Class {
    name: "Modelica.Blocks.Logical.GreaterThreshold",
    description: "Output y is true if input u is greater than the threshold",
    documentation: documentation!("greater_threshold.md"),
    ..threshold_comparison(|e| ComparisonLaw::with_threshold(e, Comparison::Greater))
};

pub static GREATER_EQUAL_THRESHOLD: Class = Class {
    name: "Modelica.Blocks.Logical.GreaterEqualThreshold",
    description: "Output y is true if input u is greater than or equal to the threshold",
    documentation: documentation!("greater_equal_threshold.md"),
    ..threshold_comparison(|e| ComparisonLaw::with_threshold(e, Comparison::GreaterEqual))
};

pub static LESS_THRESHOLD: Class = Class {
    name: "Modelica.Blocks.Logical.LessThreshold",
    description: "Output y is true if input u is less than the threshold",
    documentation: documentation!("less_threshold.md"),
    ..threshold_comparison(|e| ComparisonLaw::with_threshold(e, Comparison::Less))
};

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
        let other = Other::Signal(e.scalar_input("u2"));
        Self::build(e, "u1", other, comparison);
    }

    /// Registers the comparison of u with the parameter threshold.
    pub(in crate::blocks) fn with_threshold(e: &mut Element<'_>, comparison: Comparison) {
        let other = Other::Parameter(e.real("threshold"));
        Self::build(e, "u", other, comparison);
    }

    fn build(e: &mut Element<'_>, input: &str, other: Other, comparison: Comparison) {
        let Some(y) = e.scalar_output("y") else { return };
        let u = e.scalar_input(input);
        e.add_law(Self { u, other, comparison, y });
    }
}
