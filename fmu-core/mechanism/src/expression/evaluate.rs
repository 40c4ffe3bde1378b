//! Evaluation of expressions.

use super::algebra::{call, operate, whole_power};
use super::{BinaryOperator, Expression, ExpressionProblem, Function, Lookup, Outcome, Quantity, Shape};
use crate::scalar::Scalar;

/// Larger integer exponents are evaluated as real powers.
const LARGEST_WHOLE_EXPONENT: f64 = 64.0;

impl Expression {
    /// The value, for references with the values that `lookup` returns. `lookup` gets the whole text of a reference,
    /// subscripts included; see [`super::split_subscripts`] and [`Quantity::element`].
    ///
    /// # Errors
    /// An error of `lookup`; shapes that do not fit; [`ExpressionProblem::ResultNotFinite`] for the innermost operation
    /// that makes infinity or NaN from finite operands. Values of references may be infinite.
    pub fn evaluate<T: Scalar>(&self, lookup: &mut Lookup<'_, T>) -> Outcome<T> {
        match self {
            Self::Number(x) => Ok(Quantity::Scalar(T::constant(*x))),
            Self::Reference { name, .. } => lookup(name).map_err(|problem| name_reference(problem, name)),
            Self::Negate(operand) => Ok(operand.evaluate(lookup)?.map(|x| -x)),
            Self::Binary(operator, left, right) => {
                let operands = [left.evaluate(lookup)?, right.evaluate(lookup)?];
                let exponent = (*operator == BinaryOperator::Power).then(|| right.whole_exponent()).flatten();
                self.binary(operands, *operator, exponent)
            }
            Self::Call(function, arguments) => self.call(*function, evaluate_all(arguments, lookup)?),
            Self::Array(elements) => match literals(elements) {
                Some(numbers) => Ok(Quantity::Array(numbers)),
                None => self.array(evaluate_all(elements, lookup)?),
            },
            Self::If(choice) => choice.evaluate(lookup),
        }
    }

    /// The value of an integer literal.
    pub fn whole_exponent(&self) -> Option<i32> {
        let value = match self {
            Self::Number(x) => *x,
            Self::Negate(x) => match **x {
                Self::Number(x) => -x,
                _ => return None,
            },
            _ => return None,
        };
        let whole = value.fract() == 0.0 && value.abs() <= LARGEST_WHOLE_EXPONENT;
        whole.then_some(value as i32)
    }

    /// Applies the operator to the values of the operands.
    fn binary<T: Scalar>(
        &self,
        [left, right]: [Quantity<T>; 2],
        operator: BinaryOperator,
        whole_exponent: Option<i32>,
    ) -> Outcome<T> {
        let finite = left.is_finite() && right.is_finite();
        let result = match whole_exponent {
            Some(exponent) => whole_power(left, exponent)?,
            None => operate(operator, left, right)?,
        };
        self.checked(result, finite)
    }

    /// Applies the function to the values of the arguments.
    fn call<T: Scalar>(&self, function: Function, arguments: Vec<Quantity<T>>) -> Outcome<T> {
        let finite = arguments.iter().all(Quantity::is_finite);
        self.checked(call(function, arguments)?, finite)
    }

    /// `result`, or an error if it is not finite though the operands are.
    fn checked<T: Scalar>(&self, result: Quantity<T>, finite_operands: bool) -> Outcome<T> {
        if finite_operands && !result.is_finite() {
            return Err(ExpressionProblem::ResultNotFinite { expression: self.to_string() });
        }
        Ok(result)
    }

    /// A vector of scalars, or a matrix of row vectors.
    fn array<T: Scalar>(&self, items: Vec<Quantity<T>>) -> Outcome<T> {
        let Some(first) = items.first().map(Quantity::shape) else { return Ok(Quantity::Array(Vec::new())) };
        if let Some(other) = items.iter().map(Quantity::shape).find(|shape| *shape != first) {
            return Err(ExpressionProblem::UnequalElements { literal: self.to_string(), first, other });
        }
        let rows = items.len();
        let elements = items.iter().flat_map(|item| item.elements().iter().copied()).collect();
        match first {
            Shape::Scalar => Ok(Quantity::Array(elements)),
            Shape::Vector(columns) => Ok(Quantity::Matrix { rows, columns, elements }),
            Shape::Matrix(..) => {
                Err(ExpressionProblem::WrongShape { operation: "{}", found: first, expected: "scalars or arrays" })
            }
        }
    }
}

fn evaluate_all<T: Scalar>(
    expressions: &[Expression],
    lookup: &mut Lookup<'_, T>,
) -> Result<Vec<Quantity<T>>, ExpressionProblem> {
    expressions.iter().map(|expression| expression.evaluate(lookup)).collect()
}

/// Fast path: the elements of an array of literals, as most arrays in models and classes are.
fn literals<T: Scalar>(elements: &[Expression]) -> Option<Vec<T>> {
    let number = |element: &Expression| if let Expression::Number(x) = element { Some(T::constant(*x)) } else { None };
    elements.iter().map(number).collect()
}

/// Adds the name of the reference to a problem of its subscripts.
fn name_reference(problem: ExpressionProblem, name: &str) -> ExpressionProblem {
    match problem {
        ExpressionProblem::SubscriptOutOfRange { reference: None, subscripts, shape } => {
            ExpressionProblem::SubscriptOutOfRange { reference: Some(name.to_owned()), subscripts, shape }
        }
        other => other,
    }
}
