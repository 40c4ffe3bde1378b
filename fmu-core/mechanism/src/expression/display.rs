//! An expression as text, with the parentheses that it needs.

use super::{BinaryOperator, Choice, Condition, Expression, measure};
use std::fmt::{self, Display};

/// Precedence of an expression: branches 0, sums 1, products and signs 2, powers 3, everything else 4. A number with a unit
/// needs parentheses as an operand: `9.81 m/s` before `/x` would be read in m/(s.x).
fn strength(expression: &Expression) -> u8 {
    match expression {
        Expression::If(_) => 0,
        Expression::Reference { name, .. } if measure(name).is_some() => 0,
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
            Self::If(choice) => {
                let Choice { condition, branches: [first, second] } = &**choice;
                write!(f, "if {condition} then {first} else {second}")
            }
        }
    }
}

/// An operand of a logical operator, in parentheses when it binds less tightly than `least`: `or` 0, `and` 1, everything else 2.
fn logical(f: &mut fmt::Formatter<'_>, condition: &Condition, least: u8) -> fmt::Result {
    let strength = match condition {
        Condition::Or(_) => 0,
        Condition::And(_) => 1,
        Condition::Not(_) | Condition::Compare(..) => 2,
    };
    if strength < least { write!(f, "({condition})") } else { write!(f, "{condition}") }
}

impl Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compare(relation, operands) => {
                operand(f, &operands[0], 1)?;
                write!(f, " {} ", relation.symbol())?;
                operand(f, &operands[1], 1)
            }
            Self::Not(condition) => match &**condition {
                compare @ Self::Compare(..) => write!(f, "not {compare}"),
                other => write!(f, "not ({other})"),
            },
            Self::And(conditions) => {
                logical(f, &conditions[0], 1)?;
                f.write_str(" and ")?;
                logical(f, &conditions[1], 2)
            }
            Self::Or(conditions) => {
                logical(f, &conditions[0], 0)?;
                f.write_str(" or ")?;
                logical(f, &conditions[1], 1)
            }
        }
    }
}
