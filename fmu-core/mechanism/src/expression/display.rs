//! An expression as text, with the parentheses that it needs.

use super::measure::is_measure;
use super::{BinaryOperator, Choice, Condition, Expression};
use std::fmt::{self, Display};

/// Precedence of an expression: branches 0, sums 1, products and signs 2, powers 3, everything else 4. A number with a
/// unit needs parentheses as an operand: `9.81 m/s` before `/x` would be read as m/(s.x).
fn strength(expression: &Expression) -> u8 {
    match expression {
        Expression::If(_) => 0,
        Expression::Reference { name, .. } if is_measure(name) => 0,
        Expression::Binary(BinaryOperator::Add | BinaryOperator::Subtract, ..) => 1,
        Expression::Binary(BinaryOperator::Multiply | BinaryOperator::Divide, ..) | Expression::Negate(_) => 2,
        Expression::Binary(BinaryOperator::Power, ..) => 3,
        Expression::Number(x) if x.is_sign_negative() => 2,
        _ => 4,
    }
}

/// Least precedence of the operands of an operator that need no parentheses. Operators associate to the left; powers do
/// not chain.
fn least(operator: BinaryOperator) -> [u8; 2] {
    match operator {
        BinaryOperator::Add | BinaryOperator::Subtract => [1, 2],
        BinaryOperator::Multiply | BinaryOperator::Divide => [2, 3],
        BinaryOperator::Power => [4, 4],
    }
}

/// Nesting depth of an operand with its parentheses.
fn operand_nesting(expression: &Expression, least: u8) -> usize {
    usize::from(strength(expression) < least) + expression.nesting()
}

fn deepest(expressions: &[Expression]) -> usize {
    expressions.iter().map(Expression::nesting).max().unwrap_or_default()
}

impl Expression {
    /// Nesting depth of brackets, signs and branches in the text of the expression; up to
    /// [`NESTING_LIMIT`](super::NESTING_LIMIT) the text can be parsed again.
    pub fn nesting(&self) -> usize {
        match self {
            Self::Number(x) => usize::from(x.is_sign_negative()),
            Self::Reference { name, .. } => usize::from(name.contains('[')),
            Self::Negate(x) => 1 + operand_nesting(x, 3),
            Self::Binary(operator, left, right) => {
                let [left_least, right_least] = least(*operator);
                operand_nesting(left, left_least).max(operand_nesting(right, right_least))
            }
            Self::Call(_, items) | Self::Array(items) => 1 + deepest(items),
            Self::If(choice) => 1 + choice.condition.nesting().max(deepest(&choice.branches)),
        }
    }
}

impl Condition {
    /// Nesting depth; see [`Expression::nesting`].
    pub fn nesting(&self) -> usize {
        match self {
            Self::Compare(_, operands) => operands.iter().map(|x| operand_nesting(x, 1)).max().unwrap_or_default(),
            Self::Not(condition) => usize::from(!matches!(**condition, Self::Compare(..))) + condition.nesting(),
            Self::And(operands) | Self::Or(operands) => {
                let own = self.strength();
                logical_nesting(&operands[0], own).max(logical_nesting(&operands[1], own + 1))
            }
        }
    }

    /// Precedence among the logical operators: `or` 0, `and` 1, everything else 2.
    fn strength(&self) -> u8 {
        match self {
            Self::Or(_) => 0,
            Self::And(_) => 1,
            Self::Not(_) | Self::Compare(..) => 2,
        }
    }
}

fn logical_nesting(condition: &Condition, least: u8) -> usize {
    usize::from(condition.strength() < least) + condition.nesting()
}

/// An operand, in parentheses if its precedence is below `least`.
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
            Self::Number(x) if *x == -std::f64::consts::PI => write!(f, "-{}", Self::PI),
            Self::Number(x) => write!(f, "{x}"),
            Self::Reference { name, .. } => f.write_str(name),
            Self::Negate(x) => {
                f.write_str("-")?;
                operand(f, x, 3)
            }
            Self::Binary(operator, left, right) => {
                let [left_least, right_least] = least(*operator);
                let is_sum = matches!(operator, BinaryOperator::Add | BinaryOperator::Subtract);
                let blank = if is_sum { " " } else { "" };
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

/// An operand of a logical operator, in parentheses if its precedence is below `least`.
fn logical(f: &mut fmt::Formatter<'_>, condition: &Condition, least: u8) -> fmt::Result {
    if condition.strength() < least { write!(f, "({condition})") } else { write!(f, "{condition}") }
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
            Self::And(operands) | Self::Or(operands) => {
                let own = self.strength();
                logical(f, &operands[0], own)?;
                f.write_str(if matches!(self, Self::And(_)) { " and " } else { " or " })?;
                logical(f, &operands[1], own + 1)
            }
        }
    }
}
