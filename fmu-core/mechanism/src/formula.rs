//! Expressions that are evaluated at run time: of time, of a position.
//!
//! Values are numbers and vectors of three elements; the evaluation does not allocate. Branches on time and on
//! variables are selected by the mode of the law that owns the formula, so that they change at events only.

mod compile;

pub use compile::{Conditions, FormulaFault, Symbol};

use crate::Slot3;
use crate::expression::{BinaryOperator, Function, Relation};
use crate::scalar::{Scalar, Vector3, length};
use binary::Binary;

/// A compiled expression.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct Formula {
    root: Node,
    switches: Vec<Switch>,
    /// Differences that conditions on variables compare with zero: a condition such as `a > b` holds while its
    /// difference is positive. Condition `k` is a bit of the mode, see [`relation_bit`].
    relations: Vec<Node>,
    /// Parameters on which the time of a switch depends.
    deciding: Vec<usize>,
}

/// A condition on time.
#[derive(Clone, Debug, PartialEq, Binary)]
struct Switch {
    /// Left side minus right side, linear in time.
    difference: Node,
    relation: Relation,
}

#[derive(Clone, Debug, PartialEq, Binary)]
#[binary(bounded)]
enum Node {
    Number(f64),
    /// Address.
    Parameter(usize),
    /// Address of the first of three.
    ParameterVector(usize),
    /// Number among the variables.
    Variable(usize),
    /// Number of the first of three.
    VariableVector(usize),
    Vector(Box<[Node; 3]>),
    Negate(Box<Node>),
    Binary(BinaryOperator, Box<[Node; 2]>),
    Power(Box<Node>, i32),
    Call(Function, Box<Node>),
    CallTwo(Function, Box<[Node; 2]>),
    Choice(Box<(Test, [Node; 2])>),
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Binary)]
#[binary(bounded)]
enum Test {
    /// Of parameters.
    Compare(Relation, Box<[Node; 2]>),
    /// Bit of the mode.
    Mode(usize),
    Not(Box<Test>),
    And(Box<[Test; 2]>),
    Or(Box<[Test; 2]>),
}

/// Value of a node.
#[derive(Clone, Copy)]
enum Value<T: Scalar> {
    Number(T),
    Vector(Vector3<T>),
}

/// Vectors shorter than this are not normalised, as in expressions of parameters.
const SHORTEST: f64 = 1e-13;
/// Maximum number of conditions on time and on variables: bits of a mode.
const MOST_CONDITIONS: usize = 31;

/// The bit of a condition on variables: they are numbered from the highest bit down, those on time from the lowest up.
fn relation_bit(relation: usize) -> usize {
    MOST_CONDITIONS - 1 - relation
}

impl Formula {
    /// The value, or the first element of a vector, for parameters, variables and the mode of the law.
    #[inline(never)]
    pub fn number<T: Scalar>(&self, parameters: &[T], variables: &[T], mode: i32) -> T {
        self.root.value(&Arguments { parameters, variables, mode }).number()
    }

    /// The value of a vector.
    #[inline(never)]
    pub fn vector<T: Scalar>(&self, parameters: &[T], variables: &[T], mode: i32) -> Vector3<T> {
        self.root.value(&Arguments { parameters, variables, mode }).vector()
    }

    /// A placeholder, until names can be resolved.
    pub fn pending() -> Self {
        Self { root: Node::Number(0.0), switches: Vec::new(), relations: Vec::new(), deciding: Vec::new() }
    }

    /// Addresses of the parameters on which the time of a switch depends.
    pub fn deciding_parameters(&self) -> &[usize] {
        &self.deciding
    }

    /// The times at which conditions on time change, s.
    pub fn changes(&self, parameters: &[f64]) -> impl Iterator<Item = f64> {
        self.switches.iter().filter_map(|switch| switch.change(parameters)).map(|(at, _)| at)
    }

