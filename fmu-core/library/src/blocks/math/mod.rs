//! Modelica.Blocks.Math: functions of the inputs, weighted sums, conversions between Real, Integer and Boolean signals.

use crate::blocks::interfaces::*;
use crate::class::*;
use crate::laws::blocks::comparisons::{Comparison, ComparisonLaw};
use crate::laws::blocks::functions::{FunctionLaw, MatrixGainLaw, Operation, RoundingLaw, Weight, WeightedSum};
use mechanism::expression::Function;
use mechanism::{Real, Reals};
use std::f64::consts::PI;

impl Element<'_> {
    /// Registers a function of all inputs of the class.
    pub(in crate::blocks) fn add_function(&mut self, operation: impl Into<Operation>) {
        let operation = operation.into();
        self.add_law(FunctionLaw { operation, inputs: declared_inputs(self), y: self.scalar_y() });
    }
}

impl RoundingLaw {
    /// Registers the law of `e`.
    fn build(e: &mut Element<'_>) {
        e.add_law(Self { u: e.scalar_input("u"), y: e.scalar_y(), down: false });
    }
}

impl WeightedSum {
    /// Registers the law of `e` with the weight of each input.
    pub(crate) fn build(e: &mut Element<'_>, terms: &[(&str, Weight)]) {
        let terms = terms.iter().map(|(u, weight)| (*weight, e.scalar_input(u))).collect();
        e.add_law(Self { terms, y: e.scalar_y() });
    }

    /// Registers `y = factor u`.
    fn scale(e: &mut Element<'_>, factor: f64) {
        Self::build(e, &[("u", Weight::Constant(factor))]);
    }

    /// Registers `y = u`.
    pub(in crate::blocks) fn pass(e: &mut Element<'_>) {
        Self::scale(e, 1.0);
    }

    /// Registers the law of `e` with the gains k of the elements of the input: one for all of them, or one for each.
    pub(super) fn build_vector(e: &mut Element<'_>) {
        let (u, Reals { first, size }) = (e.input("u"), e.reals("k"));
        if size != 1 && size != u.size {
            return e.refuse("k", "one number, or one for each input");
        }
        let gain = |k: usize| Weight::Parameter(Real::new(if size == 1 { first } else { first + k }));
        e.add_law(Self { terms: (0..u.size).map(|k| (gain(k), u.element(k))).collect(), y: e.scalar_y() });
    }
}

const GENERATE_EVENT: Parameter =
    boolean("generateEvent", false, "Events shall be generated at the zero crossing of the input");

/// Registers a function that generates events in MSL if generateEvent = true, which is refused.
fn without_events(e: &mut Element<'_>, function: Function) {
    e.refuse_if("generateEvent", "an event where the input is zero, which this version does not have; leave it false");
    e.add_function(function);
}

plain_classes! {
    "Blocks.Math" by without_events:
    ABS "Abs" [GENERATE_EVENT] siso(Function::Abs) "Output the absolute value of the input";
    SIGN "Sign" [GENERATE_EVENT] siso(Function::Sign) "Output the sign of the input";
}

plain_classes! {
    "Blocks.Math" by Element::add_function:
    SQRT "Sqrt" siso(Function::Sqrt) "Output the square root of the input (input >= 0 required)";
    SIN "Sin" siso_of_angle(Function::Sin) "Output the sine of the input";
    COS "Cos" siso_of_angle(Function::Cos) "Output the cosine of the input";
    TAN "Tan" siso_of_angle(Function::Tan) "Output the tangent of the input";
    ASIN "Asin" siso_to_angle(Function::Asin) "Output the arc sine of the input";
    ACOS "Acos" siso_to_angle(Function::Acos) "Output the arc cosine of the input";
    ATAN "Atan" siso_to_angle(Function::Atan) "Output the arc tangent of the input";
    ATAN2 "Atan2" si2so_to_angle(Function::Atan2) "Output the angle of the point (u2, u1): y = atan2(u1, u2)";
    SINH "Sinh" siso(Function::Sinh) "Output the hyperbolic sine of the input";
    COSH "Cosh" siso(Function::Cosh) "Output the hyperbolic cosine of the input";
    TANH "Tanh" siso(Function::Tanh) "Output the hyperbolic tangent of the input";
    EXP "Exp" siso(Function::Exp) "Output the exponential (base e) of the input";
    LOG10 "Log10" siso(Function::Log10) "Output the base 10 logarithm of the input (input > 0 required)";
    MAX "Max" si2so(Function::Max) "Pass through the larger of the two inputs";
    MIN "Min" si2so(Function::Min) "Pass through the smaller of the two inputs";
    PRODUCT "Product" si2so(Operation::Product) "Output the product of the two inputs: y = u1 u2";
    DIVISION "Division" si2so(Operation::Divide) "Output the first input divided by the second input: y = u1/u2";
}

const K1: Parameter = real("k1", "", "Gain of input signal 1").or(1.0).tunable();
const K2: Parameter = real("k2", "", "Gain of input signal 2").or(1.0).tunable();
/// The gains of all inputs.
const K: Parameter = array("k", "", "Gains of the inputs (one for all of them, or one for each)").or(1.0).tunable();

/// Registers the sum of inputs, each with the parameter of its gain.
fn build_gains(e: &mut Element<'_>, terms: &[(&str, &str)]) {
    let terms: Vec<_> = terms.iter().map(|(u, k)| (*u, Weight::Parameter(e.real(k)))).collect();
    WeightedSum::build(e, &terms);
}

