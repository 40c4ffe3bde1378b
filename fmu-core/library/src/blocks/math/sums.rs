//! Modelica.Blocks.Math: weighted sums of the inputs.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::sums::{MatrixGainLaw, Weight, WeightedSum};
use std::f64::consts::PI;

/// The gain of an input.
const fn gain(name: &'static str, description: &'static str) -> Parameter {
    real(name, "", description).or(1.0).tunable()
}

/// The gains of all inputs.
const K: Parameter = array("k", "", "Gains of the inputs (one for all of them, or one for each)").or(1.0).tunable();

/// Registers the sum of inputs, each with the parameter of its gain.
fn build_gains(e: &mut Element<'_>, terms: &[(&str, &str)]) {
    let terms: Vec<_> = terms.iter().map(|(u, k)| (*u, Weight::Parameter(e.real(k)))).collect();
    WeightedSum::build(e, &terms);
}

pub static ADD: Class = Class {
    name: "Modelica.Blocks.Math.Add",
    description: "Output the sum of the two inputs: y = k1 u1 + k2 u2",
    documentation: documentation!("add.md"),
    parameters: &[gain("k1", "Gain of input signal 1"), gain("k2", "Gain of input signal 2")],
    ..si2so(|e| build_gains(e, &[("u1", "k1"), ("u2", "k2")]))
};

pub static ADD3: Class = Class {
    name: "Modelica.Blocks.Math.Add3",
    description: "Output the sum of the three inputs: y = k1 u1 + k2 u2 + k3 u3",
    documentation: documentation!("add3.md"),
    parameters: &[
        gain("k1", "Gain of input signal 1"),
        gain("k2", "Gain of input signal 2"),
        gain("k3", "Gain of input signal 3"),
    ],
    connectors: &[input("u1"), input("u2"), input("u3"), Y],
    ..Class::element(|e| build_gains(e, &[("u1", "k1"), ("u2", "k2"), ("u3", "k3")]))
};

pub static GAIN: Class = Class {
    name: "Modelica.Blocks.Math.Gain",
    description: "Output the product of a gain with the input: y = k u",
    documentation: documentation!("gain.md"),
    parameters: &[real("k", "", "Gain multiplied with input signal").tunable()],
    ..siso(|e| build_gains(e, &[("u", "k")]))
};

pub static FEEDBACK: Class = Class {
    name: "Modelica.Blocks.Math.Feedback",
    description: "Output the difference between commanded and feedback input: y = u1 - u2",
    documentation: documentation!("feedback.md"),
    ..si2so(|e| WeightedSum::build(e, &[("u1", Weight::Constant(1.0)), ("u2", Weight::Constant(-1.0))]))
};

pub static SUM: Class = Class {
    name: "Modelica.Blocks.Math.Sum",
    description: "Output the sum of the elements of the input vector",
    documentation: documentation!("sum.md"),
    parameters: &[integer("nin", 1, 1, "Number of inputs"), K],
    connectors: &[inputs("u", SignalSize::Integer("nin")), Y],
    ..Class::element(WeightedSum::build_vector)
};

pub static MULTI_SUM: Class = Class {
    name: "Modelica.Blocks.Math.MultiSum",
    description: "Sum of signals: y = k[1] u[1] + k[2] u[2] + ... + k[n] u[n]",
    documentation: documentation!("multi_sum.md"),
    parameters: &[integer("nu", 1, 1, "Number of input connections"), K],
    connectors: &[inputs("u", SignalSize::Integer("nu")), Y],
    ..Class::element(WeightedSum::build_vector)
};

pub static MATRIX_GAIN: Class = Class {
    name: "Modelica.Blocks.Math.MatrixGain",
    description: "Output the product of a gain matrix with the input vector: y = K u",
    documentation: documentation!("matrix_gain.md"),
    parameters: &[table("K", "", "Gain matrix").or_expression("diagonal({1, 1})").tunable()],
    connectors: &[
        real_inputs("u", 2, "", "Input signals").sized(SignalSize::Columns("K", 0)),
        connector("y", ConnectorKind::SignalOutput(2), "", "Output signals").sized(SignalSize::Rows("K")),
    ],
    ..Class::element(|e| {
        if let Some(y) = e.output("y") {
            let (u, k) = (e.input("u"), e.reals("K"));
            e.add_law(MatrixGainLaw { k, u, y });
        }
    })
};

pub static TO_DEG: Class = Class {
    name: "Modelica.Blocks.Math.UnitConversions.To_deg",
    description: "Convert from radian to degree",
    documentation: documentation!("to_deg.md"),
    connectors: &[Connector { unit: "rad", ..input("u") }, Connector { unit: "deg", ..Y }],
    ..Class::element(|e| WeightedSum::build(e, &[("u", Weight::Constant(180.0 / PI))]))
};

pub static FROM_DEG: Class = Class {
    name: "Modelica.Blocks.Math.UnitConversions.From_deg",
    description: "Convert from degree to radian",
    documentation: documentation!("from_deg.md"),
    connectors: &[Connector { unit: "deg", ..input("u") }, Connector { unit: "rad", ..Y }],
    ..Class::element(|e| WeightedSum::build(e, &[("u", Weight::Constant(PI / 180.0))]))
};
