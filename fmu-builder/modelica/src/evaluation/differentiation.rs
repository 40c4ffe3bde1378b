//! Derivatives of expressions with respect to time.

use compiler::model_file::{BinaryOperator, Choice, Expression, Function};

use crate::evaluation::Evaluator;
use crate::values::open::{binary, is_name};

fn number(x: f64) -> Expression {
    Expression::Number(x)
}

fn call(function: Function, operand: &Expression) -> Expression {
    Expression::Call(function, vec![operand.clone()])
}

fn times(a: Expression, b: Expression) -> Expression {
    match (a, b) {
        (Expression::Number(0.0), _) | (_, Expression::Number(0.0)) => number(0.0),
        (Expression::Number(1.0), other) | (other, Expression::Number(1.0)) => other,
        (a, b) => binary(BinaryOperator::Multiply, a, b),
    }
}

fn plus(operator: BinaryOperator, a: Expression, b: Expression) -> Expression {
    match (operator, a, b) {
        (_, a, Expression::Number(0.0)) => a,
        (BinaryOperator::Add, Expression::Number(0.0), b) => b,
        (BinaryOperator::Subtract, Expression::Number(0.0), b) => Expression::Negate(Box::new(b)),
        (operator, a, b) => binary(operator, a, b),
    }
}

impl Evaluator<'_> {
    /// The derivative of an expression; none where it has no rule here. Parameters are constant.
    pub(crate) fn differentiated(&self, expression: &Expression) -> Option<Expression> {
        let inner = |expression: &Expression| self.differentiated(expression);
        Some(match expression {
            Expression::Number(_) => number(0.0),
            Expression::Reference { name, .. } if name == "time" => number(1.0),
            Expression::Reference { name, .. } if !is_name(name) || self.is_constant(name) => number(0.0),
            Expression::Reference { name, .. } if name.starts_with("der(") => return None,
            Expression::Reference { name, .. } => self.derivative_of(name).into(),
            Expression::Negate(operand) => match inner(operand)? {
                Expression::Number(0.0) => number(0.0),
                rate => Expression::Negate(Box::new(rate)),
            },
            Expression::Binary(operator @ (BinaryOperator::Add | BinaryOperator::Subtract), a, b) => {
                plus(*operator, inner(a)?, inner(b)?)
            }
            Expression::Binary(BinaryOperator::Multiply, a, b) => {
                plus(BinaryOperator::Add, times(inner(a)?, (**b).clone()), times((**a).clone(), inner(b)?))
            }
            Expression::Binary(BinaryOperator::Divide, a, b) => {
                // (a' - (a/b) b')/b
                let quotient = times(expression.clone(), inner(b)?);
                match plus(BinaryOperator::Subtract, inner(a)?, quotient) {
                    Expression::Number(0.0) => number(0.0),
                    rate => binary(BinaryOperator::Divide, rate, (**b).clone()),
                }
            }
            Expression::Binary(BinaryOperator::Power, base, exponent) => {
                let Expression::Number(n) = **exponent else { return None };
                let lower = match n {
                    2.0 => (**base).clone(),
                    n => binary(BinaryOperator::Power, (**base).clone(), number(n - 1.0)),
                };
                times(times(number(n), lower), inner(base)?)
            }
            Expression::Call(function, operands) => {
                let [u] = operands.as_slice() else { return None };
                let rate = inner(u)?;
                let outer = match function {
                    Function::Sin => call(Function::Cos, u),
                    Function::Cos => Expression::Negate(Box::new(call(Function::Sin, u))),
                    Function::Exp => expression.clone(),
                    Function::Log => binary(BinaryOperator::Divide, number(1.0), u.clone()),
                    Function::Sqrt => binary(BinaryOperator::Divide, number(0.5), expression.clone()),
                    Function::NoEvent => return Some(Expression::Call(Function::NoEvent, vec![rate])),
                    Function::FromDeg => call(Function::FromDeg, &number(1.0)),
                    _ => return None,
                };
                times(outer, rate)
            }
            Expression::If(choice) => {
                let [first, second] = &choice.branches;
                let branches = [inner(first)?, inner(second)?];
                Expression::If(Box::new(Choice { condition: choice.condition.clone(), branches }))
            }
            Expression::Array(elements) => Expression::Array(elements.iter().map(inner).collect::<Option<_>>()?),
        })
    }

    /// True for a parameter of the text or of a component.
    pub(crate) fn is_constant(&self, name: &str) -> bool {
        let base = name.split('[').next().unwrap_or_default();
        let of_component = name.rsplit_once('.').and_then(|(component, last)| {
            let class = self.model.class_of(component)?;
            let last = last.split('[').next().unwrap_or_default();
            Some(class.parameters.iter().any(|parameter| parameter.name == last))
        });
        of_component.unwrap_or_else(|| self.model.is_parameter(base))
    }
}