const NU: Parameter = integer("nu", 1, 1, "Number of input connections");
const U_OF_NU: Connector = inputs("u", SignalSize::Integer("nu"));
const INTEGER_TRUE: Parameter = whole("integerTrue", 1, "Output signal for true Boolean input");
const INTEGER_FALSE: Parameter = whole("integerFalse", 0, "Output signal for false Boolean input");
const REAL_TRUE: Parameter = real("realTrue", "", "Output signal for true Boolean input").or(1.0).tunable();
const REAL_FALSE: Parameter = real("realFalse", "", "Output signal for false Boolean input").or(0.0).tunable();

plain_classes! {
    "Blocks.Math":
    ADD "Add" [K1, K2]
        si2so(|e| build_gains(e, &[("u1", "k1"), ("u2", "k2")])) "Output the sum of the two inputs: y = k1 u1 + k2 u2";
    ADD3 "Add3" [K1, K2, real("k3", "", "Gain of input signal 3").or(1.0).tunable()]
        {input("u1"), input("u2"), input("u3"), Y}
        plain(|e| build_gains(e, &[("u1", "k1"), ("u2", "k2"), ("u3", "k3")]))
        "Output the sum of the three inputs: y = k1 u1 + k2 u2 + k3 u3";
    GAIN "Gain" [real("k", "", "Gain multiplied with input signal").tunable()] siso(|e| build_gains(e, &[("u", "k")]))
        "Output the product of a gain with the input: y = k u";
    LOG "Log" [real("base", "", "Base of the logarithm").or(std::f64::consts::E).min(f64::MIN_POSITIVE)]
        siso(|e| e.add_function(Operation::LogTo(e.real("base"))))
        "Output the logarithm (default base e) of the input (input > 0 required)";
    SUM "Sum" [integer("nin", 1, 1, "Number of inputs"), K] {inputs("u", SignalSize::Integer("nin")), Y}
        plain(WeightedSum::build_vector) "Output the sum of the elements of the input vector";
    MULTI_SUM "MultiSum" [NU, K] {U_OF_NU, Y} plain(WeightedSum::build_vector)
        "Sum of signals: y = k[1] u[1] + k[2] u[2] + ... + k[n] u[n]";
    MULTI_PRODUCT "MultiProduct" [NU] {U_OF_NU, Y} plain(|e| e.add_function(Operation::Product))
        "Product of signals: y = u[1] u[2] ... u[n]";
    FEEDBACK "Feedback"
        si2so(|e| WeightedSum::build(e, &[("u1", Weight::Constant(1.0)), ("u2", Weight::Constant(-1.0))]))
        "Output the difference between commanded and feedback input: y = u1 - u2";
    TO_DEG "UnitConversions.To_deg" {Connector { unit: "rad", ..input("u") }, Connector { unit: "deg", ..Y }}
        plain(|e| WeightedSum::scale(e, 180.0 / PI)) "Convert from radian to degree";
    FROM_DEG "UnitConversions.From_deg" {Connector { unit: "deg", ..input("u") }, Connector { unit: "rad", ..Y }}
        plain(|e| WeightedSum::scale(e, PI / 180.0)) "Convert from degree to radian";
    INTEGER_TO_REAL "IntegerToReal" {integer_input("u"), Y} plain(WeightedSum::pass) "Convert Integer to Real signal";
    REAL_TO_INTEGER "RealToInteger" {input("u"), INTEGER_Y} plain(RoundingLaw::build)
        "Convert Real to Integer signal: the nearest whole number, halves away from zero";
    BOOLEAN_TO_INTEGER "BooleanToInteger" [INTEGER_TRUE, INTEGER_FALSE]
        {boolean_input("u"), INTEGER_Y} plain(|e| {
            e.add_function(Operation::IntegerOf(e.integer("integerTrue"), e.integer("integerFalse")));
        })
        "Convert Boolean to Integer signal";
    BOOLEAN_TO_REAL "BooleanToReal" [REAL_TRUE, REAL_FALSE]
        {boolean_input("u"), Y} plain(|e| e.add_function(Operation::RealOf(e.real("realTrue"), e.real("realFalse"))))
        "Convert Boolean to Real signal";
    INTEGER_TO_BOOLEAN "IntegerToBoolean" [whole("threshold", 1, "Output signal y is true, if input u >= threshold")]
        {integer_input("u"), BOOLEAN_Y} plain(|e| e.add_function(Operation::AtLeast(e.integer("threshold"))))
        "Convert Integer to Boolean signal";
    REAL_TO_BOOLEAN "RealToBoolean"
        [real("threshold", "", "Output signal y is true, if input u >= threshold").or(0.5).tunable()]
        {input("u"), BOOLEAN_Y} plain(|e| ComparisonLaw::with_threshold(e, Comparison::GreaterEqual))
        "Convert Real to Boolean signal";
}

pub static MATRIX_GAIN: Class = Class {
    name: "Modelica.Blocks.Math.MatrixGain",
    description: "Output the product of a gain matrix with the input vector: y = K u",
    parameters: &[table("K", "", "Gain matrix").or_expression("diagonal({1, 1})").tunable()],
    connectors: &[
        real_inputs("u", 2, "", "Input signals").sized(SignalSize::Columns("K", 0)),
        connector("y", ConnectorKind::Output(SignalType::Real, 2), "", "Output signals").sized(SignalSize::Rows("K")),
    ],
    ..Class::element(|e| {
        e.add_law(MatrixGainLaw { k: e.reals("K"), u: e.input("u"), y: e.y() });
    })
};
