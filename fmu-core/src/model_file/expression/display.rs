//! An expression as text, with the parentheses that it needs.

use super::{BinaryOperator, Expression};
use std::fmt::{self, Display};

/// How tightly an expression binds: sums 1, products and signs 2, powers 3, everything else 4.
fn strength(expression: &Expression) -> u8 {
    match expression {
        Expression::Binary(BinaryOperator::Add | BinaryOperator::Subtract, ..) => 1,
        Expression::Binary(BinaryOperator::Multiply | BinaryOperator::Divide, ..) | Expression::Negate(_) => 2,
        Expression::Binary(BinaryOperator::Power, ..) => 3,
        Expression::Number(x) if x.is_sign_negative() => 2,
        _ => 4,
    }
}

/// An operand, in parentheses when it binds less tightly than `least`.
fn operand(f: &mut fmt::Formatter<'_>, expression: &Expression, least: u8) -> fmt::Result {
    if strength(expression) < least { write!(f, "({expression})") } else { write!(f, "{expression}") }
}

fn list(f: &mut fmt::Formatter<'_>, items: &[Expression]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        let separator = if i == 0 { "" } else { ", " };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}

impl Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(x) if *x == std::f64::consts::PI => f.write_str(Self::PI),
            Self::Number(x) => write!(f, "{x}"),
            Self::Reference { name, .. } => f.write_str(name),
            Self::Negate(x) => {
                f.write_str("-")?;
                operand(f, x, 3)
            }
            Self::Binary(operator, left, right) => {
                // A chain of one operator groups from the left; powers do not chain.
                let (left_least, right_least, blank) = match operator {
                    BinaryOperator::Add | BinaryOperator::Subtract => (1, 2, " "),
                    BinaryOperator::Multiply | BinaryOperator::Divide => (2, 3, ""),
                    BinaryOperator::Power => (4, 4, ""),
                };
                operand(f, left, left_least)?;
                write!(f, "{blank}{}{blank}", operator.symbol())?;
                operand(f, right, right_least)
            }
            Self::Call(function, arguments) => {
                write!(f, "{}(", function.name())?;
                list(f, arguments)?;
                f.write_str(")")
            }
            Self::Array(elements) => {
                f.write_str("{")?;
                list(f, elements)?;
                f.write_str("}")
            }
        }
    }
}