    /// The mode just after `time`: a bit for each condition on time that holds; conditions on variables as in `mode`.
    pub fn mode(&self, parameters: &[f64], time: f64, mode: i32) -> i32 {
        let bit = |(number, switch): (usize, &Switch)| i32::from(switch.holds_after(parameters, time)) << number;
        self.switches.iter().enumerate().map(bit).sum::<i32>() | (mode & self.relation_bits())
    }

    /// Returns true if [`Self::mode`] can take this value.
    pub fn has_mode(&self, mode: i32) -> bool {
        let of_time = (1_i64 << self.switches.len()) - 1;
        mode >= 0 && i64::from(mode) & !(of_time | i64::from(self.relation_bits())) == 0
    }

    /// Number of conditions on variables.
    pub fn relations(&self) -> usize {
        self.relations.len()
    }

    /// Difference that condition `relation` on variables compares: the condition holds if it is greater than zero.
    pub fn difference(&self, relation: usize, parameters: &[f64], variables: &[f64], mode: i32) -> f64 {
        self.relations[relation].number(&Arguments { parameters, variables, mode })
    }

    /// Returns true if condition `relation` on variables holds in a mode.
    pub fn holds(relation: usize, mode: i32) -> bool {
        (mode >> relation_bit(relation)) & 1 == 1
    }

    /// The mode after condition `relation` on variables has become true or false.
    pub fn switched(relation: usize, mode: i32, holds: bool) -> i32 {
        let bit = 1 << relation_bit(relation);
        if holds { mode | bit } else { mode & !bit }
    }

    fn relation_bits(&self) -> i32 {
        (0..self.relations.len()).map(|relation| 1 << relation_bit(relation)).sum()
    }
}

impl Switch {
    /// When the difference passes zero, and true if it increases; none if it is constant.
    fn change(&self, parameters: &[f64]) -> Option<(f64, bool)> {
        let [constant, slope] = self.difference.line(parameters);
        let at = -constant / slope;
        (slope != 0.0 && at.is_finite()).then_some((at, slope > 0.0))
    }

    /// Returns true if the condition holds just after `time`.
    fn holds_after(&self, parameters: &[f64], time: f64) -> bool {
        match self.change(parameters) {
            Some((at, grows)) => ((time >= at) == grows) == self.relation.asks_for_more(),
            None => self.relation.holds(self.difference.line(parameters)[0], 0.0),
        }
    }
}

/// Arguments of an evaluation.
struct Arguments<'a, T: Scalar> {
    parameters: &'a [T],
    variables: &'a [T],
    mode: i32,
}

impl<T: Scalar> Value<T> {
    fn number(self) -> T {
        match self {
            Self::Number(x) => x,
            Self::Vector(v) => v.x,
        }
    }

    fn vector(self) -> Vector3<T> {
        match self {
            Self::Number(x) => Vector3::new(x, T::zero(), T::zero()),
            Self::Vector(v) => v,
        }
    }

    fn map(self, f: impl Fn(T) -> T) -> Self {
        match self {
            Self::Number(x) => Self::Number(f(x)),
            Self::Vector(v) => Self::Vector(v.map(f)),
        }
    }
}

impl Node {
    fn value<T: Scalar>(&self, with: &Arguments<'_, T>) -> Value<T> {
        match self {
            Self::Number(x) => Value::Number(T::constant(*x)),
            Self::Parameter(address) => Value::Number(with.parameters[*address]),
            Self::Variable(number) => Value::Number(with.variables[*number]),
            Self::ParameterVector(first) => Value::Vector(Slot3(*first).get(with.parameters)),
            Self::VariableVector(first) => Value::Vector(Slot3(*first).get(with.variables)),
            Self::Vector(elements) => {
                let [x, y, z] = &**elements;
                Value::Vector(Vector3::new(x.number(with), y.number(with), z.number(with)))
            }
            Self::Negate(x) => x.value(with).map(|x| -x),
            Self::Binary(operator, operands) => operate(*operator, operands[0].value(with), operands[1].value(with)),
            Self::Power(base, exponent) => Value::Number(base.number(with).powi(*exponent)),
            Self::Call(function, x) => call(*function, x.value(with)),
            Self::CallTwo(function, operands) => call_two(*function, operands[0].value(with), operands[1].value(with)),
            Self::Choice(choice) => {
                let (test, [first, second]) = &**choice;
                if test.holds(with) { first.value(with) } else { second.value(with) }
            }
        }
    }

    fn number<T: Scalar>(&self, with: &Arguments<'_, T>) -> T {
        self.value(with).number()
    }

    /// Value at time zero and slope of a node that is linear in time.
    fn line(&self, parameters: &[f64]) -> [f64; 2] {
        match self {
            Self::Variable(_) => [0.0, 1.0],
            Self::Negate(x) => x.line(parameters).map(|x| -x),
            Self::Binary(operator, operands) => {
                let [a, b] = [&operands[0], &operands[1]].map(|operand| operand.line(parameters));
                match operator {
                    BinaryOperator::Add => [a[0] + b[0], a[1] + b[1]],
                    BinaryOperator::Subtract => [a[0] - b[0], a[1] - b[1]],
                    BinaryOperator::Multiply => [a[0] * b[0], a[0] * b[1] + a[1] * b[0]],
                    BinaryOperator::Divide => [a[0] / b[0], a[1] / b[0]],
                    BinaryOperator::Power => [a[0].powf(b[0]), 0.0],
                }
            }
            other => [other.number(&Arguments { parameters, variables: &[0.0], mode: 0 }), 0.0],
        }
    }
}

impl Test {
    fn holds<T: Scalar>(&self, with: &Arguments<'_, T>) -> bool {
        match self {
            Self::Compare(relation, operands) => {
                relation.holds(operands[0].number(with).value(), operands[1].number(with).value())
            }
            Self::Mode(bit) => (with.mode >> bit) & 1 == 1,
            Self::Not(test) => !test.holds(with),
            Self::And(tests) => tests[0].holds(with) && tests[1].holds(with),
            Self::Or(tests) => tests[0].holds(with) || tests[1].holds(with),
        }
    }
}

fn operate<T: Scalar>(operator: BinaryOperator, left: Value<T>, right: Value<T>) -> Value<T> {
    use Value::{Number, Vector};
    match (operator, left, right) {
        (BinaryOperator::Add, Vector(a), Vector(b)) => Vector(a + b),
        (BinaryOperator::Subtract, Vector(a), Vector(b)) => Vector(a - b),
        (BinaryOperator::Multiply, Vector(a), Vector(b)) => Number(a.dot(&b)),
        (BinaryOperator::Multiply, Number(a), Vector(b)) => Vector(b * a),
        (BinaryOperator::Multiply, Vector(a), Number(b)) => Vector(a * b),
        (BinaryOperator::Divide, Vector(a), Number(b)) => Vector(a / b),
        (operator, a, b) => {
            let (a, b) = (a.number(), b.number());
            Number(match operator {
                BinaryOperator::Add => a + b,
                BinaryOperator::Subtract => a - b,
                BinaryOperator::Multiply => a * b,
                BinaryOperator::Divide => a / b,
                BinaryOperator::Power => a.powf(b),
            })
        }
    }
}

fn call<T: Scalar>(function: Function, x: Value<T>) -> Value<T> {
    let v = x.vector();
    match function {
        Function::Length => Value::Number(length(&v)),
        Function::Normalize => Value::Vector(v / length(&v).max(T::constant(SHORTEST))),
        Function::Min => Value::Number(v.x.min(v.y).min(v.z)),
        Function::Max => Value::Number(v.x.max(v.y).max(v.z)),
        _ => function.of_number().map_or(x, |f| x.map(f)),
    }
}

fn call_two<T: Scalar>(function: Function, x: Value<T>, y: Value<T>) -> Value<T> {
    match function {
        Function::Cross => Value::Vector(x.vector().cross(&y.vector())),
        _ => Value::Number(function.of_two_numbers().map_or(x.number(), |f| f(x.number(), y.number()))),
    }
}
